import TintypeSystem

/// A file that appears under its name complete or not at all.
///
/// Until `commit` the bytes are in the target's folder. On Linux it has no name, so a killed process leaves nothing
/// behind. Elsewhere its name is `.NAME.tintype-RANDOM`, it is locked while it is written, and `removeStaleTemporaries`
/// deletes it if its writer was killed. An existing target is unchanged until then.
package final class OutputFile {
  /// What `commit` does if the name is taken.
  package enum IfTaken: Hashable, Sendable {
    /// Throws `.exists`.
    case refuse
    /// Replaces the file. Its permissions stay, and a link stays a link to the file.
    case replace
    /// Takes the next free name of `NAME-2.jpg`, `NAME-3.jpg`, ….
    case number
  }

  /// Where the writer writes; closed by this object.
  package let descriptor: Int32

  /// The name the file gets, unless it is numbered.
  package let target: FilePath

  private let ifTaken: IfTaken
  /// The folder of the target, which stays the same one even if somebody exchanges it for another.
  private let folder: OutputFolder
  /// The name until `commit`; nil for a file without one.
  private var temporary: [UInt8]?
  private var isPending = true

  /// Creates the file, with the permissions 0666 less the process's mask, or those of the file that it replaces.
  ///
  /// - Throws: `.cannotCreate` if the folder is missing or protected, or if the replaced file is protected or not
  ///   regular; `.io` if the disk is full or fails.
  package init(_ target: FilePath, ifTaken: IfTaken = .refuse) throws(ImageError) {
    self.ifTaken = ifTaken
    self.target = ifTaken == .replace ? try followingLinks(target) : target
    if self.target.pack?.name.isEmpty == false {
      throw ImageError(.cannotCreate, "lies in a pack, which stays as it is; 'tintype unpack' writes it to a folder")
    }
    guard !target.bytes.contains(0) else { throw systemError("cannot be created", EILSEQ) }
    let replaced = ifTaken == .replace ? try FilePermissions(replacing: self.target) : nil
    let folder = try OutputFolder(self.target.folder)
    self.folder = folder
    if let nameless = folder.nameless() {
      descriptor = nameless
    } else {
      (descriptor, temporary) = try folder.named(for: self.target.lastComponent)
    }
    replaced?.give(to: descriptor)
  }

  deinit {
    discard()
    close(descriptor)
  }

  /// Flushes to the disk and gives the file its name, atomically.
  ///
  /// - Returns: the name.
  /// - Throws: `.exists`, `.cannotCreate` if the target is a folder or its folder is gone, `.io` if the disk is full or
  ///   fails; the file is then removed.
  @discardableResult
  package func commit() throws(ImageError) -> FilePath {
    precondition(isPending, "an output file is committed once")
    var name = target
    do throws(ImageError) {
      guard retrying({ fsync(descriptor) }) == 0 || errno == EINVAL else { throw systemError("cannot be written") }
      switch ifTaken {
      case .replace: try replace()
      case .refuse: guard try take(target.lastComponent) else { throw ImageError.outputExists }
      case .number: name = try takeFreeName()
      }
      isPending = false
    } catch {
      discard()
      throw error
    }
    folder.flush()
    return name
  }

  /// Removes the file; does nothing after `commit`.
  package func discard() {
    guard isPending else { return }
    isPending = false
    if let temporary { folder.remove(temporary) }
  }

  private func takeFreeName() throws(ImageError) -> FilePath {
    for number in 1...OutputFile.largestNumber {
      let name = number == 1 ? target : target.numbered(number)
      if try take(name.lastComponent) { return name }
    }
    throw ImageError(.exists, "exists already, and so do \(OutputFile.largestNumber - 1) numbered ones")
  }

  private static let largestNumber = 9_999

  /// Gives the file this name unless something has it.
  private func take(_ name: [UInt8]) throws(ImageError) -> Bool {
    let failure = folder.link(temporary, descriptor, to: name)
    switch failure {
    case 0:
      if let temporary { folder.remove(temporary) }
      return true
    case EEXIST: return false
    case EPERM, EOPNOTSUPP, ENOSYS, EMLINK: return try renameUnlessTaken(to: name)
    default: throw systemError("cannot be created", failure)
    }
  }

  /// For file systems without hard links, such as those of memory cards.
  private func renameUnlessTaken(to name: [UInt8]) throws(ImageError) -> Bool {
    guard let temporary else { throw systemError("cannot be created", EPERM) }
    if folder.has(name) { return false }
    guard folder.rename(temporary, to: name) else { throw systemError("cannot be created") }
    return true
  }

  /// `rename` needs a name: a nameless file gets a temporary one first.
  private func replace() throws(ImageError) {
    if temporary == nil {
      let name = OutputFolder.temporaryName(for: target.lastComponent)
      guard try take(name) else { throw systemError("cannot be created", EEXIST) }
      temporary = name
    }
    guard let temporary, folder.rename(temporary, to: target.lastComponent) else {
      throw systemError("cannot be replaced")
    }
  }

  /// The path of a descriptor's file.
  static func descriptorName(_ descriptor: Int32) -> FilePath { FilePath("/proc/self/fd/\(descriptor)") }

  /// A temporary file that disappears when it is closed.
  static func scratch(in folder: FilePath) throws(ImageError) -> Int32 {
    let folder = try OutputFolder(folder)
    if let descriptor = folder.nameless() { return descriptor }
    let (descriptor, name) = try folder.named(for: Array("spool".utf8))
    folder.remove(name)
    return descriptor
  }

  /// Identifies the names of temporary files.
  static let temporaryMark = ".tintype-"
}
