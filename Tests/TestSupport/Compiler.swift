import Foundation

/// Runs the compiler on sources, with the plugin and the modules that were built along with these tests.
package enum Compiler {
  package static let isAvailable = (try? Shell.run("swiftc --version", in: Repository.root)) != nil

  /// Whether a module was built along with these tests.
  package static func hasModule(_ name: String) -> Bool {
    guard let modules = try? products().appending(path: "Modules") else { return false }
    return FileManager.default.fileExists(atPath: modules.appending(path: "\(name).swiftmodule").path)
  }

  /// The errors, warnings and notes of the compiler for sources, each with its file name. Empty if they compile.
  ///
  /// - Parameter action: The mode of the compiler. After an error of types it stops, without diagnosing the flow of
  ///   values.
  package static func output(
    for sources: [(name: String, text: String)],
    module: String = "Sources",
    action: String = "-typecheck",
    options: [String] = ["-swift-version", "6"]
  ) throws -> String {
    try withTemporaryFolder { folder in
      let files = try sources.map { source in
        let file = folder.url.appending(path: source.name)
        try Data(source.text.utf8).write(to: file)
        return file
      }
      // A compiler replaces what it is told to write, and may be run by somebody who may replace devices.
      let product = action == "-typecheck" ? [] : ["-o", folder.path("product")]
      let output = try output(for: files, module: module, options: [action] + product + options)
      // The folder has another name each time.
      return output.replacing(folder.url.path + "/", with: "")
    }
  }

  /// The same for files that exist, which need not be in one folder.
  package static func output(for files: [URL], module: String = "Sources", options: [String]) throws -> String {
    let products = try products()
    // SwiftPM names a package after its folder.
    let package = Repository.root.lastPathComponent.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" }
    let headers = ["CConcurrency/include", "CCurl", "CEdit", "CSQLite", "CMicroHTTPD", "StoreWeb/Page/Files/include"]
      .flatMap { ["-I", Repository.root.appending(path: "Sources/\($0)").path] }
    let command =
      ["swiftc", "-parse-as-library", "-module-name", module, "-package-name", String(package)]
      + ["-I", products.appending(path: "Modules").path] + headers
      + ["-load-plugin-executable", "\(products.path)/StoreMacrosPlugin-tool#StoreMacrosPlugin"]
      + options + files.map(\.path)
    do {
      return try Shell.run(command.map { "'\($0)'" }.joined(separator: " "), in: Repository.root)
    } catch let failure as Shell.Failure {
      return failure.output
    }
  }

  /// Builds a program of one file that imports `Store`, and calls `body` with its path.
  package static func withProgram<Result>(
    _ source: URL,
    options: [String],
    body: (_ program: String) throws -> Result
  ) throws -> Result {
    try withTemporaryFolder { folder in
      let modules = ["Dependencies", "DependenciesMacros", "Store", "StoreCore"]
      // The folders also have the objects of files that are gone.
      let objects = try modules.flatMap { module in
        let map = try products().appending(path: "\(module).build/output-file-map.json")
        let files = try JSONDecoder().decode([String: [String: String]].self, from: Data(contentsOf: map))
        return files.values.compactMap { $0["object"].map { URL(filePath: $0) } }
      }
      let cObject = try products().appending(path: "CConcurrency.build/CurrentObject.c.o")
      let program = folder.path("program")
      let output = try output(
        for: [source, cObject] + objects,
        module: "Program",
        options: ["-emit-executable", "-o", program] + options
      )
      guard FileManager.default.isExecutableFile(atPath: program) else {
        throw Shell.Failure(status: 1, output: output)
      }
      return try body(program)
    }
  }

  /// How many scopes the solver of types opens for a source, and the compiler's errors.
  ///
  /// Unlike the time that the compiler takes, the number is the same each time and on each machine.
  package static func solverScopes(for source: String) throws -> (count: Int, errors: [String]) {
    try withTemporaryFolder { folder in
      let options = ["-swift-version", "6", "-diagnostic-style", "llvm", "-stats-output-dir", folder.url.path]
      let output = try output(for: [("Source.swift", source)], options: options)
      let processes = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).map {
        try JSONDecoder().decode([String: Double].self, from: Data(contentsOf: folder.url.appending(path: $0)))
      }
      return (
        Int(processes.reduce(0) { $0 + ($1["Sema.NumConstraintScopes"] ?? 0) }),
        output.split(separator: "\n").filter { $0.contains(": error: ") }.map(String.init)
      )
    }
  }

  /// The folder with the build products.
  private static func products() throws -> URL { try executable("StoreMacrosPlugin-tool").deletingLastPathComponent() }
}
