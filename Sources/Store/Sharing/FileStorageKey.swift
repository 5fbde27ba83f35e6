import Dependencies
public import Foundation

extension SharedReaderKey {
  /// Keeps a value as JSON in a file.
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
    let coder = JSONCoder(decoder: decoder, encoder: encoder)
    return fileStorage(url, decode: { try coder.decode($0) }, encode: { try coder.encode($0) })
  }

  /// Keeps a value in a file, in a form of your own.
  ///
  /// - Parameters:
  ///   - url: The file. Folders that are missing are made.
  ///   - decode: Makes the value of what is in the file.
  ///   - encode: Makes what is in the file of the value.
  public static func fileStorage<Value>(
    _ url: URL,
    decode: @escaping @Sendable (Data) throws -> Value,
    encode: @escaping @Sendable (Value) throws -> Data
  ) -> Self where Self == FileStorageKey<Value> {
    FileStorageKey(url: url, decode: decode, encode: encode)
  }
}

/// Keeps a value in a file.
///
/// - The first change is saved at once, and those that follow within a second together. What waits is saved when the
///   program ends by itself, when nobody holds the value any more, and by ``Shared/save()``.
/// - A file is replaced as a whole: a process that is killed while it saves leaves the old file or the new one.
/// - What other processes write is loaded as it comes. While changes wait to be saved they win.
/// - A file that can't be read - it is broken, or comes from a newer version of the program - is a ``Shared/loadError``. It
///   is not overwritten: changes stay in memory, with a ``Shared/saveError``, until the program calls ``Shared/save()`` or
///   the file can be read again.
/// - Where there is no file, or an empty one, the value is the default.
///
/// The files are those of ``/Dependencies/DependencyValues/defaultFileStorage``. In tests and on mock values that is a
/// storage in memory.
public final class FileStorageKey<Value: Sendable>: SharedKey {
  private struct Contents {
    /// What the file holds, as far as is known.
    var data: Data?
    /// Why the file must not be overwritten.
    var refusal: FileNotReadable?
    /// A value that waits to be saved, and who is told.
    var pending: Value?
    var continuations: [SaveContinuation] = []
    /// Whether a change was saved less than a second ago.
    var isWaiting = false
  }

  private let storage: FileStorage
  private let url: URL
  private let decode: @Sendable (Data) throws -> Value
  private let encode: @Sendable (Value) throws -> Data
  private let contents = Locked(Contents())
  /// Locked while a file is replaced, so that what waited does not come after what is newer.
  private let writing = NSRecursiveLock()

  fileprivate init(
    url: URL,
    decode: @escaping @Sendable (Data) throws -> Value,
    encode: @escaping @Sendable (Value) throws -> Data
  ) {
    storage = DependencyValues.current.defaultFileStorage
    self.url = url
    self.decode = decode
    self.encode = encode
  }

  deinit {
    savePending()
  }

  /// The file, and the storage that was the default when the key was made.
  public var id: FileStorageKeyID { FileStorageKeyID(url: url, storage: storage) }

  // MARK: Loading

