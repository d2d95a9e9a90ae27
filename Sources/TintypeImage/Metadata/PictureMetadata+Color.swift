public import TintypeColor

extension PictureMetadata {
  /// The metadata of a picture that was converted to a space: the profile of the space replaces all older statements.
  public func stating(_ space: RGBSpace) -> PictureMetadata {
    var result = self
    result.iccProfile = space.profile
    result.edit(
      exif: { $0.setColorSpace(space) },
      xmp: { $0.blank(["ICCProfile", "ColorSpace"]) })
    return result
  }

  /// The metadata without a color profile.
  public func withoutProfile() -> PictureMetadata {
    keeping(Set(MetadataItem.Kind.allCases).subtracting([.iccProfile]))
  }
}
