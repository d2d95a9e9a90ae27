import Tintype
import TintypeSystem

/// Ends the program if its arguments cannot be read: on Linux, Swift reads them from a file of the kernel.
func refuseUnknownArguments() {
  guard CommandLine.argc < 1 else { return }
  StandardError.print("tintype: the arguments cannot be read; mount /proc, which has them")
  endProgram(.noInput)
}

/// Ends the program if an argument is not UTF-8: later code would see a repaired name, which could be that of another
/// file.
func refuseArgumentsOtherThanUTF8() {
  for index in 1..<max(1, Int(CommandLine.argc)) {
    guard let argument = CommandLine.unsafeArgv[index], String(validatingCString: argument) == nil else { continue }
    StandardError.print(displayed(String(cString: argument)), "this name is not UTF-8; rename the file")
    endProgram(.usage)
  }
}

/// Ends the program if the limit on open files is so low that the system's queues would trap.
func refuseTooFewFiles() {
  var limit = rlimit()
  #if canImport(Glibc)
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    let resource = RLIMIT_NOFILE
  #endif
  guard getrlimit(resource, &limit) == 0, limit.rlim_cur < 16 else { return }
  StandardError.print(
    "tintype: only \(limit.rlim_cur) files may be open at once, and 16 are needed; ulimit -n raises it")
  endProgram(.limit)
}

/// Lets a write beyond the process's file size limit fail as on a full disk; otherwise SIGXFSZ would end the program
/// and leave its temporary file.
func ignoreFileSizeSignal() {
  signal(SIGXFSZ, SIG_IGN)
}

/// Suspends the thread.
func pause(milliseconds: UInt32) { usleep(milliseconds * 1000) }
