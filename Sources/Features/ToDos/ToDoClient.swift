public import DependenciesMacros

/// Reads and writes the to-dos.
///
/// Each change gives the to-dos a new revision, a growing number. To follow the to-dos, request the changes after a
/// position repeatedly:
///
/// ```swift
/// var position: ToDoPosition?
/// while true {
///   let changes = try await toDoClient.changes(after: position)
///   position = changes.position
///   await send(.changed(changes))
/// }
/// ```
///
/// All endpoints throw ``DatabaseError``.
@DependencyClient
public struct ToDoClient: Sendable {
  /// Returns the changes after a position. First come all to-dos, newest first, in several parts. After them, it waits
  /// for a change by this or another process.
  ///
  /// If deletions since the position are no longer known, it starts again with the first part.
  public var changes: @Sendable (_ after: ToDoPosition?) async throws -> ToDoChanges
  /// Returns a to-do. With a previous reading, it waits until the to-do differs from it.
  public var toDo: @Sendable (_ id: ToDo.ID, _ after: ToDoReading?) async throws -> ToDoReading
  /// Adds a new to-do, removes the draft of new to-dos, and returns the revision.
  public var create: @Sendable (_ toDo: ToDo) async throws -> Int
  /// Adds to-dos and returns the revision. A to-do whose identifier exists stays unchanged.
  public var insert: @Sendable (_ toDos: [ToDo]) async throws -> Int
  /// Marks a to-do as done or not done and returns the revision. Throws ``DatabaseError/missingRow(description:)`` if
  /// the to-do does not exist.
  public var setDone: @Sendable (_ id: ToDo.ID, _ isDone: Bool) async throws -> Int
  /// Changes parts of a to-do, removes its draft, and returns the revision. Throws
  /// ``DatabaseError/missingRow(description:)`` if the to-do does not exist.
  public var edit: @Sendable (_ id: ToDo.ID, _ edit: ToDoEdit) async throws -> Int
  /// Deletes the to-dos with the given identifiers, ignoring those that do not exist.
  public var delete: @Sendable (_ ids: [ToDo.ID]) async throws -> ToDoDeletion
  /// Returns the draft of a to-do, or of new to-dos without an identifier. It is empty if there is none.
  public var draft: @Sendable (_ id: ToDo.ID?) async throws -> ToDoEdit
  /// Replaces the draft of a to-do, or of new to-dos without an identifier. An empty one is removed.
  public var saveDraft: @Sendable (_ draft: ToDoEdit, _ id: ToDo.ID?) async throws -> Void
}

extension ToDoClient: DependencyKey {
  /// A client of `\.database`, which is the file at `\.databaseLocation`.
  public static let liveValue = Self(
    changes: { position in
      @Dependency(\.database) var database
      return try await database.firstResult { try ToDoChanges(after: position, $0) }
    },
    toDo: { id, known in
      @Dependency(\.database) var database
      return try await database.firstResult { connection in
        let reading = try ToDoReading(id, connection)
        return reading == known ? nil : reading
      }
    },
    create: { toDo in
      @Dependency(\.database) var database
      return try await database.write { connection in
        try toDo.insert(connection)
        try ToDoEdit().writeDraft(of: nil, connection)
        return try ToDo.latestRevision(connection)
      }
    },
    insert: { toDos in
      @Dependency(\.database) var database
      return try await database.write { connection in
        for toDo in toDos { try toDo.insert(connection) }
        return try ToDo.latestRevision(connection)
      }
    },
    setDone: { id, isDone in
      @Dependency(\.database) var database
      return try await database.write { try ToDo.setDone(id, isDone, $0) }
    },
    edit: { id, edit in
      @Dependency(\.database) var database
      return try await database.write { connection in
        try ToDoEdit().writeDraft(of: id, connection)
        return try edit.write(to: id, connection)
      }
    },
    delete: { ids in
      @Dependency(\.database) var database
      return try await database.write { try ToDoDeletion(of: ids, $0) }
    },
    draft: { id in
      @Dependency(\.database) var database
      return try await database.read { try ToDoEdit(draftOf: id, $0) }
    },
    saveDraft: { draft, id in
      @Dependency(\.database) var database
      try await database.write { try draft.writeDraft(of: id, $0) }
    }
  )

  /// A client of the database, which is in memory for mock values and contains a few to-dos.
  public static var mockValue: Self { liveValue }

  /// Reports an issue for each endpoint that a test uses without overriding it.
  public static let testValue = Self()
}

extension DependencyValues {
  /// The client that reads and writes the to-dos.
  public var toDoClient: ToDoClient {
    get { self[ToDoClient.self] }
    set { self[ToDoClient.self] = newValue }
  }
}

/// A to-do at the time when it was read.
public struct ToDoReading: Codable, Hashable, Sendable {
  /// The to-do, or `nil` if it did not exist.
  public var toDo: ToDo?
  /// The revision of the to-do's last change; 0 if the to-do did not exist.
  public var revision: Int

  /// Makes a reading.
  public init(toDo: ToDo?, revision: Int) {
    self.toDo = toDo
    self.revision = revision
  }
}

/// The result of a deletion of to-dos.
public struct ToDoDeletion: Codable, Equatable, Sendable {
  /// The to-dos at the time of their deletion, without those that did not exist.
  public var toDos: [ToDo]
  /// The revision of the deletion.
  public var revision: Int

  /// Makes a deletion.
  public init(toDos: [ToDo], revision: Int) {
    self.toDos = toDos
    self.revision = revision
  }
}
