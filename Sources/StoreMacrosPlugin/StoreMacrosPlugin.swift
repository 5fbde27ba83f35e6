import StoreMacros

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The program that the compiler runs to expand macros.
@main struct StoreMacrosPlugin {
  static func main() {
    #if canImport(Glibc) || canImport(Musl) || canImport(Darwin)
      // A compiler that has gone away is no reason to die noisily: the next write fails, and that is the end.
      signal(SIGPIPE, SIG_IGN)
    #endif
    MessageStream(input: 0, output: 1).serve(Plugin.answer)
  }
}
