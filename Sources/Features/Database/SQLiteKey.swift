import Dependencies
import Foundation
public import Store

extension SharedReaderKey {
  /// Keeps a value as JSON in the features' database.
  ///
  /// ```swift
  /// @Shared(.sqlite("units")) var units = Units.metric
  /// ```
  ///
  /// See ``SQLiteKey``.
  public static func sqlite<Value: Codable>(_ key: String) -> Self where Self == SQLiteKey<Value> { SQLiteKey(key) }
}

/// Keeps a value as JSON in a row of the features' database, `\.database`.
///
/// The value is loaded a moment after it was first used; until then it is the default, and `isLoading` is `true`. Changes
/// are written in their order, a moment after they were made: `try await $units.save()` returns when they are on the disk.
/// What others write to the row, in this process or another one, is loaded as it comes. A row that can't be read is not
/// overwritten until the program calls `save()`.
public final class SQLiteKey<Value: Codable & Sendable>: SharedKey {
  private struct Contents {
    /// What the row holds, as far as is known.
    var text: String?
    var isReadable = true
    /// Values that are about to be written. They win over what the row holds.
    var unsavedCount = 0
    var lastSave: Task<Void, Never>?
  }

  private let key: String
  private let database: Database
  private let contents = Locked(Contents())

  fileprivate init(_ key: String) {
    @Dependency(\.database) var database
    self.key = key
    self.database = database
  }

  /// The name, and the database that was in force when the key was made.
  public var id: SQLiteKeyID { SQLiteKeyID(key: key, database: ObjectIdentifier(database)) }

  /// Reads the row.
  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    Task.detached { [self] in
      do {
        continuation.resume(with: try await database.read { try self.read($0) })
      } catch {
        continuation.resume(throwing: error)
      }
    }
  }

  /// Follows what others write to the row.
  public func subscribe(context: LoadContext<Value>, subscriber: SharedSubscriber<Value>) -> SharedSubscription {
    let task = withEscapedDependencies { dependencies in
      // Detached, as it is no part of an effect that happens to use the value first.
      Task.detached { [self] in
        await dependencies.yield { await follow(subscriber) }
      }
    }
    return SharedSubscription { task.cancel() }
  }

  private func follow(_ subscriber: SharedSubscriber<Value>) async {
    while !Task.isCancelled {
      do {
        subscriber.yield(with: try await database.firstResult { try self.news($0) })
      } catch {
        return Task.isCancelled ? () : subscriber.yield(throwing: error)
      }
    }
  }

  /// Writes the row, after what was to be written before.
  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    contents.withLock { contents in
      contents.unsavedCount += 1
      contents.lastSave = Task.detached { [self, last = contents.lastSave] in
        await last?.value
        continuation.resume(with: await write(value, overwrites: context == .userInitiated))
      }
    }
  }

  private func write(_ value: Value, overwrites: Bool) async -> Result<Void, any Error> {
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let text = String(decoding: try encoder.encode(value), as: UTF8.self)
      try await database.write { connection in
        guard overwrites || self.contents.withLock({ $0.isReadable }) else { throw RowNotReadable(key: self.key) }
        try connection.run("INSERT OR REPLACE INTO preferences VALUES (?, ?)", self.key, text)
        self.contents.withLock { ($0.text, $0.isReadable) = (text, true) }
      }
      contents.withLock { $0.unsavedCount -= 1 }
      return .success(())
    } catch {
      contents.withLock { $0.unsavedCount -= 1 }
      return .failure(error)
    }
  }

  /// What the row holds now, if it is not what it held before.
  private func news(_ connection: DatabaseConnection) throws -> Result<Value?, any Error>? {
    let text = try row(connection)
    let isNews = contents.withLock { $0.unsavedCount == 0 && $0.text != text }
    return isNews ? try read(connection) : nil
  }

  private func read(_ connection: DatabaseConnection) throws -> Result<Value?, any Error> {
    let text = try row(connection)
    let value = Result { try text.map { try JSONDecoder().decode(Value.self, from: Data($0.utf8)) } }
    let isReadable = if case .success = value { true } else { false }
    contents.withLock { ($0.text, $0.isReadable) = (text, isReadable) }
    return value
  }

  private func row(_ connection: DatabaseConnection) throws -> String? {
    try connection.firstRow("SELECT value FROM preferences WHERE key = ?", key) { try $0.read(0) }
  }
}

extension SQLiteKey: CustomStringConvertible {
  public var description: String { ".sqlite(\(String(reflecting: key)))" }
}

/// The identity of a ``SQLiteKey``.
public struct SQLiteKeyID: Hashable, Sendable {
  let key: String
  let database: ObjectIdentifier
}

/// A change was not saved, so as not to lose what is in the database.
private struct RowNotReadable: Error, CustomStringConvertible, LocalizedError {
  let key: String

  var description: String {
    """
    What the database holds for "\(key)" could not be read, and is not overwritten by changes.

    It was written by a newer version of the program, or is of another type than the key's. To overwrite it, call "save()".
    """
  }

  var errorDescription: String? { description }
}
