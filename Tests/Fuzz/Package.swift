// swift-tools-version: 6.2

// Feeds mutated bytes to whatever reads foreign bytes, with the toolchain's libFuzzer. Scripts/fuzz builds and runs it.

import PackageDescription

let package = Package(
  name: "fuzz",
  dependencies: [.package(name: "tintype", path: "../..")],
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
      name: "FuzzFilm", dependencies: ["CFuzzDriver", .product(name: "Tintype", package: "tintype")]),
  ],
  swiftLanguageModes: [.v6]
)
