import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeLowering
import TintypeSemantics

extension Explanation {
  /// The explanation as calm text for a terminal.
  public var text: String {
    let sections = [
      header, section("Parameters", parameterLines), section("Variants", variantLines), section("Images", images.words),
    ]
    let costs = passes.enumerated().map { index, pass in
      section(passes.count == 1 ? "Pixels" : "Pixels, pass \(index + 1) of \(passes.count)", lines(of: pass, index))
    }
    return (sections + [section("Fields", fieldLines)] + costs + [section("Compiler", compilerLines)]).filter {
      !$0.isEmpty
    }
    .map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  private func section(_ title: String, _ lines: [String]) -> [String] { lines.isEmpty ? [] : [title] + lines }

  private var header: [String] {
    let header = look.header
    let words = [
      ("author", [header.author].compactMap { $0 }), ("after", header.after), ("inspired by", header.inspiredBy),
      ("tags", header.tags), ("license", [header.license].compactMap { $0 }),
      ("working in", [header.workingSpace.rawValue]),
    ]
    let rows = words.filter { !$0.1.isEmpty }.map { [$0.0, $0.1.joined(separator: ", ").escapedForDisplay] }
    return [look.name.escapedForDisplay] + wrappedText(header.about?.escapedForDisplay ?? "", indent: "  ")
      + textTable(rows)
  }

  private var parameterLines: [String] {
    textTable(
      zip(look.parameters, parameters).map { parameter, value in
        let range = parameter.hardRange.map { "in \(parameter.spelled($0))" } ?? ""
        let choices = parameter.choices.isEmpty ? "" : "of \(parameter.choices.joined(separator: ", "))"
        let isSet = value != parameter.defaultValue
        return [
          parameter.name, parameter.type.rawValue, spelled(parameter, value),
          isSet ? "(default \(spelled(parameter, parameter.defaultValue)))" : "", range + choices,
          parameter.step.map { "step \(parameter.inUnit($0).spelled)" } ?? "", parameter.label?.escapedForDisplay ?? "",
        ]
      })
  }

  private var fieldLines: [String] {
    guard !fields.isEmpty else { return [] }
    let rows = fields.enumerated().map { index, field in
      let making =
        switch field.making {
        case .pass(let pass): "pass \(pass)"
        case .blur(let of, let sigma, let halvings):
          "blur of field \(of) by \(sigma.fixed(1)) px" + (halvings == 0 ? "" : ", halved \(halvings)x")
        }
      let isWhole = field.rowsKept >= field.rows
      return [
        "field \(index)", making, "\(field.channels)", "\(field.rowsKept) of \(field.rows)",
        isWhole ? "whole: it is read far from the pixel" : "",
      ]
    }
    let sentence = """
      A step that looks beyond its pixel needs the rows around it: they are made before, as floats, and kept while \
      somebody may look at them. For a photo of 6000 x 4000 pixels that is \
      \((Double(bytesKept) / 1_048_576).fixed(1)) MiB at once, all steps together.
      """
    return textTable(titles: ["", "made by", "channels", "rows kept", ""], rows, rightAligned: [2, 3]) + [""]
      + wrappedText(sentence, indent: "  ")
  }

  /// Lanes of a color are what a literal of eight bits stands for: nobody reads more than a few of their digits.
  private func spelled(_ parameter: Parameter, _ value: [Double]) -> String {
    let isColor = parameter.type == .rgb || parameter.type == .rgba
    return parameter.spelled(
      isColor ? value.map { ($0 * 1e4).rounded() / 1e4 } : value, tables: look.program.tables)
  }

  private var variantLines: [String] {
    textTable(
      look.variants.map { variant in
        let set = look.parameters.compactMap { parameter in
          variant.values[parameter.name].map { "\(parameter.name) = \(spelled(parameter, $0))" }
        }
        return [variant.name.escapedForDisplay, set.joined(separator: ", ")]
      })
  }

  private func lines(of pass: FusedPass, _ index: Int) -> [String] {
    let pixels = 6000.0
    let bytes = (Double(pass.bytesPerPixel.read) * pixels, Double(pass.bytesPerPixel.written) * pixels)
    let sentences = [
      passes.count == 1
        ? """
        One pass: every step looks at its own pixel only, so nothing has to wait for a finished picture.
        """
        : index == passes.count - 1
          ? "The pass that stores: everything behind the last step that looks beyond its pixel."
          : "A pass that makes a field: everything that others have to see around their pixel.",
      """
      \(counted(pass.stepCount, "step")) on tiles of \(pass.tileWidth) pixels, \
      \(counted(pass.laneOperationCount, "lane operation")) among them, in \(counted(pass.registerCount, "register")) \
      and with \(counted(pass.uniformCount, "number")) computed once: \((Double(pass.workingSetBytes) / 1024).fixed(1)) KiB \
      for each thread.
      """,
      """
      About \(pass.cyclesPerPixel.fixed(1)) cycles a pixel on one core with AVX2, codecs not counted: \
      \(pass.cyclesPerPixel.fixed(1)) million cycles a megapixel, \((pass.cyclesPerPixel / 3).fixed(1)) ms at 3 GHz.
      """,
      """
      A row of 6000 pixels in \(depth.rawValue) bits streams \((bytes.0 / 1000).fixed(0)) kB in and \
      \((bytes.1 / 1000).fixed(0)) kB out.
      """,
    ]
    let shares = pass.shares.map { [String($0.count), $0.name, $0.cyclesPerPixel.fixed(2)] }
    return sentences.flatMap { wrappedText($0, indent: "  ") }
      + [""] + textTable(titles: ["count", "step", "cycles a pixel"], shares, rightAligned: [0, 2])
  }

  private var compilerLines: [String] {
    let rows = zip(sizes, [nil] + sizes.map(Optional.some)).map { size, before in
      [
        size.stage, String(size.values), change(before?.values, size.values), String(size.constants),
        change(before?.constants, size.constants), String(size.uniforms), String(size.varying),
      ]
    }
    let titles = ["after", "values", "", "constants", "", "once a render", "at each pixel"]
    return textTable(titles: titles, rows, rightAligned: [1, 2, 3, 4, 5, 6])
  }

  private func change(_ before: Int?, _ after: Int) -> String {
    guard let before, before != after else { return "" }
    return after > before ? "+\(after - before)" : "-\(before - after)"
  }
}

private func counted(_ count: Int, _ what: String) -> String { "\(count) \(what)\(count == 1 ? "" : "s")" }
