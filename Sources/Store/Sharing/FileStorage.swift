public import Dependencies
import Foundation

/// Where ``FileStorageKey`` keeps files.
public struct FileStorage: Hashable, Sendable {
  let files: any Files

  /// The files of the system.
  public static let fileSystem = FileStorage(files: SystemFiles())

  /// Files that are nowhere but in memory, and nobody else's.
  public static var inMemory: FileStorage { FileStorage(files: FilesInMemory()) }

  /// Whether both are the same storage.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.files === rhs.files }

  /// Hashes the storage's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(files)) }
}

extension DependencyValues {
  /// Where ``FileStorageKey`` keeps files: those of the system; in tests and on mock values in memory.
  public var defaultFileStorage: FileStorage {
    get { self[DefaultFileStorageKey.self] }
    set { self[DefaultFileStorageKey.self] = newValue }
  }
}

private enum DefaultFileStorageKey: DependencyKey {
  static var liveValue: FileStorage { .fileSystem }
  static var mockValue: FileStorage { .inMemory }
  static var testValue: FileStorage { SharedScope.current.files }
}

/// Reads, writes and watches files.
protocol Files: AnyObject, Sendable {
  /// What is in a file; `nil` if there is none.
  func read(_ url: URL) throws -> Data?

  /// Replaces a file as a whole.
  func write(_ data: Data, to url: URL) throws

  /// Calls a closure when a file may have changed, on any thread.
  func watch(_ url: URL, _ onChange: @escaping @Sendable () -> Void) throws -> SharedSubscription

  /// Calls a closure when changes that come shortly after one another may be saved; or the other, if the program ends
  /// before.
  func later(_ body: @escaping @Sendable () -> Void, atExit: @escaping @Sendable () -> Void)
}

/// Files of a test.
final class FilesInMemory: Files {
  private let files = Locked<[URL: Data]>([:])

  var all: [URL: Data] { files.withLock { $0 } }

  func read(_ url: URL) -> Data? { files.withLock { $0[url] } }

  func write(_ data: Data, to url: URL) { files.withLock { $0[url] = data } }

  func watch(_ url: URL, _ onChange: @escaping @Sendable () -> Void) -> SharedSubscription { SharedSubscription {} }

  func later(_ body: @escaping @Sendable () -> Void, atExit: @escaping @Sendable () -> Void) { body() }
}
