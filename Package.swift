// swift-tools-version: 6.2

import PackageDescription

/// Imports are internal, members are visible only where their module is imported, and every warning is an error.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
  .treatAllWarnings(as: .error),
]

/// The product is optimized in debug builds too: tests compile thousands of looks, and start the program as often.
let house = strict + [.unsafeFlags(["-O"])]

/// Set by `Scripts/wasm`, which compiles for the page and not for this computer.
let isForPage = Context.environment["TINTYPE_WASM"] != nil

/// Pixel loops require AVX2 and FMA on x86-64; NEON is always available on arm64.
#if arch(x86_64)
  let vectors = isForPage ? [] : ["-Xcc", "-march=x86-64-v3"]
  let handVectors = isForPage ? [] : ["-march=x86-64-v3"]
#else
  let vectors: [String] = []
  let handVectors: [String] = []
#endif

/// Without checks, which would keep loops from becoming vector instructions.
let pixelLoops: [SwiftSetting] = [.unsafeFlags(["-Ounchecked"] + vectors)]

/// Without this, clang fuses multiply and add where Swift does not, and bytes differ between builds.
let exactC: [CSetting] = [.unsafeFlags(["-ffp-contract=off"])]

/// FreeType's headers are in a separate folder, on Linux and with Homebrew.
let freeTypeHeaders = ["/usr/include/freetype2", "/usr/local/include/freetype2", "/opt/homebrew/include/freetype2"]

/// OpenEXR's headers name each other without their folders.
let openEXRHeaders = ["/usr", "/usr/local", "/opt/homebrew"].flatMap {
  ["\($0)/include/Imath", "\($0)/include/OpenEXR"]
}

/// The libraries of picture formats behind traits.
let optionalCodecs = [
  ("TIFF", "tiff"), ("HEIF", "heif"), ("AVIF", "avif"), ("JXL", "jxl"), ("EXR", "OpenEXR"),
  ("RAW", "raw_r"),
].map {
  (trait: $0.0, library: $0.1)
}

/// The tests of one target, in a folder with the same structure.
func test(_ name: String, _ others: [Target.Dependency] = [], exclude: [String] = []) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.byName(name: name), "TintypeTestSupport"] + others, exclude: exclude,
    swiftSettings: strict)
}

