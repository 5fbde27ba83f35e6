import StoreMacros

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The program that the compiler starts to expand macros.
@main struct StoreMacrosPlugin {
  static func main() {
    #if canImport(Glibc) || canImport(Musl) || canImport(Darwin)
      // When the compiler has ended, the next write fails and the plugin ends without a crash.
      signal(SIGPIPE, SIG_IGN)
    #endif
    MessageStream(input: 0, output: 1).serve(Plugin.answer)
  }
}
