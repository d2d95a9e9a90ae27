// The system's C library, by the name that the platform has for it. `import TintypeSystem` stands for all of them.

#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#elseif canImport(WASILibc)
  @_exported public import WASILibc
#else
  @_exported public import Darwin
#endif
