import Foundation

// The statements of the to-dos. Each function runs within a transaction.

extension ToDo {
  fileprivate init(_ row: DatabaseRow) throws {
    self.init(
      id: try row.read(0),
      title: try row.read(1),
      memo: try row.read(2),
      isDone: try row.read(3),
      createdAt: try row.read(4),
      dueAt: try row.read(5)
    )
  }

  static func latestRevision(_ connection: DatabaseConnection) throws -> Int {
    try connection.firstRow("SELECT latest FROM todo_revisions") { row in try row.read(0) } ?? 0
  }

  /// Inserts the to-do unless its identifier exists.
  func insert(_ connection: DatabaseConnection) throws {
    try connection.run(
      """
      INSERT INTO todos (id, title, memo, is_done, created_at, due_at) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO NOTHING
      """,
      id,
      title,
      memo,
      isDone,
      createdAt,
      dueAt
    )
  }

  static func setDone(_ id: ToDo.ID, _ isDone: Bool, _ connection: DatabaseConnection) throws -> Int {
    let count = try connection.run("UPDATE todos SET is_done = ? WHERE id = ?", isDone, id)
    guard count > 0 else { throw DatabaseError.missingToDo }
    return try latestRevision(connection)
  }
}

extension DatabaseError {
  fileprivate static let missingToDo = Self.missingRow(description: Reason.thisToDo.rawValue)
}

extension ToDoEdit {
  func write(to id: ToDo.ID, _ connection: DatabaseConnection) throws -> Int {
    let dueAt: Date? = if case .set(let date) = dueDate { date } else { nil }
    let count = try connection.run(
      """
      UPDATE todos
      SET title = coalesce(?, title), memo = coalesce(?, memo), due_at = CASE WHEN ? THEN ? ELSE due_at END
      WHERE id = ?
      """,
      title,
      memo,
      dueDate != nil,
      dueAt,
      id
    )
    guard count > 0 else { throw DatabaseError.missingToDo }
    return try ToDo.latestRevision(connection)
  }
}

extension ToDoDeletion {
  /// The number of tombstones to keep, which are identifiers of deleted to-dos. A reader that has missed more deletions
  /// reads everything again.
  static let tombstoneCount = 1_000

  init(of ids: [ToDo.ID], _ connection: DatabaseConnection) throws {
    var toDos: [ToDo] = []
    for id in ids {
      let toDo = try connection.firstRow(
        "SELECT id, title, memo, is_done, created_at, due_at FROM todos WHERE id = ?",
        id,
        as: ToDo.init
      )
      guard let toDo else { continue }
      try connection.run("DELETE FROM todos WHERE id = ?", id)
      toDos.append(toDo)
    }
    try Self.pruneTombstones(connection)
    self.init(toDos: toDos, revision: try ToDo.latestRevision(connection))
  }

  private static func pruneTombstones(_ connection: DatabaseConnection) throws {
    let newest = try connection.firstRow(
      "SELECT revision FROM deleted_todos ORDER BY revision DESC LIMIT 1 OFFSET ?",
      tombstoneCount
    ) { row in try row.read(0, as: Int.self) }
    guard let newest else { return }
    try connection.run("DELETE FROM deleted_todos WHERE revision <= ?", newest)
    try connection.run("UPDATE todo_revisions SET pruned = max(pruned, ?)", newest)
  }
}

extension ToDoReading {
  init(_ id: ToDo.ID, _ connection: DatabaseConnection) throws {
    let reading = try connection.firstRow(
      "SELECT id, title, memo, is_done, created_at, due_at, revision FROM todos WHERE id = ?",
      id
    ) { row in ToDoReading(toDo: try ToDo(row), revision: try row.read(6)) }
    self = reading ?? ToDoReading(toDo: nil, revision: 0)
  }
}

extension ToDoChanges {
  /// The number of to-dos in each part of a reading. The first part is small, to show something soon. Later parts are
  /// larger, but a write in between must not wait long.
  static let firstPartCount = 100
  static let partCount = 10_000

  /// Reads the changes after a position. Returns `nil` if there are none.
  init?(after position: ToDoPosition?, _ connection: DatabaseConnection) throws {
    switch position {
    case nil:
      self = try Self.start(connection)
    case .reading(let revision, let createdAt, let id):
      let toDos = try connection.rows(
        """
        SELECT id, title, memo, is_done, created_at, due_at FROM todos WHERE (created_at, id) < (?, ?)
        ORDER BY created_at DESC, id DESC LIMIT ?
        """,
        createdAt,
        id,
        Self.partCount,
        as: ToDo.init
      )
      self.init(toDos, limit: Self.partCount, revision: revision)
    case .revision(let revision):
      let (latest, pruned) = try Self.revisions(connection)
      if latest == revision { return nil }
      // `false` if deletions since the position are no longer known, or if this is a different file. The comparisons
      // are separate, because in a damaged file `pruned` may be greater than `latest`, which a range does not allow.
      let isKnown = pruned <= revision && revision <= latest
      self = isKnown ? try Self.changes(revision, latest, connection) : try Self.start(connection)
    }
  }

  private static func start(_ connection: DatabaseConnection) throws -> Self {
    let toDos = try connection.rows(
      """
      SELECT id, title, memo, is_done, created_at, due_at FROM todos ORDER BY created_at DESC, id DESC LIMIT ?
      """,
      firstPartCount,
      as: ToDo.init
    )
    var changes = Self(toDos, limit: firstPartCount, revision: try ToDo.latestRevision(connection))
    changes.isStart = true
    return changes
  }

  /// Makes a part of a reading of all to-dos.
  private init(_ toDos: [ToDo], limit: Int, revision: Int) {
    if let last = toDos.last, toDos.count == limit {
      self.init(updated: toDos, position: .reading(revision: revision, createdAt: last.createdAt, id: last.id))
    } else {
      self.init(updated: toDos, position: .revision(revision))
    }
  }

  private static func revisions(_ connection: DatabaseConnection) throws -> (latest: Int, pruned: Int) {
    try connection.firstRow("SELECT latest, pruned FROM todo_revisions") { row in
      (try row.read(0), try row.read(1))
    } ?? (0, 0)
  }

  private static func changes(_ revision: Int, _ latest: Int, _ connection: DatabaseConnection) throws -> Self {
    let updated = try connection.rows(
      """
      SELECT id, title, memo, is_done, created_at, due_at, revision FROM todos WHERE revision > ?
      ORDER BY revision LIMIT ?
      """,
      revision,
      partCount
    ) { row in (toDo: try ToDo(row), revision: try row.read(6, as: Int.self)) }
    let reached = updated.count == partCount ? updated.last?.revision ?? latest : latest
    let deleted = try connection.rows(
      "SELECT id FROM deleted_todos WHERE revision > ? AND revision <= ? ORDER BY revision",
      revision,
      reached
    ) { row in try row.read(0, as: ToDo.ID.self) }
    return Self(deleted: deleted, updated: updated.map(\.toDo), position: .revision(reached))
  }
}
