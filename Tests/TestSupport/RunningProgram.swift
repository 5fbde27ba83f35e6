import Foundation
import Testing

/// A program of this package that runs, for tests that read its output meanwhile.
package final class RunningProgram {
  private let process: Process
  private let output = Pipe()
  private let folder = TemporaryFolder()
  private var bytes = Data()
  /// Where the next line begins.
  private var lineStart = 0

  /// What the program has printed so far.
  package var printed: String { String(decoding: bytes, as: UTF8.self) }

  /// Starts a program. Its input ends with the text, unless it is kept open. ``end(sourceLocation:)`` returns the
  /// errors, unless they are printed to a file.
  package init(
    _ arguments: [String],
    program: String = "DemoCLI",
    input text: String = "",
    keepsInputOpen: Bool = false,
    environment: [String: String] = [:],
    errors: FileHandle? = nil
  ) throws {
    let (process, input) = try TestSupport.process(arguments, program: program, environment: environment)
    self.process = process
    try folder.write("", to: "errors")
    process.standardOutput = output
    process.standardError = try errors ?? FileHandle(forUpdating: folder.url.appending(path: "errors"))
    if !keepsInputOpen { process.standardInput = try TestSupport.input(text, in: folder.url) }
    try process.start()
    if keepsInputOpen { try input.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }
  }

  deinit { if process.isRunning { kill() } }

  /// Waits until the program has printed a text.
  package func wait(for text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    while !printed.contains(text) {
      try #require(read(), "It has ended without “\(text)”: \(printed)", sourceLocation: sourceLocation)
    }
  }

  /// The next line that the program prints; `nil` if it has ended. An incomplete last line is ignored.
  package func nextLine() -> String? {
    repeat {
      if let end = bytes[lineStart...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { lineStart = end + 1 }
        return String(decoding: bytes[lineStart..<end], as: UTF8.self)
      }
    } while read()
    process.waitUntilExit()
    return nil
  }

  /// Waits until the program prints something. Returns `false` if it has ended.
  private func read() -> Bool {
    let data = output.fileHandleForReading.availableData
    bytes += data
    return !data.isEmpty
  }

  /// Sends a signal, as the key Ctrl-C sends `SIGINT`.
  package func send(_ signal: Int32) { _ = Foundation.kill(process.processIdentifier, signal) }

  /// Waits until the program has ended by itself.
  package func end(sourceLocation: SourceLocation = #_sourceLocation) throws -> Run {
    while read() {}
    process.waitUntilExit()
    #expect(process.terminationReason == .exit, sourceLocation: sourceLocation)
    return Run(status: process.terminationStatus, output: printed, errors: try folder.text("errors"))
  }

  /// Ends the program at once with `SIGKILL`.
  package func kill() {
    send(SIGKILL)
    process.waitUntilExit()
  }

  /// Whether the program was killed, rather than having ended by itself.
  package var wasKilled: Bool { process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL }
}
