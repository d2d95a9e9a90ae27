public import CTintype
import Synchronization
import Tintype
import TintypeExecutor
import TintypeIR
import TintypeIntrinsics
import TintypeSystem

/// What a `tintype_look` is.
final class LoadedLook: Sendable {
  let look: ConfiguredLook
  let description: LookDescription
  /// The renderer of the last pictures, since the next ones mostly have their format.
  let renderer = Mutex<(key: RendererKey, renderer: PictureRenderer)?>(nil)

  init(_ look: ConfiguredLook) {
    self.look = look
    description = LookDescription(look)
  }
}

/// The description of a look, as a C structure.
final class LookDescription: @unchecked Sendable {
  private var texts: [UnsafeMutablePointer<CChar>] = []
  private var lists: [UnsafeMutablePointer<UnsafePointer<CChar>?>] = []
  private(set) var title: UnsafePointer<CChar>?
  private(set) var about: UnsafePointer<CChar>?
  private(set) var variants: UnsafePointer<UnsafePointer<CChar>?>?
  let parameters: UnsafeMutableBufferPointer<tintype_parameter>
  let values: UnsafeMutableBufferPointer<tintype_value>

  init(_ configured: ConfiguredLook) {
    let look = configured.look
    parameters = .allocate(capacity: look.parameters.count)
    values = .allocate(capacity: look.parameters.count)
    title = text(look.name)
    about = look.header.about.map(text)
    variants = list(look.variants.map(\.name))
    for (index, parameter) in look.parameters.enumerated() {
      let range = ends(parameter.hardRange, of: parameter)
      let slider = ends(parameter.sliderRange ?? parameter.hardRange, of: parameter)
      parameters.initializeElement(
        at: index,
        to: tintype_parameter(
          name: text(parameter.name), type: text(parameter.type.rawValue),
          default_value: text(look.listed(parameter.defaultValue, of: parameter)),
          choices: parameter.choices.isEmpty ? nil : list(parameter.choices), minimum: range.0, maximum: range.1,
          slider_minimum: slider.0, slider_maximum: slider.1, step: parameter.step.map(parameter.inUnit) ?? 0,
          unit: parameter.unit.map(text), group: parameter.group.map(text), label: parameter.label.map(text),
          documentation: parameter.documentation.map(text)))
      let numbers = configured.numbers(of: index)
      let padded = numbers + [Double](repeating: 0, count: 4 - numbers.count)
      values.initializeElement(
        at: index,
        to: tintype_value(
          parameter: index, count: numbers.count, numbers: (padded[0], padded[1], padded[2], padded[3]),
          text: numbers.isEmpty ? text(look.listed(configured.values[index], of: parameter)) : nil))
    }
  }

  deinit {
    parameters.deallocate()
    values.deallocate()
    for text in texts { free(text) }
    for list in lists { list.deallocate() }
  }

  private func ends(_ range: ClosedRange<Double>?, of parameter: Parameter) -> (Double, Double) {
    guard let range else { return (-.infinity, .infinity) }
    return (parameter.inUnit(range.lowerBound), parameter.inUnit(range.upperBound))
  }

  private func text(_ text: String) -> UnsafePointer<CChar> {
    texts.append(strdup(text)!)
    return UnsafePointer(texts[texts.count - 1])
  }

  private func list(_ items: [String]) -> UnsafePointer<UnsafePointer<CChar>?> {
    let memory = UnsafeMutablePointer<UnsafePointer<CChar>?>.allocate(capacity: items.count + 1)
    for (index, item) in items.enumerated() { (memory + index).initialize(to: text(item)) }
    (memory + items.count).initialize(to: nil)
    lists.append(memory)
    return UnsafePointer(memory)
  }
}

/// See `tintype.h`.
@c @implementation
public func tintype_abi() -> Int32 { TINTYPE_ABI }

private let version = CText(tintypeVersion)

/// See `tintype.h`.
@c @implementation
public func tintype_version() -> UnsafePointer<CChar>! { version.bytes }

/// See `tintype.h`.
@c @implementation
public func tintype_processor_is_supported() -> Bool { Execution.isSupportedHere }

/// Allocated once.
private nonisolated(unsafe) let shippedNames = names(shippedLooks.map(\.name))

/// A list of texts, then nil, that lives as long as the program.
func names(_ texts: [String]) -> UnsafePointer<UnsafePointer<CChar>?> {
  let memory = UnsafeMutablePointer<UnsafePointer<CChar>?>.allocate(capacity: texts.count + 1)
  for (index, text) in texts.enumerated() { (memory + index).initialize(to: UnsafePointer(strdup(text)!)) }
  (memory + texts.count).initialize(to: nil)
  return UnsafePointer(memory)
}

/// See `tintype.h`.
@c @implementation
public func tintype_shipped_looks() -> UnsafePointer<UnsafePointer<CChar>?>! { shippedNames }

