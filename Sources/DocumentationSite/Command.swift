import Foundation

/// A program that runs, and what it prints.
struct Command {
  private let process = Process()
  private let output: URL
  private let name: String

  /// Starts a program of the `PATH`.
  init(_ arguments: [String], in folder: URL) throws {
    name = arguments.prefix(2).joined(separator: " ")
    // A file takes any amount of output without anyone reading it meanwhile.
    output = FileManager.default.temporaryDirectory.appending(path: "docs-\(UUID().uuidString)")
    try Data().write(to: output)
    let handle = try FileHandle(forUpdating: output)
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
  }

  /// Waits for its end, and returns its status and what it printed.
  func end() -> (status: Int32, output: String) {
    process.waitUntilExit()
    let text = (try? Data(contentsOf: output)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    try? FileManager.default.removeItem(at: output)
    return (process.terminationStatus, text)
  }

  /// Waits for its end, which has to be a good one.
  func succeed() throws {
    let (status, output) = end()
    guard status == 0 else { throw SiteFailure("`\(name)` ended with status \(status):\n\(output)") }
  }
}

/// Why there is no site.
struct SiteFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
