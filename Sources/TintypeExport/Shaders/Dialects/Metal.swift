/// Metal, as kernels of Core Image.
///
/// Core Image counts rows from the bottom and has images of linear, premultiplied light anywhere in the plane. So a
/// kernel takes the extent of each image, and counts from the top left corner of the photo.
struct Metal: ShaderDialect {
  let numberSuffix = "f"

  /// Whether the kernel is given a pixel instead of the photo: Core Image runs several of these at once.
  var isColorKernel = false

  func drawing(_ readsItsPixelOnly: Bool) -> any ShaderDialect { Metal(isColorKernel: readsItsPixelOnly) }

  func name(of type: ShaderType) -> String {
    switch type.kind {
    case .picture, .table: "tt_Picture"
    default: type.name
    }
  }

  func function(_ name: String, _ parameters: [(type: ShaderType, name: String)], _ result: ShaderType) -> String {
    let list = parameters.map { "\(self.name(of: $0.type)) \($0.name)" }.joined(separator: ", ")
    return "static inline \(self.name(of: result)) \(name)(\(list)) {"
  }

  func fetch(_ picture: ShaderCode, _ place: ShaderCode, isTable: Bool) -> ShaderCode {
    .call(isTable ? "tt_fetchTable" : "tt_fetch", [picture, place], lanes: 4)
  }

  func size(of picture: ShaderCode, isTable: Bool) -> ShaderCode {
    if isColorKernel { return ShaderCode("extent.zw", lanes: 2) }
    return ShaderCode(isTable ? "int(\(picture.text).extent.z)" : "int2(\(picture.text).extent.zw)", lanes: 2)
  }

  func stored(_ picture: String) -> ShaderCode {
    let whole = isColorKernel ? ShaderCode(picture) : fetch(ShaderCode(picture), ShaderCode("pixel"), isTable: false)
    return .call("tt_straight", [whole], lanes: 4)
  }

  /// Functions for kernels that read pictures.
  static let pictureFunctions = """
    // An image, and where it is.
    struct tt_Picture {
      coreimage::sampler image;
      float4 extent;
    };

    // A pixel of an image, counted from its top left corner.
    static inline float4 tt_fetch(tt_Picture picture, int2 pixel) {
      float2 corner = float2(picture.extent.x, picture.extent.y + picture.extent.w);
      float2 place = corner + float2(float(pixel.x) + 0.5f, -0.5f - float(pixel.y));
      return picture.image.sample(picture.image.transform(place));
    }

    // An entry of a table of three dimensions, whose layers are below each other.
    static inline float4 tt_fetchTable(tt_Picture table, int3 entry) {
      return tt_fetch(table, int2(entry.x, entry.y + entry.z * int(table.extent.z)));
    }

    // The first pixel of an image, in pixels of the photo.
    static inline int2 tt_origin(float4 image, float4 photo) {
      return int2(int(floor(image.x - photo.x + 0.5f)), int(floor(photo.y + photo.w - image.y - image.w + 0.5f)));
    }
    """

  /// What all kernels need.
  static let functions = """
    // Without the factor of alpha.
    static inline float4 tt_straight(float4 color) {
      return color.a > 0.0f ? float4(color.rgb / color.a, color.a) : float4(0.0f);
    }
    """

  /// The kernel alone: ``functions``, the unit's functions and the head stand once in a file.
  func text(of unit: ShaderUnit) -> [String] {
    var arguments: [ShaderUnit.Uniform] = []
    var first = [
      "int2 pixel = int2(int(floor(to.coord().x - extent.x)), int(floor(extent.y + extent.w - to.coord().y)));"
    ]
    var images: [String] = []
    for picture in unit.pictures {
      guard !isColorKernel else {
        images.append("sample_t \(picture.name)")
        continue
      }
      let (image, itsExtent) = ("image_" + picture.name, "extent_" + picture.name)
      images += ["coreimage::sampler \(image)", "float4 \(itsExtent)"]
      first.append("tt_Picture \(picture.name) = {\(image), \(itsExtent)};")
      if picture.hasOrigin {
        first.append("int2 \(ShaderUnit.origin(of: picture.name)) = tt_origin(\(itsExtent), extent);")
      }
    }
    for uniform in unit.uniforms {
      // Arguments of kernels are floats.
      guard uniform.type.kind != .float else {
        arguments.append(uniform)
        continue
      }
      let argument = ShaderUnit.Uniform(
        name: "number_" + uniform.name, type: .float(uniform.type.lanes), remark: uniform.remark,
        documentation: uniform.documentation)
      arguments.append(argument)
      let value =
        uniform.type == .bool ? "\(argument.name) != 0.0f" : "\(name(of: uniform.type))(\(argument.name))"
      first.append("\(name(of: uniform.type)) \(uniform.name) = \(value);")
    }
    arguments.append(.init(name: "extent", type: .float(4), remark: "of the photo: x, y, width, height"))
    var lines = [""] + unit.head.map { $0.asComment() }
    lines += arguments.flatMap { $0.documentation.map { $0.asComment() } }
    lines.append("float4 \(unit.name)(")
    lines += images.map { "    \($0)," }
    lines += arguments.flatMap { argument in
      ShaderUnit.Uniform(name: argument.name, type: argument.type, remark: argument.remark)
        .line("\(name(of: argument.type)) \(argument.name),")
    }.map { "    " + $0 }
    let result = unit.result.text
    let last =
      unit.isLast
      ? ["float4 result = \(result);", "return float4(result.rgb * result.a, result.a);"] : ["return \(result);"]
    return lines + unit.body(["    destination to) {"] + first, last)
  }
}
