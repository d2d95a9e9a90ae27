/// Names in shaders.
enum ShaderName {
  /// What no value may be called, because it is a word in one of the languages or of the frame: so a name is the same
  /// in all of them.
  static let reserved: Set<String> = frame.union(words).union(types)

  /// What the frame of a shader calls its own.
  private static let frame: Set<String> = [
    "bounds", "destination", "draw", "extent", "frame", "input", "origin", "passes", "photoSeed", "picture", "pixel",
    "place", "position", "result", "sampler", "settings", "Settings", "source", "stored", "to", "transform",
    "p_Width", "p_Height", "p_X", "p_Y", "p_R", "p_G", "p_B", "p_A",
  ]

  /// `vec3`, `int2`, `float4x4`, and types without a number.
  private static let types: Set<String> = {
    let kinds = "float half double int uint short ushort bool char uchar vec ivec uvec bvec mat".split(separator: " ")
    let numbered = kinds.flatMap { kind in
      (2...4).flatMap { columns in ["\(kind)\(columns)"] + (2...4).map { "\(kind)\(columns)x\($0)" } }
    }
    return Set(numbered).union(["f16", "f32", "i32", "u32", "ptr", "sampler2D", "sampler3D"])
  }()

  private static let words = Set(
    """
    active alias and array as asm asm_fragment attribute atomic auto ballot binding bitcast bool boolean break buffer \
    byte case cast catch cbuffer centroid char class column_major common compile const const_assert constant continue \
    continuing debugger default delete destination device diagnostic discard do double dword else enable enum explicit \
    export extern external false fallthrough filter fixed flat float fn for foreach fragment friend from get goto \
    groupshared half handle highp if impl import in inline inout int interface invariant kernel layout let line \
    lineadj linear long loop lowp macro main matrix mediump metal mod module move mutable namespace new noinline \
    nointerpolation non_coherent noperspective not null nullptr of operator or out output override packoffset \
    partition pass patch pixelfragment point precise precision private protected public pub ptr readonly ref register \
    require resource return row_major sample sampler samplerstate select self set shader shared short signed sizeof \
    smooth snorm static std stddef storage string struct sub subroutine super superp switch target tbuffer technique \
    template texture this thread thread_local throw trait triangle triangleadj true try type typedef typename typeof \
    uint unorm uniform union unless unsigned use using var varying vec vector vertex void volatile wgsl where while \
    with workgroup writeonly xor yield abs all any atan atan2 ceil clamp clip cos cross degrees distance dot exp exp2 \
    floor fma fract frac length lerp log log2 max min mix modf normalize pow radians reflect refract round rsqrt \
    saturate sign sin sqrt step tan tanh trunc associatedtype defer extension fileprivate func guard init internal is \
    nil protocol repeat rethrows subscript throws
    """.split(separator: " ").map(String.init))

  /// Letters, digits and `_`; a shader allows no two `_` in a row.
  static func identifier(_ name: String) -> String {
    var out = ""
    for scalar in name.unicodeScalars {
      let isWord = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      if isWord { out.unicodeScalars.append(scalar) } else if !out.hasSuffix("_") { out += "_" }
    }
    if out.first?.isNumber ?? true { out = "v" + out }
    return out.hasPrefix("gl_") || out.hasPrefix("tt_") ? "v" + out : out
  }

  /// The name of a parameter.
  static func uniform(_ parameter: String) -> String {
    let name = identifier(parameter)
    return reserved.contains(name) ? name + "_" : name
  }

  /// A name of words, the first in lower case: `tumbleDown`.
  static func camelCase(_ name: String) -> String {
    let words = identifier(name).split(separator: "_")
    let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
    let joined = (words.first.map(String.init) ?? "look") + rest.joined()
    return reserved.contains(joined) ? joined + "Look" : joined
  }
}
