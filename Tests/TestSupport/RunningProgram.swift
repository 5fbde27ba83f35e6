import Foundation
import Testing

/// A program of this package that runs, for tests that read its output meanwhile.
package final class RunningProgram {
  private let process: Process
  private let output = Pipe()
  private let folder = TemporaryFolder()
  /// What the program has printed so far.
  package private(set) var printed = ""

  /// Starts a program.
  ///
  /// - Parameter keepsInputOpen: Whether more input may come. Otherwise the program's input ends with the text.
  package init(
    _ arguments: [String],
    program: String = "DemoCLI",
    input text: String = "",
    keepsInputOpen: Bool = false,
    environment: [String: String] = [:]
  ) throws {
    let (process, input) = try TestSupport.process(arguments, program: program, environment: environment)
    self.process = process
    try folder.write("", to: "errors")
    process.standardOutput = output
    process.standardError = try FileHandle(forUpdating: folder.url.appending(path: "errors"))
    if !keepsInputOpen { process.standardInput = try TestSupport.input(text, in: folder.url) }
    try process.run()
    if keepsInputOpen { try input.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }
  }

  deinit {
    if process.isRunning { kill() }
  }

  /// Waits until the program has printed a text.
  package func wait(for text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    while !printed.contains(text) {
      let data = output.fileHandleForReading.availableData
      try #require(!data.isEmpty, "It has ended without “\(text)”: \(printed)", sourceLocation: sourceLocation)
      printed += String(decoding: data, as: UTF8.self)
    }
  }

  /// Sends a signal, as the key Ctrl-C sends `SIGINT`.
  package func send(_ signal: Int32) {
    #if canImport(Glibc)
      _ = Glibc.kill(process.processIdentifier, signal)
    #else
      _ = Darwin.kill(process.processIdentifier, signal)
    #endif
  }

  /// Waits until the program has ended by itself.
  package func end(sourceLocation: SourceLocation = #_sourceLocation) throws -> Run {
    while case let data = output.fileHandleForReading.availableData, !data.isEmpty {
      printed += String(decoding: data, as: UTF8.self)
    }
    process.waitUntilExit()
    #expect(process.terminationReason == .exit, sourceLocation: sourceLocation)
    return Run(status: process.terminationStatus, output: printed, errors: try folder.text("errors"))
  }

  /// Ends the program at once.
  package func kill() {
    send(SIGKILL)
    process.waitUntilExit()
  }
}
