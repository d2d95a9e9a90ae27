/// Tags of TIFF 6.0, its supplements, EXIF 2.32, DCF and DNG 1.6.
enum TIFFTag {
  static let newSubfileType = 0xFE
  static let width = 0x100
  static let height = 0x101
  static let bitsPerSample = 0x102
  static let compression = 0x103
  static let photometric = 0x106
  static let imageDescription = 0x10E
  static let make = 0x10F
  static let model = 0x110
  static let stripOffsets = 0x111
  static let orientation = 0x112
  static let samplesPerPixel = 0x115
  static let rowsPerStrip = 0x116
  static let stripByteCounts = 0x117
  static let resolutionAcross = 0x11A
  static let resolutionDown = 0x11B
  static let planarConfiguration = 0x11C
  static let resolutionUnit = 0x128
  static let software = 0x131
  static let dateTime = 0x132
  static let artist = 0x13B
  static let predictor = 0x13D
  static let sampleFormat = 0x153
  static let tileOffsets = 0x144
  static let tileByteCounts = 0x145
  static let subDirectories = 0x14A
  static let extraSamples = 0x152
  static let thumbnailOffset = 0x201
  static let thumbnailBytes = 0x202
  static let xmp = 0x2BC
  static let copyright = 0x8298
  static let captions = 0x83BB
  static let photoshopResources = 0x8649
  static let exifDirectory = 0x8769
  static let iccProfile = 0x8773
  static let positionDirectory = 0x8825
  static let dngVersion = 0xC612
  static let cropOrigin = 0xC61F
  static let cropSize = 0xC620
  // Of the two lights that a camera was calibrated under.
  static let colorMatrices = [0xC621, 0xC622]
  static let cameraCalibrations = [0xC623, 0xC624]
  static let analogBalance = 0xC627
  static let asShotWhite = 0xC629
  static let calibrationLights = [0xC65A, 0xC65B]
  static let forwardMatrices = [0xC714, 0xC715]

  // Of the EXIF directory.
  static let exposureTime = 0x829A
  static let fNumber = 0x829D
  static let sensitivity = 0x8827
  static let standardOutputSensitivity = 0x8831
  static let recommendedExposureIndex = 0x8832
  static let isoSpeed = 0x8833
  static let dateTimeOriginal = 0x9003
  static let dateTimeDigitized = 0x9004
  static let flash = 0x9209
  static let focalLength = 0x920A
  static let subjectArea = 0x9214
  static let makerNote = 0x927C
  static let userComment = 0x9286
  static let subjectLocation = 0xA214
  static let colorSpace = 0xA001
  static let pixelWidth = 0xA002
  static let pixelHeight = 0xA003
  static let interoperabilityDirectory = 0xA005
  static let lensModel = 0xA434
  static let offsetTimeOriginal = 0x9011

  // Of the directory of interoperability.
  static let interoperabilityIndex = 1
}
