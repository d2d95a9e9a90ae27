/// How a container writes the blocks that both containers know.
protocol MetadataForm {
  static func exif(_ block: [UInt8]) -> MetadataItem
  static func xmp(_ packet: [UInt8]) -> MetadataItem
  static func iccProfile(_ profile: [UInt8]) -> [MetadataItem]
}
