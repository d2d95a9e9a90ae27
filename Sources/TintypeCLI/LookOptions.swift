import ArgumentParser
import Tintype

/// The arguments of every command that asks about one look.
struct LookOptions: ParsableArguments {
  @Argument(help: RecipeLoading.lookHelp, completion: Completions.looks)
  var look: String

  @OptionGroup var parameters: ParameterOptions

  /// The look with the values of the command line; what is wrong with it or with them is printed.
  ///
  /// - Parameter memory: the most that compiling may take; nil for no limit.
  func configured(memory: ByteCount? = nil) throws -> ConfiguredLook {
    try parameters.look(in: try RecipeLoading.source(named: look), memory: memory)
  }
}
