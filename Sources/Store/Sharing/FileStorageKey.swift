import Dependencies
public import Foundation

extension SharedReaderKey {
  /// Stores a value as JSON in a file.
  ///
  /// ```swift
  /// @Shared(.fileStorage(URL(filePath: "drafts.json"))) var drafts: [Draft] = []
  /// ```
  ///
  /// See ``FileStorageKey``.
  public static func fileStorage<Value: Codable>(
    _ url: URL,
    decoder: JSONDecoder? = nil,
    encoder: JSONEncoder? = nil
  ) -> Self where Self == FileStorageKey<Value> {
    let decoder = decoder ?? JSONDecoder()
    let defaultEncoder = JSONEncoder()
    defaultEncoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let encoder = encoder ?? defaultEncoder
    return fileStorage(url, decode: { try decoder.decode(Value.self, from: $0) }, encode: { try encoder.encode($0) })
  }

  /// Stores a value in a file, in a format of your own.
  ///
  /// - Parameters:
  ///   - url: The file. Missing folders are made.
  ///   - decode: Returns the value for the contents of the file.
  ///   - encode: Returns the contents of the file for the value.
  public static func fileStorage<Value>(
    _ url: URL,
    decode: @escaping @Sendable (Data) throws -> Value,
    encode: @escaping @Sendable (Value) throws -> Data
  ) -> Self where Self == FileStorageKey<Value> {
    FileStorageKey(url: url, decode: decode, encode: encode)
  }
}

/// Stores a value in a file.
///
/// - The first change is saved at once, and further changes within a second are saved together. Changes that wait are
///   saved when the program exits, when nothing holds the shared value any more, and by ``Shared/save()`` and
///   ``Shared/load()``.
/// - If another process keeps the file locked for seconds, there is a ``Shared/saveError``.
/// - A file is replaced in one step: a process that is killed while it saves leaves the old file or the new one.
/// - Changes that other processes make are loaded as they happen, except while changes of this process wait to be
///   saved: these overwrite them.
/// - If a file can't be read - it is damaged, or was written by a newer version of the program - there is a
///   ``Shared/loadError``. The file is not overwritten: changes stay in memory, with a ``Shared/saveError``, until the
///   program calls ``Shared/save()`` or the file can be read again.
/// - If there is no file, or an empty one, the value is the default.
///
/// The files are those of ``/Dependencies/DependencyValues/defaultFileStorage``. In tests and on mock values that is a
/// storage in memory.
public final class FileStorageKey<Value: Sendable>: SharedKey {
  /// The state of the file as this key knows it. A value that waits to be saved keeps this alive.
  private final class Knowledge: Sendable {
    struct Contents {
      /// The contents of the file, as they were last read or written here.
      var data: Data?
      /// The error because of which the file must not be overwritten.
      var refusal: FileNotReadable?
      /// Whether this key has had to save a value.
      var hasSaved = false
    }

    let contents = Locked(Contents())
  }

  private let storage: FileStorage
  private let url: URL
  private let place: URL
  private let decode: @Sendable (Data) throws -> Value
  private let encode: @Sendable (Value) throws -> Data
  private let knowledge = Knowledge()
  private let writer: FileWriter

  fileprivate init(
    url: URL,
    decode: @escaping @Sendable (Data) throws -> Value,
    encode: @escaping @Sendable (Value) throws -> Data
  ) {
    storage = DependencyValues.current.defaultFileStorage
    self.url = url
    self.decode = decode
    self.encode = encode
    place = storage.files.place(of: url)
    writer = storage.files.writers.writer(at: place, of: storage.files)
  }

  deinit {
    // Only a key that has had to save a value does this, because other keys of the file may still be collecting
    // changes.
    if knowledge.contents.withLock({ $0.hasSaved }) { writer.flush() }
  }

  /// The file, and the default storage when the key was made.
  public var id: FileStorageKeyID { FileStorageKeyID(place: place, storage: storage) }

  // MARK: Loading