  /// Reads the file.
  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    continuation.resume(with: Result { try read() })
  }

  private func read() throws -> Value? {
    do {
      let data = try storage.files.read(url)
      let value = try data.flatMap { $0.isEmpty ? nil : try decode($0) }
      contents.withLock { ($0.data, $0.refusal) = (data, nil) }
      return value
    } catch {
      let refusal = FileNotReadable(url: url, reason: error)
      contents.withLock { $0.refusal = refusal }
      throw refusal
    }
  }

  /// Follows what others write to the file.
  public func subscribe(context: LoadContext<Value>, subscriber: SharedSubscriber<Value>) -> SharedSubscription {
    do {
      return try storage.files.watch(url) { [weak self] in self?.fileHasChanged(subscriber) }
    } catch {
      subscriber.yield(throwing: error)
      return SharedSubscription {}
    }
  }

  private func fileHasChanged(_ subscriber: SharedSubscriber<Value>) {
    // Not while this key replaces the file: what is there then is what was there before, and not what others have written.
    let news: Result<Value?, any Error>? = writing.withLock {
      let (known, isPending) = contents.withLock { ($0.data, $0.pending != nil) }
      // What this key has written itself is no news. What waits to be saved replaces the file anyway.
      guard !isPending, let data = try? storage.files.read(url) ?? Data(), data != known ?? Data() else { return nil }
      return Result { try read() }
    }
    // Now that the file is not locked any more, as observers may change the value.
    if let news { subscriber.yield(with: news) }
  }

  // MARK: Saving

  /// Writes the file, at once or together with changes that follow.
  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    switch context {
    case .userInitiated:
      let (result, continuations) = writing.withLock {
        let replaced = takePending()
        return (Result { try write(value) }, replaced.continuations)
      }
      continuation.resume(with: result)
      for continuation in continuations { continuation.resume(with: result) }
    case .didSet:
      let refusal = contents.withLock { $0.refusal }
      if let refusal { return continuation.resume(throwing: FileNotOverwritten(reason: refusal)) }
      let isFirst = contents.withLock { contents in
        if contents.isWaiting {
          contents.pending = value
          contents.continuations.append(continuation)
          return false
        }
        contents.isWaiting = true
        return true
      }
      guard isFirst else { return }
      continuation.resume(with: writing.withLock { Result { try write(value) } })
      storage.files.later { [weak self] in
        self?.savePending { $0.isWaiting = false }
      } atExit: { [weak self] in
        self?.savePending()
      }
    }
  }

  private func takePending() -> (value: Value?, continuations: [SaveContinuation]) {
    contents.withLock { contents in
      defer { (contents.pending, contents.continuations) = (nil, []) }
      return (contents.pending, contents.continuations)
    }
  }

  private func savePending(_ change: @Sendable (inout Contents) -> Void = { _ in }) {
    let (result, continuations) = writing.withLock {
      contents.withLock { change(&$0) }
      let pending = takePending()
      return (pending.value.map { value in Result { try write(value) } }, pending.continuations)
    }
    guard let result else { return }
    for continuation in continuations { continuation.resume(with: result) }
  }

  private func write(_ value: Value) throws {
    let data = try encode(value)
    // First, as the watch may tell of it before this is over.
    let replaced = contents.withLock { contents in
      defer { contents.data = data }
      return contents.data
    }
    do {
      try storage.files.write(data, to: url)
      contents.withLock { $0.refusal = nil }
    } catch {
      contents.withLock { if $0.data == data { $0.data = replaced } }
      throw error
    }
  }
}

extension FileStorageKey: CustomStringConvertible {
  public var description: String { ".fileStorage(\(String(reflecting: url.path)))" }
}

/// The identity of a ``FileStorageKey``.
public struct FileStorageKeyID: Hashable, Sendable {
  let url: URL
  let storage: FileStorage
}

/// A file holds something that a key can't read.
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

/// A change was not saved, so as not to lose what is in the file.
struct FileNotOverwritten: Error, CustomStringConvertible, LocalizedError {
  let reason: FileNotReadable

  var description: String { "A change was not saved.\n\n\(reason)" }

  var errorDescription: String? { description }
}

/// `@unchecked Sendable`: the coders are not changed any more, and only used by one call at a time.
private final class JSONCoder: @unchecked Sendable {
  private let lock = NSLock()
  private let decoder: JSONDecoder
  private let encoder: JSONEncoder

  init(decoder: JSONDecoder?, encoder: JSONEncoder?) {
    self.decoder = decoder ?? JSONDecoder()
    if let encoder {
      self.encoder = encoder
    } else {
      self.encoder = JSONEncoder()
      self.encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    }
  }

  func decode<Value: Decodable>(_ data: Data) throws -> Value {
    try lock.withLock { try decoder.decode(Value.self, from: data) }
  }

  func encode(_ value: some Encodable) throws -> Data {
    try lock.withLock { try encoder.encode(value) }
  }
}
