import Dependencies
import Foundation

/// The source of a value that a key keeps.
///
/// `@unchecked Sendable`, as its superclass: what it adds is constant or locked.
final class KeyedSource<Key: SharedReaderKey>: SharedSource<Key.Value>, @unchecked Sendable {
  private struct Status {
    var isLoading = false
    var loadError: (any Error)?
    var saveError: (any Error)?
    var subscription: SharedSubscription?
  }

  private let key: Key
  private let initialValue: Key.Value
  private let status = Locked(Status())
  /// Recursive, because code that is called with the result may change the value.
  private let saving = NSRecursiveLock()

  init(_ key: Key, initialValue: Key.Value) {
    self.key = key
    self.initialValue = initialValue
    super.init(initialValue)
  }

  /// Begins to watch the place where the key keeps the value.
  ///
  /// - Parameter loads: Whether to load the value first.
  func start(loads: Bool) {
    let context: LoadContext<Key.Value> = loads ? .initialValue(initialValue) : .userInitiated
    if loads {
      set(isLoading: true)
      let (changeCount, describe) = (changeCount, describe)
      let continuation = LoadContinuation<Key.Value>(describe()) { [weak self] in
        self?.take($0, unlessChangedAfter: changeCount)
      }
      key.load(context: context, continuation: continuation)
    }
    let subscriber = SharedSubscriber<Key.Value>(
      callback: { [weak self] in self?.take($0) },
      onLoading: { [weak self] in self?.set(isLoading: $0) }
    )
    let subscription = key.subscribe(context: context, subscriber: subscriber)
    status.withLock { $0.subscription = subscription }
  }

  /// Describes the key for issues. A key may store continuations, so they must not keep the key or this source alive.
  private var describe: @Sendable () -> String {
    { [weak self] in self?.description ?? "" }
  }

  /// Handles a value that the key has loaded, or a change at the place where the key keeps it.
  ///
  /// - Parameter changeCount: The number of changes by the program when the loading began. A later one is being saved,
  ///   and stays.
  private func take(_ result: Result<Key.Value?, any Error>, unlessChangedAfter changeCount: Int? = nil) {
    switch result {
    case .success(let value):
      change { $0.loadError = nil }
      replace(with: value ?? initialValue, unlessChangedAfter: changeCount)
    case .failure(let error):
      change { $0.loadError = error }
      report(error, while: "loaded")
    }
    set(isLoading: false)
  }

  override func didChange() {
    super.didChange()
    save(.didSet) { [weak self] in self?.didSave($0) }
  }

  private func save(_ context: SaveContext, _ callback: @escaping @Sendable (Result<Void, any Error>) -> Void) {
    let describe = describe
    func save(_ key: some SharedKey<Key.Value>) {
      // Locked, so that the last save saves the latest value.
      saving.withLock {
        let continuation = SaveContinuation(describe(), callback: callback)
        key.save(currentValue, context: context, continuation: continuation)
      }
    }
    // The key of a property that can be changed is a `SharedKey`.
    if let key = key as? any SharedKey<Key.Value> { save(key) } else { callback(.success(())) }
  }

  private func didSave(_ result: Result<Void, any Error>) {
    switch result {
    case .success:
      change { ($0.saveError, $0.loadError) = (nil, nil) }
    case .failure(let error):
      change { $0.saveError = error }
      report(error, while: "saved")
    }
  }

  /// Reports an error in a program, where it could go unnoticed. In a test it is not reported.
  private func report(_ error: any Error, while what: String) {
    if !isTesting { reportIssue("A shared value could not be \(what).\n\n  Key:    \(key)\n  Error:  \(error)") }
  }

  // MARK: Status

  override var isLoading: Bool {
    access(\.status)
    return status.withLock { $0.isLoading }
  }

  override var loadError: (any Error)? {
    access(\.status)
    return status.withLock { $0.loadError }
  }

  override var saveError: (any Error)? {
    access(\.status)
    return status.withLock { $0.saveError }
  }

  private func set(isLoading: Bool) {
    change { $0.isLoading = isLoading }
  }

  /// Changes the status. All of it is observed together.
  private func change(_ body: @Sendable (inout Status) -> Void) {
    let (before, after) = status.withLock { status in
      let before = status
      body(&status)
      return (before, status)
    }
    // Errors can't be compared, so each one counts as a change.
    let hasErrors = [before.loadError, before.saveError, after.loadError, after.saveError].contains { $0 != nil }
    if hasErrors || before.isLoading != after.isLoading { announce(\.status) }
  }

  override func load() async throws {
    set(isLoading: true)
    defer { set(isLoading: false) }
    let changeCount = changeCount
    do {
      let value = try await key.load(context: .userInitiated)
      change { $0.loadError = nil }
      if let value { replace(with: value, unlessChangedAfter: changeCount) }
    } catch {
      change { $0.loadError = error }
      throw error
    }
  }

  override func save() async throws {
    do {
      try await withCheckedThrowingContinuation { continuation in
        save(.userInitiated) { continuation.resume(with: $0) }
      }
      change { ($0.saveError, $0.loadError) = (nil, nil) }
    } catch {
      change { $0.saveError = error }
      throw error
    }
  }

  override var isKept: Bool { true }

  override var description: String { String(describing: key) }
}

extension SharedReaderKey {
  /// Loads the value and waits for the result.
  func load(context: LoadContext<Value>) async throws -> Value? {
    try await withCheckedThrowingContinuation { continuation in
      load(context: context, continuation: LoadContinuation("\(self)") { continuation.resume(with: $0) })
    }
  }
}
