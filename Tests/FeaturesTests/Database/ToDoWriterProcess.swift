import Features
import Foundation
import TestSupport

@testable import ToDoWriter

/// A process that writes to-dos. See the target `ToDoWriter`.
final class ToDoWriterProcess {
  typealias Line = ToDoWriter.Line

  private let program: WriterProcess

  init(_ path: String, seed: UInt64, options: [String] = [], environment: [String: String] = [:]) throws {
    program = try WriterProcess("ToDoWriter", [path, "\(seed)"] + options, environment: environment)
  }

  /// The next line that the process prints; `nil` if it has ended. An incomplete last line is ignored.
  func nextLine() throws -> Line? {
    try program.nextLine().map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
  }

  /// All lines that the process prints until it ends.
  func remainingLines() throws -> [Line] {
    var lines: [Line] = []
    while let line = try nextLine() { lines.append(line) }
    return lines
  }

  /// Ends the process at once with `SIGKILL`.
  func kill() { program.kill() }

  /// Whether the process was killed, rather than having ended by itself.
  var wasKilled: Bool { program.wasKilled }
}

/// A program that was built along with these tests, and prints what it has written.
final class WriterProcess {
  private let process = Process()
  private let output = Pipe()
  private var unread = Data()

  init(_ name: String, _ arguments: [String], environment: [String: String] = [:], errors: FileHandle? = nil) throws {
    process.executableURL = try executable(name)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = output
    if let errors { process.standardError = errors }
    try process.run()
  }

  /// The next line that the process prints; `nil` if it has ended. An incomplete last line is ignored.
  func nextLine() -> String? {
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        defer { unread = Data(unread[(end + 1)...]) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else {
        process.waitUntilExit()
        return nil
      }
      unread += data
    }
  }

  /// Ends the process at once with `SIGKILL`.
  func kill() {
    #if canImport(Glibc)
      _ = Glibc.kill(process.processIdentifier, SIGKILL)
    #else
      _ = Darwin.kill(process.processIdentifier, SIGKILL)
    #endif
  }

  /// Whether the process was killed, rather than having ended by itself.
  var wasKilled: Bool { process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL }
}
