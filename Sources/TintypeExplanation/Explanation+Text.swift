import TintypeColor
import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeLowering
import TintypeRender
import TintypeSemantics

extension Explanation {
  /// The explanation as text for a terminal of 80 columns.
  package var text: String {
    let sections = [
      header, section("Parameters", parameterLines), section("Variants", variantLines),
      section("Measured over \(measuredPhoto)", measurementLines), section("Images", images.textLines),
    ]
    let costs = passes.enumerated().map { index, pass in
      section(passes.count == 1 ? "Pixels" : "Pixels, pass \(index + 1) of \(passes.count)", lines(of: pass, index))
    }
    return (sections + [section("Fields", fieldLines)] + costs + [section("Compiler", compilerLines)]).filter {
      !$0.isEmpty
    }
    .map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  private var look: Look { bound.look }

  private func section(_ title: String, _ lines: [String]) -> [String] { lines.isEmpty ? [] : [title] + lines }

  private var header: [String] {
    let header = look.header
    let words = [
      ("author", [header.author].compactMap { $0 }), ("after", header.after), ("inspired by", header.inspiredBy),
      ("tags", header.tags), ("license", [header.license].compactMap { $0 }),
      ("reads", [header.input?.rawValue].compactMap { $0 }), ("working in", [header.workingSpace.rawValue]),
    ]
    let rows = words.filter { !$0.1.isEmpty }.map { [$0.0, $0.1.joined(separator: ", ").escapedForDisplay] }
    return [look.name.escapedForDisplay] + wrappedText(header.about?.escapedForDisplay ?? "", indent: "  ")
      + textTable(rows)
  }

  private var parameterLines: [String] {
    textTable(
      zip(look.parameters, bound.values).map { parameter, value in
        let range = parameter.hardRange.map { "in \(parameter.spelled($0))" } ?? ""
        let choices = parameter.choices.isEmpty ? "" : "of \(parameter.choices.joined(separator: ", "))"
        let isSet = value != parameter.defaultValue
        return [
          parameter.name, parameter.type.rawValue, look.listed(value, of: parameter),
          isSet ? "(default \(look.listed(parameter.defaultValue, of: parameter)))" : "", range + choices,
          parameter.step.map { "step \(parameter.spelled(number: $0))" } ?? "",
          parameter.label?.escapedForDisplay ?? "",
        ]
      })
  }

  private var measuredPhoto: String { shot.measurements == nil ? "the 256 grays" : "the photo" }

  private var measurementLines: [String] {
    textTable(
      zip(look.measurements, bound.results(for: shot)).map { measurement, numbers in
        [measurement.text.escapedForDisplay, numbers.map { $0.fixed(4) }.joined(separator: ", ")]
      })
  }

  private var fieldLines: [String] {
    guard !fields.isEmpty else { return [] }
    let rows = fields.enumerated().map { index, field in
      let producer =
        switch field.producer {
        case .pass(let pass): "pass \(pass)"
        case .filter(let of, let name, let amount):
          "\(name) of \(of.map { "field \($0)" }.joined(separator: " and ")) \(amount)"
        }
      let isWhole = field.rowsBuffered >= field.rows
      return [
        "field \(index)", producer, "\(field.channels)", "\(field.rowsBuffered) of \(field.rows)",
        isWhole ? "all rows: it is read far from the pixel" : "",
      ]
    }
    let sentence = """
      A step that reads neighboring pixels needs the rows around it. They are computed first, as floats, and buffered \
      until no step needs them. For a photo of 6000 x 4000 pixels all buffers together take \
      \((Double(bytesBuffered) / 1_048_576).fixed(1)) MiB.
      """
    return textTable(titles: ["", "made by", "channels", "rows buffered", ""], rows, rightAligned: [2, 3]) + [""]
      + wrappedText(sentence, indent: "  ")
  }

  private var variantLines: [String] {
    textTable(
      look.variants.map { variant in
        let set = look.parameters.compactMap { parameter in
          variant.values[parameter.name].map { "\(parameter.name) = \(look.listed($0, of: parameter))" }
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
        One pass: every step reads only its own pixel, so no step waits for a finished image.
        """
        : index == passes.count - 1
          ? "The pass that stores: all steps after the last one that reads neighboring pixels."
          : "A pass that makes a field: an intermediate image that later steps read around their pixel.",
      """
      \(counted(pass.stepCount, "step")), including \(counted(pass.laneOperationCount, "lane operation")), on tiles of \
      \(pass.tileWidth) pixels. \(counted(pass.registerCount, "register")) and \
      \(counted(pass.uniformCount, "number")) computed once per render take \
      \((Double(pass.workingSetBytes) / 1024).fixed(1)) KiB per thread.
      """,
      """
      About \(pass.cyclesPerPixel.fixed(1)) cycles per pixel on one core with AVX2, without codecs: \
      \(pass.cyclesPerPixel.fixed(1)) million cycles per megapixel, \((pass.cyclesPerPixel / 3).fixed(1)) ms at 3 GHz.
      """,
      """
      A row of 6000 pixels in \(depth.described) streams \((bytes.0 / 1000).fixed(0)) kB in and \
      \((bytes.1 / 1000).fixed(0)) kB out.
      """,
    ]
    let shares = pass.shares.map { [String($0.count), $0.name, $0.cyclesPerPixel.fixed(2)] }
    return sentences.flatMap { wrappedText($0, indent: "  ") }
      + [""] + textTable(titles: ["count", "step", "cycles per pixel"], shares, rightAligned: [0, 2])
  }

  private var compilerLines: [String] {
    let rows = zip(sizes, [nil] + sizes.map { $0 as ProgramSize? }).map { size, before in
      [
        size.stage, String(size.values), change(before?.values, size.values), String(size.constants),
        change(before?.constants, size.constants), String(size.uniforms), String(size.varying),
      ]
    }
    let titles = ["after", "values", "", "constants", "", "per render", "per pixel"]
    return textTable(titles: titles, rows, rightAligned: [1, 2, 3, 4, 5, 6])
  }

  private func change(_ before: Int?, _ after: Int) -> String {
    guard let before, before != after else { return "" }
    return after > before ? "+\(after - before)" : "-\(before - after)"
  }
}

private func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
