import ArgumentParser
import Tintype
import TintypeExplanation
import TintypeIR
import TintypeJSON
import TintypeRender

// The tools that answer questions and change nothing.

extension Tool {
  static let probe = Tool(
    name: "probe",
    summary: """
      Trace one color through every step of a look. Answers with its numbers in the look's working space after each \
      step, and with the stored color.
      """,
    arguments: ToolArgument.configuredLook + [
      ToolArgument("color", .text, "A color as a recipe writes it: \"#c08060\", or \"rgb(0.5, 0.2, 0.1)\"."),
      ToolArgument("at", .text, "The pixel it is at, which grain depends on: \"120,80\"."),
    ] + ToolArgument.renderOptions.filter { $0.name == "shots" }, needed: ["color"]
  ) { (arguments, session) throws(Refusal) in
    var look = try session.look(arguments.look())
    if let shot = Shot(settings: arguments.texts("shots")) {
      look.shot = shot
    } else {
      throw Refusal(.usage, "'shots' is a list such as [\"iso=800\"]")
    }
    let (color, diagnostics) = probedColor(arguments.text("color") ?? "", in: look.look)
    guard let color else { throw Refusal(.usage, "'color' is no color", diagnostics) }
    guard let place = ColorProbe.Place(argument: arguments.text("at") ?? "0,0") else {
      throw Refusal(.usage, "'at' is the column and the row of a pixel, such as \"120,80\"")
    }
    let probe = ColorProbe(color, through: look.bound, shot: look.shot, at: place)
    return ToolAnswer(probe.text(swatches: false), JSONObject([("probe", JSONValue(probe))]))
  }

  static let test = Tool(
    name: "test",
    summary: """
      Check whether a look meets its 'expect' lines, such as 'expect neutral within 1'. Patches of color are rendered \
      and compared in dE2000.
      """,
    arguments: ToolArgument.configuredLook
  ) { (arguments, session) throws(Refusal) in
    let request = try arguments.look()
    let look = try session.look(request)
    let source = try session.files.recipe(request).0
    let results = try refusing(on: source.name) { () throws(ImageError) in try testExpectations(of: look) }
    let failed = results.count { !$0.holds }
    let verdict = Test.verdict(failed: failed, of: results.count)
    return ToolAnswer(
      (results.map(Test.text) + [verdict]).joined(separator: "\n"),
      ["failed": JSONValue(failed), "expectations": .array(results.map { Test.json($0, source) })], isError: failed > 0)
  }

  static let list = Tool(
    name: "list",
    summary: """
      List the looks that come with Tintype: names, tags, and what each is about. With a look, answers with its \
      parameters, their ranges and its variants instead.
      """,
    arguments: [.look, .recipe, ToolArgument("tag", .text, "Only looks with this tag.")]
  ) { (arguments, session) throws(Refusal) in
    if arguments["look"] != nil || arguments["recipe"] != nil {
      let request = try arguments.look()
      let look = try session.look(request).look
      let name = request.recipe == nil ? request.name : look.name
      return ToolAnswer(List.text(name, look), JSONObject([("look", look.listing(as: name))]))
    }
    let tag = arguments.text("tag")
    var (lines, entries): ([String], [JSONValue]) = ([], [])
    for group in shippedGroups {
      for source in group.looks {
        guard let header = compile(source).look?.header, tag.map(header.tags.contains) ?? true else { continue }
        let words = [source.name, header.about ?? "", header.tags.joined(separator: ", ")]
        lines.append(words.filter { !$0.isEmpty }.joined(separator: " | "))
        entries.append([
          "name": JSONValue(source.name), "group": JSONValue(group.title), "about": JSONValue(header.about),
          "tags": JSONValue(header.tags),
        ])
      }
    }
    return ToolAnswer(lines.joined(separator: "\n"), ["looks": .array(entries)])
  }

  static let help = Tool(
    name: "help",
    summary: """
      Explain a name: a function, step, unit, keyword or type of the language, a look, the code of an error or \
      warning, an option.
      """,
    arguments: [ToolArgument("name", .text, "Such as grain, smoothstep, ev, unknown-name.")], needed: ["name"]
  ) { (arguments, _) throws(Refusal) in
    do throws(ValidationError) {
      let text = try Help(name: arguments.text("name") ?? "").text()
      return ToolAnswer(text, ["text": JSONValue(text)])
    } catch {
      throw Refusal(.usage, error.message)
    }
  }
}
