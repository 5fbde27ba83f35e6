import Foundation
import TestSupport

@testable import Features
@testable import ToDoWriter

/// A process that writes to-dos. See the target `ToDoWriter`.
final class ToDoWriterProcess {
  /// What processes have written to the database and the cache.
  struct Contents: Equatable {
    var toDos: [ToDo.ID: ToDo] = [:]
    var bookmarks: [Bookmark.ID: Bookmark] = [:]
    var answers: [Int: Int] = [:]

    /// Applies a change that a process announced before writing it.
    mutating func apply(_ line: ToDoWriter.Line) {
      switch line {
      case .writes(.setDone(let id, let isDone)): toDos[id]?.isDone = isDone
      case .writes(.delete(let ids)): for id in ids { toDos[id] = nil }
      case .writes(.insert(let new)): for toDo in new { toDos[toDo.id] = toDo }
      case .bookmarks(.add(let bookmark)), .bookmarks(.restore(let bookmark)): bookmarks[bookmark.id] = bookmark
      case .bookmarks(.remove(let bookmark)): bookmarks[bookmark.id] = nil
      case .requests(let number, let answer): answers[number] = answer
      case .written, .failed, .bookmarked, .answered: break
      }
    }
  }

  private let program: RunningProgram
  /// The change that was announced last and not reported as written.
  private(set) var pending: ToDoWriter.Line?
  private(set) var writtenCount = 0
  /// The revisions of the to-dos after each write.
  private(set) var revisions: [Int] = []
  private(set) var error: DatabaseError?

  init(_ path: String, seed: UInt64, options: [String] = [], environment: [String: String] = [:]) throws {
    program = try RunningProgram([path, "\(seed)"] + options, program: "ToDoWriter", environment: environment)
  }

  /// Reads the next line that the process prints, and applies the change that it reports as written. Returns `false` if
  /// the process has ended. An incomplete last line is ignored.
  func follow(_ contents: inout Contents) throws -> Bool {
    guard let line = program.nextLine() else { return false }
    let report = try JSONDecoder().decode(ToDoWriter.Line.self, from: Data(line.utf8))
    switch report {
    case .writes, .bookmarks, .requests:
      pending = report
    case .written, .bookmarked, .answered:
      if case .written(let revision) = report { revisions.append(revision) }
      if let pending { contents.apply(pending) }
      pending = nil
      writtenCount += 1
    case .failed(let failure):
      error = failure
    }
    return true
  }

  /// Follows the process to its end.
  func followToEnd(_ contents: inout Contents) throws {
    while try follow(&contents) {}
  }

  /// Ends the process at once with `SIGKILL`.
  func kill() { program.kill() }

  /// Whether the process was killed, rather than having ended by itself.
  var wasKilled: Bool { program.wasKilled }
}
