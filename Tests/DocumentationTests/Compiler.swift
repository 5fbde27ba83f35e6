#if os(Linux) || os(macOS)
  import Foundation

  /// Runs the compiler with the modules that were built along with these tests.
  enum Compiler {
    static let isAvailable = (try? Shell.run("swiftc --version", in: Repository.root)) != nil

    /// The compiler's diagnostics for the files of a program; empty if they compile.
    static func diagnostics(of files: [URL], options: String = "") throws -> String {
      let products = try Shell.demo().deletingLastPathComponent().path
      let folders = ["CCurl", "CEdit", "CSQLite", "StoreInspection/Report/Page/include"]
      let headers = folders.map { "-I '\(Repository.root.path)/Sources/\($0)'" }
      let command =
        "swiftc -typecheck -wmo -diagnostic-style llvm -parse-as-library -swift-version 6 -I '\(products)/Modules' "
        + headers.joined(separator: " ")
        + " -load-plugin-executable '\(products)/StoreMacrosPlugin-tool#StoreMacrosPlugin' \(options) "
        + files.map { "'\($0.path)'" }.joined(separator: " ")
      do {
        return try Shell.run(command, in: Repository.root)
      } catch let failure as Shell.Failure {
        return failure.output
      }
    }
  }
#endif
