import Foundation
public import Testing

extension Trait where Self == ConditionTrait {
  /// Only where the mode of a file binds this process. The superuser is not bound by it, unless the capabilities
  /// `dac_override` and `dac_read_search` are dropped, as `Scripts/test` does.
  public static var whereModesBind: Self {
    .enabled("the superuser may write everywhere") {
      let scratch = try ScratchFolder()
      try scratch.write([], to: "read-only")
      return chmod(scratch.path + "/read-only", 0o444) == 0 && access(scratch.path + "/read-only", W_OK) != 0
    }
  }
}