let package = Package(
  name: "tintype",
  products: [
    .executable(name: "tintype", targets: ["TintypeCLI"]),
    .executable(name: "tintype-studio", targets: ["TintypeStudioServer"]),
    .executable(name: "tintype-decode", targets: ["TintypeDecode"]),
    .library(name: "Tintype", targets: ["Tintype"]),
    .library(name: "TintypeLanguageServer", targets: ["TintypeLanguageServer"]),
    .library(name: "TintypeExport", targets: ["TintypeExport"]),
    .library(name: "TintypeC", type: .dynamic, targets: ["TintypeC"]),
  ],
  traits: [
    .trait(
      name: "FreeType", description: "Text in fonts of one's own (.ttf, .otf), with the FreeType library."),
    .trait(name: "TIFF", description: "TIFF files in and out, with libtiff 4.5 or newer."),
    .trait(
      name: "HEIF", description: "HEIF and HEIC files in, with libheif 1.15 or newer and libde265."),
    .trait(name: "AVIF", description: "AVIF files in and out, with libavif 0.11 or newer."),
    .trait(name: "JXL", description: "JPEG XL files in and out, with libjxl 0.7 or newer."),
    .trait(name: "EXR", description: "OpenEXR files in and out, with OpenEXR 3.1 or newer."),
    .trait(name: "RAW", description: "Raw files of cameras in, with LibRaw 0.20 or newer."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    // Of the studio alone.
    .package(url: "https://github.com/swhitty/FlyingFox", exact: "0.27.1"),
  ],
  targets: [
    // base
    .target(name: "TintypeDiagnostics", swiftSettings: house),
    .target(name: "TintypeSystem", swiftSettings: house),
    .target(name: "TintypeSizes", swiftSettings: house),
    .target(name: "TintypeJSON", swiftSettings: house),
    .target(
      name: "TintypeRaster", dependencies: ["CTintypeLanes", "TintypeDiagnostics", "TintypeSizes", "TintypeSystem"],
      swiftSettings: house),
    // The libraries of picture formats and color profiles. Without its trait an optional one is absent, so that neither
    // its headers nor the library are needed.
    .target(
      name: "CTintypeCodec",
      cSettings: exactC + optionalCodecs.map { .define("TINTYPE_\($0.trait)", .when(traits: [$0.trait])) },
      cxxSettings: optionalCodecs.map { .define("TINTYPE_\($0.trait)", .when(traits: [$0.trait])) }
        + [.unsafeFlags(openEXRHeaders.map { "-I" + $0 }, .when(traits: ["EXR"]))],
      linkerSettings: ["jpeg", "png", "z", "lcms2"].map { .linkedLibrary($0) }
        + optionalCodecs.map { .linkedLibrary($0.library, .when(traits: [$0.trait])) }
        + ["Iex", "Imath"].map { .linkedLibrary($0, .when(traits: ["EXR"])) }
        + [.linkedLibrary("stdc++", .when(traits: ["EXR", "RAW"]))]),
    .target(name: "CTintypeConfinement", cSettings: exactC),
    .target(
      name: "TintypeColor", dependencies: ["TintypeSystem"], swiftSettings: house),
    .target(name: "TintypeRaw", dependencies: ["TintypeColor", "TintypeRaster"], swiftSettings: strict + pixelLoops),
    .target(
      name: "TintypeImage",
      dependencies: [
        "CTintypeCodec", "CTintypeConfinement", "TintypeColor", "TintypeDiagnostics", "TintypeRaster", "TintypeRaw",
        "TintypeSystem",
      ],
      swiftSettings: house),
    // front
    // Compiled for the same instructions as the pixel loops: tables are computed in their arithmetic, with fused
    // multiply-adds.
    .target(
      name: "TintypeIntrinsics", dependencies: ["TintypeRaster", "TintypeSystem"],
      swiftSettings: house + [.unsafeFlags(vectors)]),
    .target(name: "TintypeSyntax", dependencies: ["TintypeDiagnostics", "TintypeSizes"], swiftSettings: house),
    .target(
      name: "TintypeTables", dependencies: ["TintypeDiagnostics"], swiftSettings: house),
    .target(name: "TintypeText", dependencies: ["TintypeSystem"], swiftSettings: house),
    // Empty without the trait, so that neither headers nor the library are needed.
    .target(
      name: "CTintypeFont",
      cSettings: exactC + [
        .define("TINTYPE_FREETYPE", .when(traits: ["FreeType"])),
        .unsafeFlags(freeTypeHeaders.map { "-I" + $0 }, .when(traits: ["FreeType"])),
      ], linkerSettings: [.linkedLibrary("freetype", .when(traits: ["FreeType"]))]),
    .target(name: "TintypeFonts", dependencies: ["CTintypeFont", "TintypeText"], swiftSettings: house),
    .target(name: "TintypeDrawing", dependencies: ["TintypeText"], swiftSettings: house),
    // program
    .target(
      name: "TintypeIR",
      dependencies: ["TintypeDiagnostics", "TintypeIntrinsics", "TintypeTables", "TintypeText"],
      swiftSettings: house),
    // middle
    .target(
      name: "TintypeSemantics",
      dependencies: [
        "TintypeColor", "TintypeDiagnostics", "TintypeIR", "TintypeIntrinsics", "TintypeSizes", "TintypeSyntax",
        "TintypeSystem", "TintypeTables", "TintypeText",
      ],
      swiftSettings: house),
    .target(
      name: "TintypeLowering",
      dependencies: [
        "TintypeDiagnostics", "TintypeIR", "TintypeIntrinsics", "TintypeSemantics", "TintypeSizes", "TintypeText",
      ],
      swiftSettings: house),
    // Compiled for the same instructions: functions are fitted to thousands of samples, eight at a time.
    .target(
      name: "TintypeOptimizer",
      dependencies: ["TintypeColor", "TintypeIR", "TintypeIntrinsics", "TintypeSystem", "TintypeTables"],
      swiftSettings: house + [.unsafeFlags(vectors)]),
    .target(
      name: "TintypePlan",
      dependencies: ["TintypeIR", "TintypeIntrinsics", "TintypeSizes", "TintypeTables", "TintypeText"],
      swiftSettings: house),
    // back
    .target(name: "CTintypeLanes", cSettings: exactC + [.unsafeFlags(["-O2"])]),
    .target(
      name: "TintypeExecutor",
      dependencies: [
        "CTintypeLanes", "TintypeIR", "TintypeIntrinsics", "TintypePlan", "TintypeSizes", "TintypeSystem",
        "TintypeTables", "TintypeText",
      ],
      swiftSettings: house + pixelLoops),
    // render
    .target(
      name: "TintypeRender",
      dependencies: [
        "TintypeColor", "TintypeDiagnostics", "TintypeExecutor", "TintypeIR", "TintypeIntrinsics", "TintypeJSON",
        "TintypeLowering", "TintypeOptimizer", "TintypePlan", "TintypeRaster", "TintypeSemantics", "TintypeSizes",
        "TintypeSyntax", "TintypeSystem",
      ],
      // A page has one thread.
      exclude: isForPage ? ["Threads"] : [], swiftSettings: house),
    // face
    .target(
      name: "TintypeRecipes", dependencies: ["TintypeDiagnostics"], path: "Recipes",
      resources: [
        .embedInCode("original.tint"), .embedInCode("minimal-life.tint"), .embedInCode("tumble-down.tint"),
        .embedInCode("Cabinet"), .embedInCode("Editor"), .embedInCode("Library"), .embedInCode("Templates"),
      ], swiftSettings: house),
    .target(
      name: "TintypeManual", resources: [.embedInCode("Errors"), .embedInCode("Pages")], swiftSettings: house),
    .target(
      name: "Tintype",
      dependencies: [
        "TintypeColor", "TintypeDiagnostics", "TintypeDrawing", "TintypeExecutor", "TintypeFonts", "TintypeIR",
        "TintypeImage", "TintypeIntrinsics", "TintypeJSON", "TintypeLowering", "TintypeOptimizer", "TintypePlan",
        "TintypeRecipes", "TintypeRender", "TintypeSemantics", "TintypeSizes", "TintypeSyntax", "TintypeSystem",
        "TintypeTables", "TintypeText",
      ], swiftSettings: house),
    .target(name: "CTintype", cSettings: exactC),
    .target(
      name: "TintypeC",
      dependencies: [
        "CTintype", "Tintype", "TintypeColor", "TintypeExecutor", "TintypeIR", "TintypeImage", "TintypeIntrinsics",
        "TintypePlan", "TintypeSystem",
      ], swiftSettings: house),
    .target(
      name: "TintypeExplanation",
      dependencies: [
        "TintypeColor", "TintypeDiagnostics", "TintypeExecutor", "TintypeIR", "TintypeIntrinsics", "TintypeLowering",
        "TintypeOptimizer", "TintypePlan", "TintypeRender", "TintypeSemantics", "TintypeSyntax",
      ], swiftSettings: house),
    .target(
      name: "TintypeEditing",
      dependencies: [
        "TintypeColor", "TintypeDiagnostics", "TintypeIR", "TintypeIntrinsics", "TintypeJSON", "TintypeLowering",
        "TintypeRaster",
        "TintypeRecipes", "TintypeRender", "TintypeSemantics", "TintypeSyntax",
      ], swiftSettings: house),
    .target(
      name: "TintypeLanguageServer",
      dependencies: [
        "Tintype", "TintypeDiagnostics", "TintypeDrawing", "TintypeEditing", "TintypeIR", "TintypeImage",
        "TintypeIntrinsics", "TintypeJSON", "TintypeLowering", "TintypeRender", "TintypeSemantics", "TintypeSyntax",
      ], swiftSettings: house),
    .target(
      name: "TintypeExport",
      dependencies: [
        "Tintype", "TintypeColor", "TintypeDiagnostics", "TintypeIR", "TintypeImage", "TintypeIntrinsics",
        "TintypeJSON", "TintypeLowering", "TintypeOptimizer", "TintypePlan", "TintypeRender", "TintypeSemantics",
        "TintypeTables", "TintypeText",
      ], resources: [.embedInCode("Shaders/Runtime")],
      swiftSettings: house),
    .target(
      name: "TintypeImport",
      dependencies: ["TintypeDiagnostics", "TintypeImage", "TintypeSyntax", "TintypeSystem", "TintypeTables"],
      swiftSettings: house),
    .target(
      name: "TintypeFit",
      dependencies: [
        "Tintype", "TintypeColor", "TintypeDiagnostics", "TintypeEditing", "TintypeIR", "TintypeImage", "TintypeImport",
        "TintypeIntrinsics", "TintypeRender", "TintypeSemantics", "TintypeSyntax", "TintypeSystem",
      ], swiftSettings: house),
    .target(
      name: "TintypeStudio",
      dependencies: [
        "Tintype", "TintypeDiagnostics", "TintypeDrawing", "TintypeEditing", "TintypeExplanation", "TintypeExport",
        "TintypeIR", "TintypeImage", "TintypeIntrinsics", "TintypeJSON", "TintypeLanguageServer", "TintypeRender",
        "TintypeSyntax",
      ], resources: [.embedInCode("Page")], swiftSettings: house),
    .target(
      name: "TintypeWasm",
      dependencies: [
        "TintypeColor", "TintypeDiagnostics", "TintypeEditing", "TintypeExplanation", "TintypeIR", "TintypeIntrinsics",
        "TintypeJSON", "TintypeLowering", "TintypePlan", "TintypeRaster", "TintypeRecipes", "TintypeRender",
        "TintypeSemantics", "TintypeSyntax", "TintypeTables", "TintypeText",
      ], swiftSettings: house),
    // command
    .executableTarget(name: "TintypeDecode", dependencies: ["TintypeImage", "TintypeSystem"], swiftSettings: house),
    .executableTarget(
      name: "TintypeStudioServer",
      dependencies: [
        "Tintype", "TintypeExecutor", "TintypeImage", "TintypeStudio",
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ], swiftSettings: house),
    .executableTarget(
      name: "TintypeCLI",
      dependencies: [
        "Tintype", "TintypeColor", "TintypeDrawing", "TintypeExecutor", "TintypeExplanation", "TintypeExport",
        "TintypeFit", "TintypeIR", "TintypeImage", "TintypeImport", "TintypeIntrinsics", "TintypeJSON",
        "TintypeLanguageServer", "TintypeManual", "TintypeRender", "TintypeStudio", "TintypeSyntax", "TintypeSystem",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: house),

    // benchmarks
    .executableTarget(
      name: "StepCosts",
      dependencies: [
        "Tintype", "TintypeExecutor", "TintypeIR", "TintypeIntrinsics", "TintypeOptimizer", "TintypePlan",
        "TintypeTables",
      ],
      path: "Benchmarks/StepCosts", swiftSettings: house),
    .executableTarget(
      name: "CodecFloor", path: "Benchmarks/CodecFloor", linkerSettings: [.linkedLibrary("jpeg")]),
    .target(
      name: "CKernelLimits", path: "Benchmarks/CKernelLimits",
      cSettings: [.unsafeFlags(["-O3", "-ffp-contract=off"] + handVectors)]),
    .executableTarget(
      name: "Bench",
      dependencies: [
        "CKernelLimits", "Tintype", "TintypeExecutor", "TintypeIR", "TintypeIntrinsics", "TintypeJSON",
        "TintypeLanguageServer", "TintypeOptimizer", "TintypePlan",
      ],
      path: "Benchmarks/Bench", swiftSettings: house),

    // tests
    .target(
      name: "TintypeTestSupport",
      dependencies: [
        "TintypeDiagnostics", "TintypeIR", "TintypeIntrinsics", "TintypePlan", "TintypeTables", "TintypeText",
      ],
      path: "Tests/Support", swiftSettings: house),
    test("TintypeDiagnostics"),
    test(
      "TintypeSyntax", ["TintypeDiagnostics", "TintypeIntrinsics", "TintypeJSON"],
      exclude: ["Formatter/Goldens", "Formatter/Recipes", "Goldens", "Recipes"]),
    .target(name: "CTestJPEG", path: "Tests/CTestJPEG", linkerSettings: [.linkedLibrary("jpeg")]),
    .target(
      name: "CTestPNG", path: "Tests/CTestPNG", cSettings: [.unsafeFlags(["-O2"])],
      linkerSettings: [.linkedLibrary("png"), .linkedLibrary("z")]),
    test("TintypeColor"),
    test("TintypeRaw", ["TintypeColor", "TintypeRaster"]),
    test("TintypeSizes"),
    test("TintypeJSON"),
    .target(name: "CTestEscapes", dependencies: ["CTintypeConfinement"], path: "Tests/CTestEscapes"),
    test("TintypeImage", ["CTestEscapes", "CTestJPEG", "CTestPNG", "TintypeColor"], exclude: ["Fixtures"]),
    test("TintypeText"),
    test("TintypeFonts", ["TintypeText"]),
    test("TintypeDrawing", ["TintypeText"]),
    test("TintypeIntrinsics"),
    test("TintypeTables", ["TintypeDiagnostics"]),
    test("TintypeIR", ["TintypeDiagnostics", "TintypeIntrinsics", "TintypeOptimizer", "TintypePlan", "TintypeText"]),
    test(
      "TintypeSemantics",
      [
        "Tintype", "TintypeDiagnostics", "TintypeDrawing", "TintypeIR", "TintypeImage", "TintypeIntrinsics",
        "TintypeOptimizer", "TintypePlan", "TintypeRecipes", "TintypeSyntax", "TintypeTables", "TintypeText",
      ],
      exclude: ["Goldens", "Recipes"]),
    test(
      "TintypeOptimizer",
      ["Tintype", "TintypeColor", "TintypeDiagnostics", "TintypeIR", "TintypeIntrinsics", "TintypePlan"],
      exclude: ["Goldens"]),
    test("TintypePlan", ["Tintype", "TintypeIR", "TintypeIntrinsics", "TintypeOptimizer"], exclude: ["Goldens"]),
    test(
      "TintypeExecutor",
      [
        "CTintypeLanes", "Tintype", "TintypeColor", "TintypeIR", "TintypeIntrinsics", "TintypeOptimizer", "TintypePlan",
        "TintypeTables",
      ]),
    test(
      "Tintype",
      [
        "CTestJPEG", "TintypeColor", "TintypeDrawing", "TintypeExecutor", "TintypeIR", "TintypeImage",
        "TintypeIntrinsics", "TintypePlan", "TintypeRender",
      ]),
    test("TintypeManual", ["Tintype", "TintypeImage"]),
    test(
      "TintypeRecipes",
      ["Tintype", "TintypeDrawing", "TintypeIR", "TintypeImage", "TintypeIntrinsics", "TintypeOptimizer"],
      exclude: ["Goldens"]),
    test(
      "TintypeCLI",
      [
        "CTestJPEG", "CTestPNG", "Tintype", "TintypeColor", "TintypeExport", "TintypeIR", "TintypeImage",
        "TintypeIntrinsics", "TintypePlan", "TintypeRender", "TintypeSizes",
      ],
      exclude: ["Assistants", "Editors", "Faults", "Goldens", "Shells"]),
    .testTarget(
      name: "TintypeTidyTests", dependencies: ["TintypeTestSupport"], swiftSettings: strict),
    test(
      "TintypeExport",
      [
        "Tintype", "TintypeColor", "TintypeDiagnostics", "TintypeDrawing", "TintypeIR", "TintypeImage",
        "TintypeIntrinsics", "TintypeOptimizer", "TintypeSemantics", "TintypeTables",
      ],
      exclude: ["Goldens", "Shims"]),
    test("TintypeFit", ["Tintype", "TintypeColor", "TintypeDrawing", "TintypeIR", "TintypeImage"]),
    test(
      "TintypeImport",
      ["Tintype", "TintypeDiagnostics", "TintypeExport", "TintypeIR", "TintypeImage"], exclude: ["Goldens"]),
    test(
      "TintypeLanguageServer",
      [
        "Tintype", "TintypeDiagnostics", "TintypeEditing", "TintypeImage", "TintypeIntrinsics", "TintypeJSON",
        "TintypeSyntax",
      ]),
    test(
      "TintypeStudio",
      [
        "Tintype", "TintypeDrawing", "TintypeExplanation", "TintypeIR", "TintypeImage", "TintypeJSON",
        "TintypeLanguageServer",
      ]),
    test(
      "TintypeExplanation",
      [
        "Tintype", "TintypeDiagnostics", "TintypeDrawing", "TintypeIR", "TintypeImage", "TintypeIntrinsics",
        "TintypeOptimizer", "TintypePlan", "TintypeRender", "TintypeSemantics",
      ],
      exclude: ["Goldens"]),
  ],
  swiftLanguageModes: [.v6]
)
