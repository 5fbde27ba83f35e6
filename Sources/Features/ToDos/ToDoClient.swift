public import DependenciesMacros

/// Keeps the to-dos.
///
/// What is written has a revision, a number that goes up with each change. To follow the to-dos, ask for the changes
/// after a position, again and again:
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
  /// What comes after a position: at first all to-dos, the newest first, in several parts, and then what this process or
  /// another one changes, waiting for it if need be.
  ///
  /// It begins with the first part again if what has been deleted since the position is not known any more.
  public var changes: @Sendable (_ after: ToDoPosition?) async throws -> ToDoChanges
  /// A to-do; the next one that differs, waiting for it if need be, if one was read before.
  public var toDo: @Sendable (_ id: ToDo.ID, _ after: ToDoReading?) async throws -> ToDoReading
  /// Adds to-dos and returns the revision. One that is there already stays as it is.
  public var insert: @Sendable (_ toDos: [ToDo]) async throws -> Int
  /// Marks a to-do as done or as not done and returns the revision; ``DatabaseError/missingRow(description:)`` if there
  /// is none.
  public var setDone: @Sendable (_ id: ToDo.ID, _ isDone: Bool) async throws -> Int
  /// Changes parts of a to-do and returns the revision; ``DatabaseError/missingRow(description:)`` if there is none.
  public var edit: @Sendable (_ id: ToDo.ID, _ edit: ToDoEdit) async throws -> Int
  /// Deletes to-dos, as far as they are there.
  public var delete: @Sendable (_ ids: [ToDo.ID]) async throws -> ToDoDeletion
}

extension ToDoClient: DependencyKey {
  /// Keeps them in the database: live, in the file at `\.databaseLocation`.
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
      return try await database.write { try edit.write(to: id, $0) }
    },
    delete: { ids in
      @Dependency(\.database) var database
      return try await database.write { try ToDoDeletion(of: ids, $0) }
    }
  )

  /// Keeps them in memory, and has a few to begin with.
  public static var mockValue: Self { liveValue }

  /// Reports each endpoint that a test uses without providing it.
  public static let testValue = Self()
}

extension DependencyValues {
  /// Keeps the to-dos.
  public var toDoClient: ToDoClient {
    get { self[ToDoClient.self] }
    set { self[ToDoClient.self] = newValue }
  }
}
