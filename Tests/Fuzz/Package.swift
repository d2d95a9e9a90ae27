// swift-tools-version: 6.2

// Feeds mutated texts to whatever reads texts of strangers, with the toolchain's libFuzzer:
//
//   cd Tests/Fuzz
//   export SWIFT_BACKTRACE=enable=no    # a crash under the sanitizers would hang in the backtracer
//   RT=$(swiftc -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')/clang/lib/linux
//   swift build -c release --sanitize=address --scratch-path ../../.build-fuzz \
//     -Xswiftc -Xfrontend -Xswiftc -sanitize=fuzzer \
//     -Xlinker $RT/libclang_rt.fuzzer_no_main-x86_64.a -Xlinker -lstdc++
//   B=../../.build-fuzz; mkdir -p $B/corpus
//   $B/release/FuzzRecipe -max_total_time=120 -timeout=10 $B/corpus ../TintypeSyntaxTests/Recipes ../../Recipes
//
// and FuzzProgram in the same way, FuzzTable with ../TintypeSemanticsTests/Goldens/tables, FuzzFilm with any short Y4M, FuzzMetadata with small photos and
// -max_len=20000, and FuzzProfile with ICC profiles behind a byte, which chooses the photo. What is found is written to
// `crash-*`; give that file as the only argument to see it again.

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
