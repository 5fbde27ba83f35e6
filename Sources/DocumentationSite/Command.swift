import Foundation

/// A running program and its output.
struct Command {
  private let process = Process()
  private let output: URL
  private let name: String

  /// Starts a program that is found through `PATH`.
  init(_ arguments: [String], in folder: URL) throws {
    name = arguments.prefix(2).joined(separator: " ")
    // A file takes any amount of output, while a pipe would block the program until someone reads it.
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

  /// Waits until the program ends, and returns its status and output.
  func end() -> (status: Int32, output: String) {
    process.waitUntilExit()
    let text = (try? Data(contentsOf: output)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    try? FileManager.default.removeItem(at: output)
    return (process.terminationStatus, text)
  }

  /// Waits until the program ends. Throws `SiteFailure` with the output if its status is not 0.
  func succeed() throws {
    let (status, output) = end()
    guard status == 0 else { throw SiteFailure("`\(name)` ended with status \(status):\n\(output)") }
  }
}

/// The reason for which the site could not be built or shown.
struct SiteFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
