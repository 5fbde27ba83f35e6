#if os(Linux) || os(macOS)
  import Foundation
  import Testing

  /// The compiler that made these tests, with the plugin and the modules that were built along with them.
  enum Compiler {
    static let isAvailable = (try? SwiftFiles.run(["swiftc", "--version"])) != nil

    /// The folder with the build products.
    private static func products() throws -> URL {
      // On Linux the test bundle is the program that runs; on macOS it is loaded by another.
      let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
      let folders = (bundles + [URL(filePath: CommandLine.arguments[0])]).map { $0.deletingLastPathComponent() }
      return try #require(folders.first { FileManager.default.fileExists(atPath: plugin(in: $0).path) })
    }

    /// Whether a module was built along with these tests.
    static func hasModule(_ name: String) -> Bool {
      guard let modules = try? products().appending(path: "Modules") else { return false }
      return FileManager.default.fileExists(atPath: modules.appending(path: "\(name).swiftmodule").path)
    }

    /// Where the modules in C are declared that command lines need.
    private static let headers = ["Sources/CEdit", "Sources/StoreInspection/Report/Page/include"]

    private static func plugin(in folder: URL) -> URL {
      folder.appending(path: "StoreMacrosPlugin-tool")
    }

    /// What the compiler has to say of sources, each under its file name: errors, warnings, and notes with them. Empty if
    /// they compile.
    ///
    /// - Parameter action: What the compiler does. Where it has to say something of types it stops after having checked
    ///   them, and does not look at where values go.
    static func output(
      for sources: [(name: String, text: String)],
      module: String = "Sources",
      action: [String] = ["-typecheck"],
      options: [String] = ["-swift-version", "6"]
    ) throws -> String {
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      for source in sources {
        try Data(source.text.utf8).write(to: folder.appending(path: source.name))
      }
      let products = try products()
      // What SwiftPM calls the package: after its folder.
      let package = String(
        SwiftFiles.package.lastPathComponent.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" }
      )
      let command =
        ["swiftc"] + action + ["-parse-as-library", "-module-name", module, "-package-name", package]
        + ["-I", products.appending(path: "Modules").path]
        + headers.flatMap { ["-I", SwiftFiles.package.appending(path: $0).path] }
        + ["-load-plugin-executable", "\(plugin(in: products).path)#StoreMacrosPlugin"]
        + options + sources.map { folder.appending(path: $0.name).path }
      let output = try SwiftFiles.output(of: command)
      // Paths are those of a folder that has another name each time.
      return output.replacingOccurrences(of: folder.path + "/", with: "")
    }
  }
#endif
