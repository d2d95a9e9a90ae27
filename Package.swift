// swift-tools-version: 6.2

import PackageDescription

/// Names stay where they are imported, and a warning is an error.
let house: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
  .treatAllWarnings(as: .error),
]

/// Pixel loops want AVX2 and FMA on x86-64; NEON on arm64 is there without asking.
#if arch(x86_64)
  let vectors = ["-Xcc", "-march=x86-64-v3"]
#else
  let vectors: [String] = []
#endif

/// Optimized in debug builds too: a pixel loop without inlining is a thousand times slower, and a test would sleep.
let pixelLoops: [SwiftSetting] = [.unsafeFlags(["-Ounchecked"] + vectors)]

/// clang would fuse multiply and add where Swift does not, and bytes would differ between builds.
let exactC: [CSetting] = [.unsafeFlags(["-ffp-contract=off"])]

let package = Package(
  name: "tintype",
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    // base
    .target(name: "TintypeDiagnostics", swiftSettings: house),
    // front
    .target(name: "TintypeIntrinsics", swiftSettings: house),
    // program
    .target(name: "TintypeIR", dependencies: ["TintypeDiagnostics", "TintypeIntrinsics"], swiftSettings: house),
    // middle
    .target(name: "TintypeOptimizer", dependencies: ["TintypeIR", "TintypeIntrinsics"], swiftSettings: house),
    .target(name: "TintypePlan", dependencies: ["TintypeIR", "TintypeIntrinsics"], swiftSettings: house),
    // back
    .target(
      name: "TintypeInterpreter", dependencies: ["TintypeIR", "TintypeIntrinsics", "TintypePlan"],
      swiftSettings: house),
    .target(name: "CTintypeLanes", cSettings: exactC),
    .target(
      name: "TintypeExecutor", dependencies: ["CTintypeLanes", "TintypeIntrinsics", "TintypePlan"],
      swiftSettings: house + pixelLoops),

    .testTarget(name: "TintypeDiagnosticsTests", dependencies: ["TintypeDiagnostics"], swiftSettings: house),
  ],
  swiftLanguageModes: [.v6]
)
