public import Dependencies
import Foundation

/// The place where ``FileStorageKey`` stores files.
public struct FileStorage: Hashable, Sendable {
  let files: any Files

  /// The files of the system.
  public static let fileSystem: FileStorage = {
    atexit { FileStorage.fileSystem.files.waiting.flush() }
    return FileStorage(files: SystemFiles())
  }()

  /// A new storage that exists only in memory and is shared with no other code.
  public static var inMemory: FileStorage { FileStorage(files: FilesInMemory()) }

  /// Whether both are the same storage.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.files === rhs.files }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(files)) }
}

extension DependencyValues {
  /// The place where ``FileStorageKey`` stores files: the file system; in tests and on mock values, memory.
  public var defaultFileStorage: FileStorage {
    get { self[DefaultFileStorageKey.self] }
    set { self[DefaultFileStorageKey.self] = newValue }
  }
}

private enum DefaultFileStorageKey: DependencyKey {
  static var liveValue: FileStorage { .fileSystem }
  static var mockValue: FileStorage { .inMemory }
  static var testValue: FileStorage { SharedScope.current.storage.files }
}

/// Reads, writes and watches files, by their places.
protocol Files: AnyObject, Sendable {
  /// The changes that wait to be written to these files.
  var waiting: WaitingSaves { get }

  /// Returns the file that a URL leads to. URLs that lead to the same file have the same place.
  func place(of url: URL) -> URL

  /// Returns the contents of a file, or `nil` if there is no file.
  func read(_ url: URL) throws -> Data?

  /// Replaces the entire contents of a file.
  func write(_ data: Data, to url: URL) throws

  /// Calls a closure, on any thread, when a file may have changed.
  func watch(_ url: URL, _ onChange: @escaping @Sendable () -> Void) throws -> SharedSubscription

  /// Calls a closure after the time in which further changes are collected.
  func later(_ body: @escaping @Sendable () -> Void)
}

extension Files {
  func place(of url: URL) -> URL { url.standardizedFileURL }
}

/// Files in memory, for tests.
final class FilesInMemory: Files {
  let waiting = WaitingSaves()
  private let files = Locked<[URL: Data]>([:])

  var all: [URL: Data] { files.withLock { $0 } }

  func read(_ url: URL) -> Data? { files.withLock { $0[url] } }

  func write(_ data: Data, to url: URL) { files.withLock { $0[url] = data } }

  func watch(_ url: URL, _ onChange: @escaping @Sendable () -> Void) -> SharedSubscription { SharedSubscription {} }

  func later(_ body: @escaping @Sendable () -> Void) { body() }
}

/// The changes that wait to be saved, also those whose keys are not used any more.
final class WaitingSaves: Sendable {
  private struct Contents {
    var count = 0
    var saves: [Int: (place: URL, key: ObjectIdentifier, save: @Sendable () -> Void)] = [:]
  }

  private let contents = Locked(Contents())

  /// Calls a closure while the changes of a file can be saved by ``flush(_:)``. Returns what ends that.
  func add(_ place: URL, of key: AnyObject, _ save: @escaping @Sendable () -> Void) -> SharedSubscription {
    let number = contents.withLock { contents in
      contents.count += 1
      contents.saves[contents.count] = (place, ObjectIdentifier(key), save)
      return contents.count
    }
    return SharedSubscription { [self] in
      // Released after unlocking, because that may run user code.
      let ended = contents.withLock { $0.saves.removeValue(forKey: number) }
      withExtendedLifetime(ended) {}
    }
  }

  /// Saves the changes of a file, by default of all files.
  ///
  /// - Parameter key: A key whose changes go on waiting.
  func flush(_ place: URL? = nil, besides key: AnyObject? = nil) {
    let key = key.map { ObjectIdentifier($0) }
    let saves = contents.withLock { contents in
      // An array of its own, and not the dictionary, which other threads change in place once this one is done with it.
      contents.saves.sorted { $0.key < $1.key }.map(\.value)
        .filter { (place == nil || $0.place == place) && $0.key != key }
    }
    for entry in saves { entry.save() }
  }
}
