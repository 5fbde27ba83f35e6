import Dependencies

/// The source of a value that is stored under a key.
///
/// `@unchecked Sendable`, as its superclass: what it adds is constant or locked.
final class KeyedSource<Key: SharedReaderKey>: SharedSource<Key.Value>, @unchecked Sendable {
  private typealias Request = @Sendable (Result<Void, any Error>) -> Void

  private struct Status {
    var isLoading = false
    var loadError: (any Error)?
    var saveError: (any Error)?
    var subscription: SharedSubscription?
  }

  private struct FirstLoad {
    var isDone = false
    /// The threads that are loading the value.
    var threads: Set<Int> = []
  }

  private struct Saves {
    /// Whether a thread is calling the key's `save`.
    var isSaving = false
    /// Whether a value has to be saved next.
    var hasNext = false
    /// The calls of `save()` that wait for that value.
    var requests: [Request] = []
  }

  private let key: Key
  private let initialValue: Key.Value
  private let loads: Bool
  private let firstLoad = Locked(FirstLoad())
  private let status = Locked(Status())
  private let saves = Locked(Saves())

  /// - Parameter loads: Whether to load the value when this is first used.
  init(_ key: Key, initialValue: Key.Value, loads: Bool) {
    self.key = key
    self.initialValue = initialValue
    self.loads = loads
    super.init(initialValue)
  }

  /// Loads the value and begins to watch the place where it is stored. If several threads use the value for the first
  /// time, each of them loads it, so none waits for another one. A key that loads may use its own value.
  override func start() {
    guard firstLoad.withLock({ !$0.isDone && $0.threads.insert(currentThread).inserted }) else { return }
    let context: LoadContext<Key.Value> = loads ? .initialValue(initialValue) : .userInitiated
    if loads {
      set(isLoading: true)
      load(context, isNews: false)
    }
    let isFirst = firstLoad.withLock { firstLoad in
      firstLoad.threads.remove(currentThread)
      defer { firstLoad.isDone = true }
      return !firstLoad.isDone
    }
    if isFirst { subscribe(context) }
  }

  private func subscribe(_ context: LoadContext<Key.Value>) {
    let subscriber = SharedSubscriber<Key.Value>(
      beginReading: { [weak self] in self?.beginReading(isNews: true) ?? { _ in } },
      onLoading: { [weak self] in self?.set(isLoading: $0) }
    )
    let subscription = key.subscribe(context: context, subscriber: subscriber)
    status.withLock { $0.subscription = subscription }
  }

  private func load(_ context: LoadContext<Key.Value>, isNews: Bool) {
    let describe = describe
    let continuation = LoadContinuation(describe(), callback: beginReading(isNews: isNews))
    key.load(context: context, continuation: continuation)
  }

  /// Describes the key for issues. A key may store continuations, so they must not keep the key or this source alive.
  private var describe: @Sendable () -> String {
    { [weak self] in self?.description ?? "" }
  }

  /// Returns a function that receives what is read from now on.
  private func beginReading(isNews: Bool) -> @Sendable (Result<Key.Value?, any Error>) -> Void {
    let number = beginReading()
    return { [weak self] in self?.take($0, number: number, isNews: isNews) }
  }

  private func take(_ result: Result<Key.Value?, any Error>, number: Int, isNews: Bool) {
    switch result {
    case .success(let value):
      change { $0.loadError = nil }
      if replace(with: value ?? initialValue, number: number, isNews: isNews) { load(.userInitiated, isNews: true) }
    case .failure(let error):
      change { $0.loadError = error }
      report(error, while: "loaded")
    }
    set(isLoading: false)
  }

  override func didChange() {
    super.didChange()
    requestSave(nil)
  }

  /// Saves the latest value. If a thread is already saving, that thread saves it next. So the key saves one value after
  /// the other, and no thread waits for another one.
  private func requestSave(_ request: Request?) {
    let isFirst = saves.withLock { saves in
      saves.hasNext = true
      if let request { saves.requests.append(request) }
      defer { saves.isSaving = true }
      return !saves.isSaving
    }
    guard isFirst else { return }
    while let requests = nextRequests() { save(for: requests) }
  }

  private func nextRequests() -> [Request]? {
    saves.withLock { saves in
      guard saves.hasNext else {
        saves.isSaving = false
        return nil
      }
      defer { (saves.hasNext, saves.requests) = (false, []) }
      return saves.requests
    }
  }

  private func save(for requests: [Request]) {
    let (value, number) = latestChange
    let didSave: Request = { [weak self] result in
      self?.didSave(result, number, isRequested: !requests.isEmpty)
      for request in requests { request(result) }
    }
    // The key of a property that can be changed is a `SharedKey`.
    guard let key = key as? any SharedKey<Key.Value> else { return didSave(.success(())) }
    let describe = describe
    let continuation = SaveContinuation(describe(), callback: didSave)
    key.save(value, context: requests.isEmpty ? .didSet : .userInitiated, continuation: continuation)
  }

  private func didSave(_ result: Result<Void, any Error>, _ number: Int, isRequested: Bool) {
    let error: (any Error)? = if case .failure(let error) = result { error } else { nil }
    let (isLatest, readsAgain) = didSave(number)
    guard isLatest else { return }
    change { status in
      status.saveError = error
      if error == nil { status.loadError = nil }
    }
    // Calls of `save()` throw the error to their callers.
    if let error, !isRequested { report(error, while: "saved") }
    if readsAgain { load(.userInitiated, isNews: true) }
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
    let number = beginReading()
    do {
      let value = try await key.load(context: .userInitiated)
      change { $0.loadError = nil }
      if let value { _ = replace(with: value, number: number, isNews: false) }
    } catch {
      change { $0.loadError = error }
      throw error
    }
  }

  override func save() async throws {
    try await withCheckedThrowingContinuation { continuation in
      requestSave { continuation.resume(with: $0) }
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
