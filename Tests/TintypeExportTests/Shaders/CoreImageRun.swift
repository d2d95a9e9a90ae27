import Foundation
import Testing
import Tintype
import TintypeDrawing
import TintypeExport
import TintypeIR
import TintypeIntrinsics
import TintypeTestSupport

/// Runs exported filters on the CPU: clang compiles their kernels as C++, and the Swift compiler their classes, with
/// stand-ins for Core Image.
///
/// That judges arithmetic, text, order, rectangles and regions. It does not judge Apple's compilers or Core Image.
enum CoreImageRun {
  static let (clang, swiftc) = (programOnSearchPath("clang++"), programOnSearchPath("swiftc"))

  /// The photo after each filter, in the order of the cases.
  static func pixels(_ cases: [PassCase]) throws -> [PassCase.Pixels] {
    let folder = try ScratchFolder()
    var looks: [String: (number: Int, filter: ExportedFilter)] = [:]
    for one in cases where looks[one.name] == nil {
      looks[one.name] = (looks.count, try ExportedFilter(one.look))
    }
    let filters = looks.values.sorted { $0.number < $1.number }
    try folder.write(kernels(filters.map(\.filter.kernels)), to: "kernels.cpp")
    let shims = TestFiles.folder(ofTarget: #filePath) + "/Shims"
    try run(
      clang,
      ["-std=c++17", "-O1", "-w", "-ffp-contract=off", "-fPIC", "-shared", "-I", shims, "kernels.cpp"]
        + ["-o", "libkernels.so"], in: folder)
    try folder.write(#require(TestFiles.bytes(of: shims + "/CoreImage/CoreImage.txt")), to: "CoreImage.swift")
    try run(
      swiftc,
      ["-parse-as-library", "-emit-library", "-emit-module", "-module-name", "CoreImage", "-O"]
        + ["CoreImage.swift", "-o", "libCoreImage.so"], in: folder)
    // What is the same in all classes stands once.
    var files = ["main.swift", "passes.swift"]
    for filter in filters {
      let parts = Self.parts(of: filter.filter.filter)
      try folder.write(parts.filter, to: "filter\(filter.number).swift")
      try folder.write(parts.passes, to: "passes.swift")
      files.append("filter\(filter.number).swift")
    }
    try folder.write(main(cases, looks.mapValues(\.filter)), to: "main.swift")
    try folder.write(PassCase.photo.pixels, to: "photo")
    try folder.write(PassCase.plate.pixels, to: "plate")
    try run(
      swiftc,
      ["-swift-version", "6", "-Onone", "-I", ".", "-L", ".", "-lCoreImage", "-Xlinker", "-rpath=."]
        + files + ["-o", "run"], in: folder)
    try run(folder.path + "/run", [], in: folder)
    return try cases.indices.map { index in
      let bytes = try #require(folder.bytes(of: "out\(index)"))
      let (width, height) = (Int(bytes[0]) << 8 | Int(bytes[1]), Int(bytes[2]) << 8 | Int(bytes[3]))
      return PassCase.Pixels(width: width, height: height, pixels: Array(bytes.dropFirst(4)))
    }
  }

  static func run(_ program: String?, _ arguments: [String], in folder: ScratchFolder) throws {
    let result = try runProgram(#require(program), arguments, in: folder.path)
    #expect(result.status == 0, "\(result.errors.suffix(4000))\(result.output.suffix(1000))")
  }

  /// The files of all looks, each in a namespace of its own, and the table of their kernels.
  static func kernels(_ texts: [String]) -> String {
    var lines = ["#include <CoreImage/CoreImage.h>"]
    var table: [String] = []
    for (number, text) in texts.enumerated() {
      lines.append("namespace look\(number) { namespace coreimage { using namespace ::coreimage; }")
      lines += [text, "}"]
      for match in text.matches(of: /\nfloat4 (\w+)\(\n/) {
        table.append("kernelNamed(\"\(match.output.1)\", look\(number)::coreimage::\(match.output.1)),")
      }
    }
    lines += ["static const Kernel kernels[] = {"] + table + ["};", "#include <CoreImage/run.h>"]
    return lines.joined(separator: "\n") + "\n"
  }

  /// The class, without what only Objective-C has, and what stands behind it in every file.
  private static func parts(of text: String) -> (filter: String, passes: String) {
    let halves = text.split(separator: "// MARK: - Passes", maxSplits: 1)
    let filter = halves[0].replacing(/@objc\(\w+\) @objcMembers\n/, with: "")
    let passes = halves[1].replacing("\nprivate struct", with: "\nstruct")
    return (String(filter), "import CoreImage\nimport Foundation\n" + passes)
  }

  private static func main(_ cases: [PassCase], _ filters: [String: ExportedFilter]) throws -> String {
    var lines = ["import CoreImage"]
    for (number, one) in cases.enumerated() {
      let text = filters[one.name]?.filter ?? ""
      let name = try #require(text.firstMatch(of: /final class (\w+): CIFilter/)).output.1
      lines += ["do {", "  \(name).library = URL(fileURLWithPath: \"libkernels.so\")", "  let filter = \(name)()"]
      lines.append("  filter.inputImage = image(\"photo\", \(PassCase.photo.width), \(PassCase.photo.height))")
      for match in text.matches(of: /\/\/\/ (Data: )?.*\n  public var (\w+): CIImage\?/) {
        let size = "\(PassCase.plate.width), \(PassCase.plate.height), isData: \(match.output.1 != nil)"
        lines.append("  filter.\(match.output.2) = image(\"plate\", \(size))")
      }
      if text.contains("inputPhotoSeed: Double") { lines.append("  filter.inputPhotoSeed = \(PassCase.seed)") }
      let uniforms = try one.uniforms()
      for (index, parameter) in one.look.look.parameters.enumerated() {
        guard let value = one.settings[parameter.name], let uniform = uniforms[parameter.name] else { continue }
        let property = uniform.replacing("param_", with: "input_", maxReplacements: 1)
        let text = spelled(value, of: parameter, default: one.look.values[index], one.look)
        lines.append("  filter.\(property) = \(text)")
      }
      lines += ["  write(filter, \(number))", "}"]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func spelled(
    _ value: [Double], of parameter: Parameter, default start: [Double], _ look: ConfiguredLook
  ) -> String {
    switch parameter.type {
    case .bool: return "\(value[0] != 0)"
    case .choice: return "\(Int(value[0]))"
    case .vec2: return "CIVector(x: \(value[0]), y: \(value[1]))"
    case .rgb, .rgba:
      let isLinear = look.look.space(of: parameter.name) == .linearSRGB
      let codes = value.prefix(3).map { "\(isLinear ? "encoded" : "")(\($0))" } + value.dropFirst(3).map { "\($0)" }
      let alpha = codes.count > 3 ? codes[3] : "1"
      return "CIColor(red: \(codes[0]), green: \(codes[1]), blue: \(codes[2]), alpha: \(alpha))"
    case .length: return "\(value[start.firstIndex { $0 != 0 } ?? 0])"
    default: return "\(value[0])"
    }
  }
}
