import Features
import Foundation
import TestSupport

@testable import ToDoWriter

/// A process that writes to-dos. See the target `ToDoWriter`.
final class ToDoWriterProcess {
  typealias Line = ToDoWriter.Line

  private let program: RunningProgram

  init(_ path: String, seed: UInt64, options: [String] = [], environment: [String: String] = [:]) throws {
    program = try RunningProgram([path, "\(seed)"] + options, program: "ToDoWriter", environment: environment)
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
