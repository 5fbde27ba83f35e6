import Foundation

/// Swift files that compile: those of this package, and the interfaces of the toolchain's modules.
enum SwiftFiles {
  static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// This package's own files, without build products and the files in documentation catalogs.
  static func ofThisPackage() -> [URL] {
    files(in: package, named: ["swift"]).filter { !$0.path.contains(".docc/") }
  }

  /// The files of the toolchain; empty if there is no compiler.
  static func ofTheToolchain() throws -> [URL] {
    #if os(Linux) || os(macOS)
      struct TargetInformation: Decodable {
        struct Paths: Decodable {
          let runtimeResourcePath: String
        }
        let paths: Paths
      }
      guard let output = try run(["swiftc", "-print-target-info"]) else { return [] }
      let resources = try JSONDecoder().decode(TargetInformation.self, from: output).paths.runtimeResourcePath
      return files(in: URL(filePath: resources), named: ["swift", "swiftinterface"])
    #else
      return []
    #endif
  }

  private static func files(in folder: URL, named extensions: Set<String>) -> [URL] {
    guard let paths = FileManager.default.enumerator(atPath: folder.path) else { return [] }
    var found: [String] = []
    while let path = paths.nextObject() as? String {
      if URL(filePath: path).lastPathComponent.hasPrefix(".") {
        paths.skipDescendants()
      } else if extensions.contains(URL(filePath: path).pathExtension) {
        found.append(path)
      }
    }
    return found.sorted().map { folder.appending(path: $0) }
  }

  #if os(Linux) || os(macOS)
    /// The output of a command; `nil` if the command is missing or fails.
    static func run(_ command: [String]) throws -> Data? {
      let result = try result(of: command)
      return result.status == 0 ? result.output : nil
    }

    /// The output of a command including its errors, even if it fails.
    static func output(of command: [String]) throws -> String {
      String(decoding: try result(of: command, withErrors: true).output, as: UTF8.self)
    }

    private static func result(
      of command: [String],
      withErrors: Bool = false
    ) throws -> (status: Int32, output: Data) {
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      // Output to a file never blocks the command, however much it is, while a pipe would have to be read.
      let file = folder.appending(path: "output")
      try Data().write(to: file)
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = command
      process.standardInput = FileHandle.nullDevice
      let output = try FileHandle(forWritingTo: file)
      process.standardOutput = output
      process.standardError = withErrors ? output : FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      return (process.terminationStatus, try Data(contentsOf: file))
    }
  #endif
}
