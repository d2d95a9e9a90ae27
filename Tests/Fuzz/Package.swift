// swift-tools-version: 6.2

// Feeds mutated bytes to whatever reads foreign bytes, with the toolchain's libFuzzer. Scripts/fuzz builds and runs it.

import PackageDescription

/// Those whose libraries are here, as Scripts/fuzz finds them.
let traits = (Context.environment["TINTYPE_TRAITS"] ?? "").split(separator: ",").map(String.init)

let package = Package(
  name: "fuzz",
  dependencies: [
    .package(name: "tintype", path: "../..", traits: Set(traits.map { Package.Dependency.Trait(name: $0) }))
  ],
  targets: [
    .target(name: "CFuzzDriver"),
    .executableTarget(
      name: "FuzzRecipe", dependencies: ["CFuzzDriver", .product(name: "Tintype", package: "tintype")]),
    // The program's text form has no product of its own, but comes with the library.
    .executableTarget(
      name: "FuzzProgram", dependencies: ["CFuzzDriver", .product(name: "Tintype", package: "tintype")]),
    .executableTarget(
      name: "FuzzTable", dependencies: ["CFuzzDriver", .product(name: "Tintype", package: "tintype")]),
    .target(name: "FuzzFiles", dependencies: ["CFuzzDriver", .product(name: "Tintype", package: "tintype")]),
    .executableTarget(
      name: "FuzzMetadata", dependencies: ["CFuzzDriver", "FuzzFiles", .product(name: "Tintype", package: "tintype")]),
    .executableTarget(
      name: "FuzzProfile", dependencies: ["CFuzzDriver", "FuzzFiles", .product(name: "Tintype", package: "tintype")]),
    .executableTarget(
      name: "FuzzPictures", dependencies: ["CFuzzDriver", "FuzzFiles", .product(name: "Tintype", package: "tintype")]),
    .executableTarget(
      name: "FuzzDecoderMessages",
      dependencies: ["CFuzzDriver", "FuzzFiles", .product(name: "Tintype", package: "tintype")]),
    .executableTarget(
      name: "FuzzRender", dependencies: ["CFuzzDriver", "FuzzFiles", .product(name: "Tintype", package: "tintype")]),
    .executableTarget(
      name: "FuzzSidecar", dependencies: ["CFuzzDriver", "FuzzFiles", .product(name: "Tintype", package: "tintype")]),
    .executableTarget(
      name: "FuzzManifest", dependencies: ["CFuzzDriver", "FuzzFiles", .product(name: "Tintype", package: "tintype")]),
    .executableTarget(
      name: "FuzzEditor",
      dependencies: [
        "CFuzzDriver", "FuzzFiles", .product(name: "Tintype", package: "tintype"),
        .product(name: "TintypeLanguageServer", package: "tintype"),
      ]),
    .executableTarget(
      name: "FuzzExport",
      dependencies: [
        "CFuzzDriver", .product(name: "Tintype", package: "tintype"),
        .product(name: "TintypeExport", package: "tintype"),
      ]),
    .executableTarget(
      name: "FuzzVideo", dependencies: ["CFuzzDriver", .product(name: "Tintype", package: "tintype")]),
  ],
  swiftLanguageModes: [.v6]
)
