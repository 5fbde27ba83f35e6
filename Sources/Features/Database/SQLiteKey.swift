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
/// The value is loaded asynchronously when it is first used; until then it is the default, and `isLoading` is `true`.
/// Changes are written asynchronously and in order: `try await $units.save()` returns when they are on the disk.
/// Changes of the row by other code, in this process or another one, are loaded when they are noticed. After an error,
/// they are loaded when the row can be read again. A row that can't be read is not overwritten until the program calls
/// `save()`.
public final class SQLiteKey<Value: Codable & Sendable>: SharedKey {
  private struct Contents {
    /// The text of the row when it was last read or written.
    var text: String?
    var isReadable = true
    /// Whether the first loading has ended, even if it failed. Until then, changes by others are ignored, because there
    /// is no text to compare the row with.
    var isLoaded = false
    /// Whether the row has been read.
    var isRead = false
    /// The number of values that are about to be written. While there are any, changes by others are ignored.
    var unsavedCount = 0
    /// Whether the last value could not be written.
    var isUnsaved = false
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

  /// The name, and the database of the dependencies with which the key was made.
  public var id: SQLiteKeyID { SQLiteKeyID(key: key, database: ObjectIdentifier(database)) }

  /// Reads the row, after earlier values have been written to it.
  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    let lastSave = contents.withLock { $0.lastSave }
    Task.detached { [self] in
      await lastSave?.value
      do {
        continuation.resume(with: try await database.read { try self.read($0) })
      } catch {
        continuation.resume(throwing: error)
      }
      contents.withLock { $0.isLoaded = true }
      // Changes by others were ignored until now.
      database.runWaitingQueries()
    }
  }

  /// Follows the changes that others make to the row.
  public func subscribe(context: LoadContext<Value>, subscriber: SharedSubscriber<Value>) -> SharedSubscription {
    let task = withEscapedDependencies { dependencies in
      // Detached, so that it does not belong to the effect that happens to use the value first.
      Task.detached { [self] in
        await dependencies.yield { await follow(subscriber) }
      }
    }
    return SharedSubscription { task.cancel() }
  }

  private func follow(_ subscriber: SharedSubscriber<Value>) async {
    @Dependency(\.continuousClock) var clock
    var hasFailed = false
    while !Task.isCancelled {
      do {
        let (reading, news) = try await database.firstResult { [hasFailed] connection in
          let reading = subscriber.fromNow()
          return try self.news(connection, isAfterError: hasFailed).map { (reading, $0) }
        }
        reading.yield(with: news)
        hasFailed = false
      } catch {
        guard !Task.isCancelled else { return }
        if !hasFailed { subscriber.yield(throwing: error) }
        hasFailed = true
        // The cause may be temporary, such as the lock of another program.
        try? await clock.sleep(for: .seconds(1))
      }
    }
  }

  /// Writes the row after all earlier values.
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
        // A row that was not read yet may be unreadable. Then it is not overwritten.
        if !overwrites, !self.contents.withLock({ $0.isRead }) { _ = try self.read(connection) }
        guard overwrites || self.contents.withLock({ $0.isReadable }) else { throw RowNotReadable(key: self.key) }
        try connection.run("INSERT OR REPLACE INTO preferences VALUES (?, ?)", self.key, text)
      }
      // Noted after the transaction, because committing it may fail.
      endSaving { ($0.text, $0.isReadable, $0.isUnsaved) = (text, true, false) }
      return .success(())
    } catch {
      endSaving { $0.isUnsaved = true }
      return .failure(error)
    }
  }

  private func endSaving(_ update: (inout Contents) -> Void) {
    contents.withLock { contents in
      update(&contents)
      contents.unsavedCount -= 1
    }
    // Changes by others were ignored until now.
    database.runWaitingQueries()
  }

  /// Returns the value of the row if it has changed since it was last read or written.
  ///
  /// - Parameter isAfterError: Whether the last query failed. If so, the value is returned even if it has not changed,
  ///   because receiving it ends the error. It does not replace a value that could not be written.
  private func news(_ connection: DatabaseConnection, isAfterError: Bool) throws -> Result<Value?, any Error>? {
    let text = try row(connection)
    let isNews = contents.withLock {
      $0.isLoaded && $0.unsavedCount == 0 && ($0.text != text || isAfterError && !$0.isUnsaved)
    }
    return isNews ? try read(connection) : nil
  }

  private func read(_ connection: DatabaseConnection) throws -> Result<Value?, any Error> {
    let text = try row(connection)
    let value = Result { try text.map { try JSONDecoder().decode(Value.self, from: Data($0.utf8)) } }
    let isReadable = if case .success = value { true } else { false }
    contents.withLock { ($0.text, $0.isReadable, $0.isRead) = (text, isReadable, true) }
    return value
  }

  private func row(_ connection: DatabaseConnection) throws -> String? {
    try connection.firstRow("SELECT value FROM preferences WHERE key = ?", key) { try $0.read(0) }
  }
}

extension SQLiteKey: CustomStringConvertible {
  /// The key as it is written in the source: `.sqlite("units")`.
  public var description: String { ".sqlite(\(String(reflecting: key)))" }
}

/// The identity of a ``SQLiteKey``.
public struct SQLiteKeyID: Hashable, Sendable {
  let key: String
  let database: ObjectIdentifier
}

/// Thrown instead of overwriting a row that can't be read.
private struct RowNotReadable: Error, CustomStringConvertible, LocalizedError {
  let key: String

  var description: String {
    """
    The value of "\(key)" in the database could not be read. Changes do not overwrite it.

    It was written by a newer version of the program, or is of another type than the key's. To overwrite it, call "save()".
    """
  }

  var errorDescription: String? { description }
}