  /// Reads the file, after saving the value that waits to be written to it.
  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    writer.flush()
    continuation.resume(with: Result { try read() })
  }

  private func read() throws -> Value? {
    var known: Data?
    do {
      let data = try readData()
      known = data
      let value = try data.flatMap { $0.isEmpty ? nil : try decode($0) }
      knowledge.contents.withLock { if $0.data == known { $0.refusal = nil } }
      return value
    } catch {
      let refusal = FileNotReadable(url: url, reason: error)
      // Unless the file was replaced while its contents were being decoded.
      knowledge.contents.withLock { if known == nil || $0.data == known { $0.refusal = refusal } }
      throw refusal
    }
  }

  private func readData() throws -> Data? {
    try writer.withoutWriting {
      let data = try storage.files.read(url)
      knowledge.contents.withLock { $0.data = data }
      return data
    }
  }

  /// Watches the file for changes that others make.
  public func subscribe(context: LoadContext<Value>, subscriber: SharedSubscriber<Value>) -> SharedSubscription {
    do {
      let subscription = try storage.files.watch(url) { [weak self] in self?.fileMayHaveChanged(subscriber) }
      // Load what others have written since the file was read.
      if case .initialValue = context, hasChanged { fileMayHaveChanged(subscriber) }
      return subscription
    } catch {
      subscriber.yield(throwing: error)
      return SharedSubscription {}
    }
  }

  private func fileMayHaveChanged(_ subscriber: SharedSubscriber<Value>) {
    let reading = subscriber.fromNow()
    // What this key has written itself is not a change, unless others wrote something unreadable in between.
    guard hasChanged || knowledge.contents.withLock({ $0.refusal != nil }) else { return }
    reading.yield(with: Result { try read() })
  }

  /// Whether the file has other contents than those that this key has read or written.
  private var hasChanged: Bool {
    // Prevent writing, so that the previous contents are not taken for a change that others made.
    writer.withoutWriting {
      guard let data = try? storage.files.read(url) ?? Data() else { return false }
      return data != knowledge.contents.withLock { $0.data } ?? Data()
    }
  }

  // MARK: Saving

  /// Writes the file, at once or together with further changes.
  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    let refusal = knowledge.contents.withLock { contents in
      contents.hasSaved = true
      return contents.refusal
    }
    if let refusal, context == .didSet { return continuation.resume(throwing: FileNotOverwritten(reason: refusal)) }
    let write = FileWriter.Write { [encode] in
      try encode(value)
    } replace: { [storage, url, knowledge] data in
      // Recorded first, because the watch may report the change before `write` returns.
      let replaced = knowledge.contents.withLock { contents in
        defer { contents.data = data }
        return contents.data
      }
      do {
        try storage.files.write(data, to: url)
        knowledge.contents.withLock { $0.refusal = nil }
      } catch {
        knowledge.contents.withLock { if $0.data == data { $0.data = replaced } }
        throw error
      }
    }
    writer.save(write, continuation, isUrgent: context == .userInitiated)
  }
}

extension FileStorageKey: CustomStringConvertible {
  public var description: String { ".fileStorage(\(String(reflecting: url.path)))" }
}

/// The identity of a ``FileStorageKey``.
public struct FileStorageKeyID: Hashable, Sendable {
  let place: URL
  let storage: FileStorage
}

/// The contents of a file could not be read or decoded.
struct FileNotReadable: Error, CustomStringConvertible, LocalizedError {
  let url: URL
  let reason: any Error

  var description: String {
    """
    The file "\(url.path)" could not be read: \(reason.systemDescription)

    It is broken, was written by a newer version of the program, or may not be read. It is not overwritten until the \
    program saves explicitly, with "save()", or the file can be read again.
    """
  }

  var errorDescription: String? { description }
}

/// A change was not saved, because that would overwrite a file that could not be read.
struct FileNotOverwritten: Error, CustomStringConvertible, LocalizedError {
  let reason: FileNotReadable

  var description: String { "A change was not saved.\n\n\(reason)" }

  var errorDescription: String? { description }
}
