import CSQLite
import Foundation
import TestSupport

@testable import Features
@testable import ToDoWriter

extension TemporaryFolder {
  func path() -> String { path("test.sqlite") }
}

extension Database {
  /// A file with the tables of the features.
  convenience init(path: String, busyTimeout: Int = 5_000) {
    self.init(path: path, schema: .features, busyTimeout: busyTimeout)
  }
}

// A value of the only table that takes any key.

extension Database {
  func setPreference(_ key: String, _ value: String) async throws {
    try await write { try $0.setPreference(key, value) }
  }

  func preference(_ key: String) async throws -> String? { try await read { try $0.preference(key) } }

  func toDos() async throws -> [ToDo.ID: ToDo] {
    try await read { connection in
      var toDos: [ToDo.ID: ToDo] = [:]
      var position: ToDoPosition?
      while position?.revision == nil, let changes = try ToDoChanges(after: position, connection) {
        for toDo in changes.updated { toDos[toDo.id] = toDo }
        position = changes.position
      }
      return toDos
    }
  }

  func integrityProblems() async throws -> [String] {
    try await read { connection in
      try connection.rows("PRAGMA integrity_check") { row in try row.read(0, as: String.self) }.filter { $0 != "ok" }
    }
  }

  /// The number in the first row of a query.
  func number(_ query: StaticString) async throws -> Int? {
    try await read { try $0.firstRow(query) { try $0.read(0, as: Int.self) } }
  }
}

extension DatabaseConnection {
  func setPreference(_ key: String, _ value: String) throws {
    try run("INSERT OR REPLACE INTO preferences VALUES (?, ?)", key, value)
  }

  func preference(_ key: String) throws -> String? {
    try firstRow("SELECT value FROM preferences WHERE key = ?", key) { try $0.read(0) }
  }
}

/// A connection of another program.
final class RawConnection {
  struct Failure: Error { let text: String }

  private var handle: OpaquePointer?

  init(_ path: String) throws {
    guard sqlite3_open(path, &handle) == SQLITE_OK else { throw Failure(text: "open") }
  }

  deinit { close() }

  func close() {
    sqlite3_close(handle)
    handle = nil
  }

  func execute(_ script: String) throws {
    guard sqlite3_exec(handle, script, nil, nil, nil) == SQLITE_OK else {
      throw Failure(text: String(cString: sqlite3_errmsg(handle)))
    }
  }
}

/// A process that writes to-dos. See the target `ToDoWriter`.
final class ToDoWriterProcess {
  /// What processes have written to the database.
  struct Contents: Equatable {
    var toDos: [ToDo.ID: ToDo] = [:]

    mutating func apply(_ change: ToDoWrite.Change) {
      switch change {
      case .setDone(let id, let isDone): toDos[id]?.isDone = isDone
      case .delete(let ids): for id in ids { toDos[id] = nil }
      case .insert(let new): for toDo in new { toDos[toDo.id] = toDo }
      }
    }
  }

  let program: RunningProgram
  /// The change that was announced last and not reported as written.
  private(set) var pending: ToDoWrite.Change?
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
    switch try JSONDecoder().decode(ToDoWriter.Line.self, from: Data(line.utf8)) {
    case .writes(let change): pending = change
    case .written(let revision):
      revisions.append(revision)
      if let pending { contents.apply(pending) }
      pending = nil
    case .failed(let failure): error = failure
    }
    return true
  }

  func followToEnd(_ contents: inout Contents) throws { while try follow(&contents) {} }
}
