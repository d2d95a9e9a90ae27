import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax

// `picture "paper.png"`: a picture besides the photo. Its pixels come with each render; the name is all that is known.
extension Analyzer {
  /// The picture in a file.
  mutating func picture(_ syntax: FileSyntax) throws(Reported) -> TypedExpression {
    let place = syntax.location
    if isSetting { throw reported(.pictureInSetting(at: place)) }
    guard let text = syntax.path.stringValue else { throw Reported() }
    let path = try path(text, at: syntax.path.location, from: self.place(of: place.file))
    try loaded(path, at: syntax.path.location) { (loader) throws(LoadFailure) in try loader.checkPicture(at: path) }
    return TypedExpression(.constant(TextLanes.lanes(of: path.description)), .value(.picture), at: place)
  }
}
