import ArgumentParser
import Tintype
import TintypeImage

/// Which photos are decoded in a confined process.
struct ConfinementOptions: ParsableArguments {
  @Flag(
    inversion: .prefixedNo,
    help: "Decode photos of all formats in a confined process, not only those with a poor record.")
  var confine: Bool?

  @Flag(help: "Refuse to decode where the system cannot confine a process in full.")
  var requireConfinement = false

  /// Sets it for all photos that are opened from here on.
  ///
  /// - Parameter byDefault: whether all formats are confined unless an option says otherwise.
  func apply(byDefault: Bool = false) {
    let all = confine ?? byDefault
    let wanted = Confinement(all ? .everything : .poorRecord, isRequired: requireConfinement)
    do throws(ImageError) {
      try wanted.check()
    } catch {
      StandardError.print("tintype: \(error.messageWithWayOut)")
      endProgram(Status(error.kind))
    }
    if all, let missing = Confinement.missing {
      StandardError.print("tintype: decoders are not confined in full: this system lacks \(missing)")
    }
    Confinement.standard = wanted
  }
}
