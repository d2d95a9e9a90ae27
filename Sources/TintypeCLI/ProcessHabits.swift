#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Ends the program when an argument is not UTF-8: what follows sees such a name repaired, which is another file's name.
func refuseArgumentsOtherThanUTF8() {
  for index in 1..<max(1, Int(CommandLine.argc)) {
    guard let argument = CommandLine.unsafeArgv[index], String(validatingCString: argument) == nil else { continue }
    StandardError.print(displayed(String(cString: argument)), "this name is not UTF-8; rename the file")
    endProgram(.usage)
  }
}

/// Lets writing beyond the largest allowed file size fail like a full disk; otherwise a signal would end the program
/// and leave its temporary file.
func reportFullFilesAsErrors() {
  signal(SIGXFSZ, SIG_IGN)
}
