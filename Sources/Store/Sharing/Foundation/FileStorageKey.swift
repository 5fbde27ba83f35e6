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
/// - A file is replaced in one step: a process that is killed while it saves leaves the old file or the new one, and
///   perhaps a temporary file. If two processes save at the same time, the file is that of the last one.
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
  private struct Contents {
    /// The contents of the file, as they were last read or written here.
    var known: Data?
    /// The error because of which the file must not be overwritten.
    var refusal: FileStorageError?
    /// The number of values that had to be saved so far.
    var count = 0
    /// The latest value, with its number and those who wait for it, until it is saved.
    var pending: (number: Int, value: Value, continuations: [SaveContinuation])?
    /// The number of the value that is in the file.
    var written = 0
    /// Whether a change was saved less than a second ago.
    var isCollecting = false
    /// The threads that are saving a value.
    var threads: Set<Int> = []
  }

  private let storage: FileStorage
  private let url: URL
  private let place: URL
  private let decode: @Sendable (Data) throws -> Value
  private let encode: @Sendable (Value) throws -> Data
  private let contents = Locked(Contents())
  /// Guards the file, so that this key takes nothing that it has written itself for a change that others made.
  /// Recursive, because the watch may report a change before the file is replaced.
  private let file = NSRecursiveLock()

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
  }

  /// The file, and the default storage when the key was made.
  public var id: FileStorageKeyID { FileStorageKeyID(place: place, storage: storage) }

  // MARK: Loading

  /// Reads the file, after saving the value that waits to be written to it.
  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    storage.files.waiting.flush(place)
    continuation.resume(with: Result { try read() })
  }

  private func read() throws -> Value? {
    var data: Data?
    do {
      data = try file.withLock {
        let data = try storage.files.read(place)
        contents.withLock { $0.known = data }
        return data
      }
      let value = try data.flatMap { $0.isEmpty ? nil : try decode($0) }
      contents.withLock { [data] in if $0.known == data { $0.refusal = nil } }
      return value
    } catch {
      let refusal = FileStorageError.notReadable(url, error)
      // Unless the file was replaced while its contents were being decoded.
      contents.withLock { [data] in if data == nil || $0.known == data { $0.refusal = refusal } }
      throw refusal
    }
  }

  /// Watches the file for changes that others make. When the subscription ends, saves the value that waits.
  public func subscribe(context: LoadContext<Value>, subscriber: SharedSubscriber<Value>) -> SharedSubscription {
    do {
      let subscription = try storage.files.watch(place) { [self] in fileMayHaveChanged(subscriber) }
      // Load what others have written since the file was read.
      if case .initialValue = context, hasChanged { fileMayHaveChanged(subscriber) }
      return SharedSubscription { [self] in
        subscription.cancel()
        flush()
      }
    } catch {
      subscriber.yield(throwing: error)
      return SharedSubscription { [self] in flush() }
    }
  }

  private func fileMayHaveChanged(_ subscriber: SharedSubscriber<Value>) {
    let reading = subscriber.fromNow()
    // What this key has written itself is not a change, unless others wrote something unreadable in between.
    guard hasChanged || contents.withLock({ $0.refusal != nil }) else { return }
    reading.yield(with: Result { try read() })
  }

  /// Whether the file has other contents than those that this key has read or written.
  private var hasChanged: Bool {
    file.withLock {
      guard let data = try? storage.files.read(place) ?? Data() else { return false }
      return data != contents.withLock { $0.known } ?? Data()
    }
  }

  // MARK: Saving

  /// Writes the file, at once or together with further changes.
  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    let isUrgent = context == .userInitiated
    if !isUrgent, let refusal = contents.withLock({ $0.refusal }) {
      return continuation.resume(throwing: FileStorageError("A change was not saved.\n\n\(refusal)"))
    }
    // What another key of this file has to save is older.
    storage.files.waiting.flush(place, besides: self)
    let (replaced, collects) = contents.withLock { contents in
      let replaced = contents.pending
      contents.count += 1
      contents.pending = (contents.count, value, (replaced?.continuations ?? []) + [continuation])
      // What has to be saved while this thread encodes another value is saved later.
      let collects = !contents.isCollecting && (!isUrgent || contents.threads.contains(currentThread))
      if collects { contents.isCollecting = true }
      return (replaced, collects)
    }
    // Released after unlocking, because the `deinit` of a value may run user code.
    withExtendedLifetime(replaced) {}
    guard collects || isUrgent else { return }
    let waiting = storage.files.waiting.add(place, of: self) { [self] in flush() }
    flush()
    guard collects else { return waiting.cancel() }
    storage.files.later { [self] in
      contents.withLock { $0.isCollecting = false }
      flush()
      waiting.cancel()
    }
  }

  /// Saves the value that waits, if there is one. When this returns, it or a newer one is in the file, even if another
  /// thread is still encoding it. Values are encoded without a lock, because that is user code.
  private func flush() {
    let pending = contents.withLock { contents in
      // Encoding a value may use the file.
      contents.pending != nil && contents.threads.insert(currentThread).inserted ? contents.pending : nil
    }
    guard let pending else { return }
    let result = Result { try write(encode(pending.value), pending.number) }
    let saved = contents.withLock { contents in
      contents.threads.remove(currentThread)
      return contents.pending?.number == pending.number ? contents.pending.take() : nil
    }
    for continuation in saved?.continuations ?? [] { continuation.resume(with: result) }
  }

  /// Replaces the file, unless it has a newer value, which took less time to encode.
  private func write(_ data: Data, _ number: Int) throws {
    try file.withLock {
      guard contents.withLock({ $0.written < number }) else { return }
      // Recorded first, because the watch may report the change before the file is replaced.
      let known = contents.withLock { contents in
        defer { contents.known = data }
        return contents.known
      }
      do {
        try storage.files.write(data, to: place)
        contents.withLock { ($0.written, $0.refusal) = (number, nil) }
      } catch {
        contents.withLock { $0.known = known }
        throw error
      }
    }
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
