#if os(Linux) || os(macOS)
  import Foundation
  import Testing

  /// Runs the compiler on sources, with the plugin and the modules that were built along with these tests.
  enum Compiler {
    static let isAvailable = (try? SwiftFiles.run(["swiftc", "--version"])) != nil

    /// The folder with the build products.
    private static func products() throws -> URL {
      // On Linux the test bundle is the running program; on macOS another program loads it.
      let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
      let folders = (bundles + [URL(filePath: CommandLine.arguments[0])]).map { $0.deletingLastPathComponent() }
      return try #require(folders.first { FileManager.default.fileExists(atPath: plugin(in: $0).path) })
    }

    /// Whether a module was built along with these tests.
    static func hasModule(_ name: String) -> Bool {
      guard let modules = try? products().appending(path: "Modules") else { return false }
      return FileManager.default.fileExists(atPath: modules.appending(path: "\(name).swiftmodule").path)
    }

    /// The folders with the declarations of C modules that command lines import.
    private static let headers = ["Sources/CEdit", "Sources/StoreInspection/Report/Page/include"]

    private static func plugin(in folder: URL) -> URL {
      folder.appending(path: "StoreMacrosPlugin-tool")
    }

    /// The errors, warnings and notes of the compiler for sources, each with its file name. Empty if they compile.
    ///
    /// - Parameter action: The mode of the compiler. After an error of types it stops, without diagnosing the flow of
    ///   values.
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
      // SwiftPM names a package after its folder.
      let package = String(
        SwiftFiles.package.lastPathComponent.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" }
      )
      // A compiler replaces what it is told to write, and may be run by somebody who may replace devices.
      let product = action == ["-typecheck"] ? [] : ["-o", folder.appending(path: "product").path]
      let command =
        ["swiftc"] + action + product + ["-parse-as-library", "-module-name", module, "-package-name", package]
        + ["-I", products.appending(path: "Modules").path]
        + headers.flatMap { ["-I", SwiftFiles.package.appending(path: $0).path] }
        + ["-load-plugin-executable", "\(plugin(in: products).path)#StoreMacrosPlugin"]
        + options + sources.map { folder.appending(path: $0.name).path }
      let output = try SwiftFiles.output(of: command)
      // The folder has another name each time.
      return output.replacingOccurrences(of: folder.path + "/", with: "")
    }
  }
#endif