/// See `tintype.h`.
@c @implementation
public func tintype_look_open(
  _ name: UnsafePointer<CChar>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> OpaquePointer! {
  orNil(error) {
    let name = try text(name, "name")
    do {
      return handle(LoadedLook(try ConfiguredLook(named: name)))
    } catch let error as ImageError {
      throw Failure(ExitStatus(error.kind), "\(name.escapedForDisplay): \(error.message)")
    }
  }
}

/// See `tintype.h`.
@c @implementation
public func tintype_look_parse(
  _ recipe: UnsafePointer<CChar>!, _ folder: UnsafePointer<CChar>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> OpaquePointer! {
  orNil(error) {
    let folder = folder.map { FilePath(String(cString: $0)) }
    return handle(LoadedLook(try ConfiguredLook(text: text(recipe, "text"), folder: folder)))
  }
}

/// See `tintype.h`.
@c @implementation
public func tintype_look_configure(
  _ look: OpaquePointer!, _ variant: UnsafePointer<CChar>!, _ settings: UnsafePointer<UnsafePointer<CChar>?>!,
  _ count: Int, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> OpaquePointer! {
  orNil(error) {
    let loaded: LoadedLook = try object(look, "look")
    guard count == 0 || settings != nil else { throw Failure(.usage, "'settings' is NULL") }
    let texts = try (0..<count).map { SourceFile(name: "settings[\($0)]", text: try text(settings[$0], "settings")) }
    let variant = try loaded.look.look.variant(named: variant.map { String(cString: $0) })
    return handle(LoadedLook(try loaded.look.setting(texts, variant: variant)))
  }
}

/// See `tintype.h`.
@c @implementation
public func tintype_look_give_picture(
  _ look: OpaquePointer!, _ parameter: UnsafePointer<CChar>!, _ file: UnsafePointer<CChar>!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> OpaquePointer! {
  orNil(error) {
    let loaded: LoadedLook = try object(look, "look")
    var pictures = loaded.look.pictures
    pictures[try text(parameter, "parameter")] = FilePath(try text(file, "file"))
    return handle(LoadedLook(try loaded.look.giving(pictures: pictures)))
  }
}

/// See `tintype.h`.
@c @implementation
public func tintype_look_free(_ look: OpaquePointer!) { release(look, LoadedLook.self) }

private func description(_ look: OpaquePointer?) -> LookDescription? {
  (try? object(look, "look") as LoadedLook)?.description
}

/// See `tintype.h`.
@c @implementation
public func tintype_look_title(_ look: OpaquePointer!) -> UnsafePointer<CChar>! { description(look)?.title }

/// See `tintype.h`.
@c @implementation
public func tintype_look_about(_ look: OpaquePointer!) -> UnsafePointer<CChar>! { description(look)?.about }

/// See `tintype.h`.
@c @implementation
public func tintype_look_variants(_ look: OpaquePointer!) -> UnsafePointer<UnsafePointer<CChar>?>! {
  description(look)?.variants
}

/// See `tintype.h`.
@c @implementation
public func tintype_look_parameter_count(_ look: OpaquePointer!) -> Int { description(look)?.parameters.count ?? 0 }

/// See `tintype.h`.
@c @implementation
public func tintype_look_parameter(_ look: OpaquePointer!, _ index: Int) -> UnsafePointer<tintype_parameter>! {
  guard let parameters = description(look)?.parameters, parameters.indices.contains(index) else { return nil }
  return UnsafePointer(parameters.baseAddress! + index)
}

/// See `tintype.h`.
@c @implementation
public func tintype_look_value(_ look: OpaquePointer!, _ index: Int) -> UnsafePointer<tintype_value>! {
  guard let values = description(look)?.values, values.indices.contains(index) else { return nil }
  return UnsafePointer(values.baseAddress! + index)
}

/// See `tintype.h`.
@c @implementation
public func tintype_look_set(
  _ look: OpaquePointer!, _ variant: UnsafePointer<CChar>!, _ values: UnsafePointer<tintype_value>!, _ count: Int,
  _ flags: UInt32, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> OpaquePointer! {
  orNil(error) {
    let loaded: LoadedLook = try object(look, "look")
    guard count == 0 || values != nil else { throw Failure(.usage, "'values' is NULL") }
    guard flags & ~UInt32(TINTYPE_CLAMP) == 0 else { throw Failure(.usage, "'flags' has unknown bits: \(flags)") }
    let given = try (0..<count).map { index in
      try ParameterValue(values[index], "values[\(index)]", of: loaded.look.look.parameters.count)
    }
    let variant = try loaded.look.look.variant(named: variant.map { String(cString: $0) })
    let clamps = flags & UInt32(TINTYPE_CLAMP) != 0
    return handle(LoadedLook(try loaded.look.setting(values: given, variant: variant, clamping: clamps)))
  }
}

extension ParameterValue {
  fileprivate init(_ value: tintype_value, _ name: String, of parameters: Int) throws(Failure) {
    guard value.parameter < parameters else {
      throw Failure(.usage, "'\(name)' is of parameter \(value.parameter), and the look has \(parameters)")
    }
    guard value.count <= 4 else { throw Failure(.usage, "'\(name)' has \(value.count) numbers; 4 is the most") }
    let numbers = [value.numbers.0, value.numbers.1, value.numbers.2, value.numbers.3].prefix(value.count)
    let content: Content = try value.count == 0 ? .text(text(value.text, "\(name).text")) : .numbers(Array(numbers))
    self.init(parameter: value.parameter, content)
  }
}

/// See `tintype.h`.
@c @implementation
public func tintype_look_traits(_ look: OpaquePointer!) -> UInt32 {
  guard Execution.isSupportedHere, let loaded = try? object(look, "look") as LoadedLook else { return 0 }
  return loaded.look.traits.rawValue
}
