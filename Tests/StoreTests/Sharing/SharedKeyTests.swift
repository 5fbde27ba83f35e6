import Store
import Testing

@testable import StoreCore

private struct PlaceKey: SharedKey {
  final class Place: Sendable {
    struct Contents {
      var value: Int?
      var error: Failure?
      var saved: [SaveContext] = []
      var subscribers: [Int: SharedSubscriber<Int>] = [:]
      var loads: [LoadContinuation<Int>] = []
      var isSlow = false
      var onLoad: (@Sendable (LoadContinuation<Int>) -> Void)?
      var onSave: (@Sendable (SaveContinuation) -> Void)?
    }

    let contents = LockIsolated(Contents())

    var subscriber: SharedSubscriber<Int>? { contents.value.subscribers[0] }
    func set<Part: Sendable>(_ keyPath: any WritableKeyPath<Contents, Part> & Sendable, _ value: Part) {
      contents.withValue { $0[keyPath: keyPath] = value }
    }
    func onLoad(_ body: (@Sendable (LoadContinuation<Int>) -> Void)?) { contents.withValue { $0.onLoad = body } }
    func onSave(_ body: (@Sendable (SaveContinuation) -> Void)?) { contents.withValue { $0.onSave = body } }
    func finishLoading(_ value: Int?) { contents.withValue { $0.loads.removeFirst() }.resume(with: .success(value)) }
  }

  let place: Place
  var id: ObjectIdentifier { ObjectIdentifier(place) }

  func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
    let contents = place.contents.value
    if let onLoad = contents.onLoad { return onLoad(continuation) }
    if contents.isSlow { return place.contents.withValue { $0.loads.append(continuation) } }
    if let error = contents.error { return continuation.resume(throwing: error) }
    continuation.resume(with: .success(contents.value))
  }

  func subscribe(context: LoadContext<Int>, subscriber: SharedSubscriber<Int>) -> SharedSubscription {
    let number = place.contents.withValue { contents in
      contents.subscribers[contents.subscribers.count] = subscriber
      return contents.subscribers.count - 1
    }
    return SharedSubscription { [place] in
      let subscriber = place.contents.withValue { $0.subscribers.removeValue(forKey: number) }
      withExtendedLifetime(subscriber) {}
    }
  }

  func save(_ value: Int, context: SaveContext, continuation: SaveContinuation) {
    place.contents.withValue {
      $0.saved.append(context)
      if $0.error == nil { $0.value = value }
    }
    let contents = place.contents.value
    if let onSave = contents.onSave { return onSave(continuation) }
    if let error = contents.error { return continuation.resume(throwing: error) }
    continuation.resume()
  }
}

@Suite struct SharedKeyTests {
  private let place = PlaceKey.Place()

  @Test func valuesAreLoadedAndSaved() async throws {
    let error = await #expect(throws: (any Error).self) { try await Shared(require: PlaceKey(place: place)) }
    #expect(error.map { "\($0)".hasPrefix("There is no value for") } == true)
    @Shared(PlaceKey(place: place)) var count = 1
    #expect(place.contents.value.value == nil)
    $count.withLock { $0 = 2 }
    #expect(place.contents.value.value == 2)
    try await $count.save()
    #expect(place.contents.value.saved == [.didSet, .userInitiated])
    place.set(\.value, 6)
    #expect(count == 2)
    try await $count.load()
    #expect(count == 6)
    #expect(try await Shared(require: PlaceKey(place: place)).wrappedValue == 6)
  }

  @Test func changesFromElsewhereArrive() {
    do {
      @Shared(PlaceKey(place: place)) var count = 1
      let log = Log()
      log.watch("value") { _ = count }
      place.subscriber?.yield(1)
      #expect(log.entries.isEmpty, "Equal values are not announced.")
      place.subscriber?.yield(2)
      #expect(count == 2 && log.entries == ["value"])
      place.subscriber?.yieldReturningInitialValue()
      #expect(count == 1)
      log.watch("isLoading") { _ = $count.isLoading }
      log.watch("loadError") { _ = $count.loadError }
      log.watch("saveError") { _ = $count.saveError }
      place.subscriber?.yieldLoading()
      #expect($count.isLoading)
      #expect(Set(log.entries.dropFirst()) == ["isLoading", "loadError", "saveError"])
      place.subscriber?.yield(throwing: Failure())
      #expect(!$count.isLoading && $count.loadError is Failure)
      #expect(count == 1 && place.contents.value.saved.isEmpty)
    }
    #expect(place.contents.value.subscribers.isEmpty)
  }

  @Test func errorsAreKeptUntilItWorks() async {
    place.set(\.error, Failure())
    @Shared(PlaceKey(place: place)) var count = 1
    #expect($count.loadError is Failure)
    await #expect(throws: Failure.self) { try await $count.load() }
    await #expect(throws: Failure.self) { try await $count.save() }
    $count.withLock { $0 = 2 }
    #expect($count.saveError is Failure && count == 2)
    place.set(\.error, nil)
    $count.withLock { $0 = 3 }
    #expect($count.saveError == nil && $count.loadError == nil)
  }

  @Test func aSlowPlaceIsLoading() {
    place.set(\.isSlow, true)
    @Shared(PlaceKey(place: place)) var count = 1
    #expect($count.isLoading && count == 1)
    place.finishLoading(4)
    #expect(!$count.isLoading && count == 4)
  }

  /// What the program has changed is newer than what is being loaded, and is saved.
  @Test(arguments: [4, nil] as [Int?]) func aFirstLoadThatEndsAfterAChangeLeavesTheChange(_ loaded: Int?) {
    place.set(\.isSlow, true)
    @Shared(PlaceKey(place: place)) var count = 1
    $count.withLock { $0 = 2 }
    place.finishLoading(loaded)
    #expect(count == 2 && !$count.isLoading && place.contents.value.value == 2)
    // What others change later is newer again.
    place.subscriber?.yield(5)
    #expect(count == 5)
  }

  /// What others have changed while the change was being saved may be older or newer. The place knows. If the change
  /// can't be saved, it is as if theirs had arrived a moment later.
  @Test(arguments: [nil, Failure()] as [Failure?]) func whatArrivesWhileAChangeIsSavedIsReadAfterIt(_ error: Failure?) {
    @Shared(PlaceKey(place: place)) var count = 1
    place.onSave { [place] continuation in
      place.subscriber?.yield(100)
      place.set(\.value, 101)
      if let error { continuation.resume(throwing: error) } else { continuation.resume() }
    }
    $count.withLock { $0 = 2 }
    #expect(count == 101 && $count.saveError as? Failure == error)
    place.onSave(nil)
  }

  /// The thread that saves also saves what other threads, or the code that saves, have changed meanwhile.
  @Test func changesWhileAValueIsSavedAreSavedAfterIt() {
    @Shared(PlaceKey(place: place)) var count = 1
    let shared = $count
    place.onSave { [place] continuation in
      place.onSave(nil)
      shared.withLock { $0 = 3 }
      #expect(ExclusiveAccessTests.end { shared.withLock { $0 += 1 } })
      #expect(place.contents.value.value == 2)
      continuation.resume()
    }
    $count.withLock { $0 = 2 }
    #expect(count == 4 && place.contents.value.value == 4 && place.contents.value.saved.count == 2)
  }

  @Test func aKeyThatLoadsFindsItself() {
    let found = LockIsolated<[Shared<Int>]>([])
    place.onLoad { [place] continuation in
      let isFirst = found.value.isEmpty
      let same = Shared(wrappedValue: 3, PlaceKey(place: place))
      found.withValue { $0.append(same) }
      if isFirst { continuation.resume(returning: same.wrappedValue + 1) }
    }
    @Shared(PlaceKey(place: place)) var count = 1
    #expect(count == 2 && found.value.map(\.wrappedValue) == [2])
    place.onLoad(nil)
    found.setValue([])
  }

  /// The second thread has loaded before the first one, has changed the value and has let it go.
  @Test func aValueThatWasChangedWhileItsKeyLoadedIsLoadedAgain() {
    place.set(\.value, 5)
    place.onLoad { [place] continuation in
      place.onLoad(nil)
      let isEnded = ExclusiveAccessTests.end {
        @Shared(PlaceKey(place: place)) var same = 1
        $same.withLock { $0 += 1 }
      }
      #expect(isEnded)
      continuation.resume(returning: 5)
    }
    @Shared(PlaceKey(place: place)) var count = 1
    #expect(count == 6)
  }

  /// The second thread finds the source of the first one, and loads the value itself instead of waiting.
  @Test func threadsThatUseAKeyAtATimeShareASource() {
    let other = LockIsolated<Shared<Int>?>(nil)
    place.onLoad { [place] continuation in
      place.contents.withValue { ($0.onLoad, $0.value) = (nil, 7) }
      let isEnded = ExclusiveAccessTests.end {
        other.setValue(Shared(wrappedValue: 2, PlaceKey(place: place)))
        #expect(other.value?.wrappedValue == 7)
      }
      #expect(isEnded)
      continuation.resumeReturningInitialValue()
    }
    @Shared(PlaceKey(place: place)) var count = 1
    #expect(count == 7 && place.contents.value.subscribers.count == 1)
    other.value?.withLock { $0 = 8 }
    #expect(count == 8)
    other.setValue(nil)
  }

  @Test func anotherKeyCanBeLoaded() async throws {
    place.set(\.value, 9)
    @Shared(value: 1) var count
    try await $count.load(PlaceKey(place: place))
    #expect(count == 9)
    @SharedReader(value: 1) var read
    place.set(\.value, 8)
    try await $read.load(PlaceKey(place: place))
    #expect(read == 8)
    $count.withLock { $0 = 10 }
    #expect(read == 10)
  }

  @Test func onlyTheWholeOfWhatAKeyKeepsIsKept() {
    struct Size { var width = 1 }
    @Shared(.inMemory("size")) var size = Size()
    @Shared(value: Size()) var other
    #expect([$size.isKept, $size.width.isKept, $other.isKept] == [true, false, false])
  }

  @Test func continuationsAreResumedOnce() {
    let outcomes = LockIsolated<[Int?]>([])
    let issues = withCapturedIssues {
      let continuation = LoadContinuation<Int>("'key'") { outcome in
        outcomes.withValue { $0.append(try? outcome.get()) }
      }
      continuation.resume(returning: 1)
      continuation.resume(returning: 2)
      do { _ = SaveContinuation { _ in outcomes.withValue { $0.append(-1) } } }
    }
    #expect(outcomes.value == [1, -1] && issues.allSatisfy { $0.article == .sharedState })
    #expect(
      issues.map { $0.message.prefix { $0 != "\n" } } == [
        "''key'' resumed its continuation more than once. Only the first time counts.",
        "A shared key dropped its continuation without resuming it. Those who wait for it go on as if there was nothing.",
      ]
    )
  }
}

/// What is released by shared values may use shared values, on other threads too.
@Suite struct SharedReleaseTests {
  private final class Token: Hashable, Sendable {
    let number: Int
    let onRelease: @Sendable () -> Void

    init(_ number: Int, onRelease: @escaping @Sendable () -> Void = {}) {
      self.number = number
      self.onRelease = onRelease
    }

    deinit { onRelease() }

    static func == (lhs: Token, rhs: Token) -> Bool { lhs.number == rhs.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  private struct Key<ID: Hashable & Sendable>: SharedReaderKey {
    typealias Value = Int
    let id: ID

    func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
      continuation.resumeReturningInitialValue()
    }
    func subscribe(context: LoadContext<Int>, subscriber: SharedSubscriber<Int>) -> SharedSubscription {
      SharedSubscription {}
    }
  }

  /// Ids are compared and hashed by user code, which may use shared values.
  @Test func idsAreComparedAndHashedUnlocked() {
    let sources = SharedSources()
    let runs = LockIsolated<[Bool]>([])
    struct ID: Hashable {
      let onUse: @Sendable () -> Void
      static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.onUse()
        return true
      }
      func hash(into hasher: inout Hasher) {
        onUse()
        hasher.combine(1)
      }
    }
    let key = Key(id: ID { runs.withValue { $0.append(ExclusiveAccessTests.end { _ = sources.contains(sources) }) } })
    let first = sources.source(for: key, default: { 0 }, loads: true)
    #expect(sources.source(for: key, default: { 0 }, loads: true) === first)
    #expect(!runs.value.isEmpty && runs.value.allSatisfy { $0 })
  }

  @Test func keysAreReleasedUnlocked() {
    let sources = SharedSources()
    let releases = LockIsolated<[Bool]>([])
    for number in 0...64 {
      let id = Token(number) {
        guard number == 0 else { return }
        releases.withValue { $0.append(ExclusiveAccessTests.end { _ = sources.contains(sources) }) }
      }
      _ = sources.source(for: Key(id: id), default: { 0 }, loads: true)
    }
    #expect(releases.value == [true])
  }

  /// The value of an optional is kept as its last one. It is released when another one is read, or set.
  @Test(arguments: [false, true]) func theLastValueIsReleasedUnlocked(isSet: Bool) throws {
    let optional = Shared<Token?>(value: Token(0))
    let value = try #require(Shared(optional))
    let releases = LockIsolated<[Bool]>([])
    optional.withLock { optional in
      optional = Token(1) { releases.withValue { $0.append(ExclusiveAccessTests.end { _ = value.wrappedValue }) } }
    }
    #expect(value.wrappedValue.number == 1)
    if isSet {
      value.withLock { $0 = Token(2) }
    } else {
      optional.withLock { $0 = Token(2) }
      #expect(releases.value == [])
    }
    #expect(value.wrappedValue.number == 2 && releases.value == [true])
  }

  /// A base whose value changes while it is being read.
  private final class ChangingBase: SharedReference, @unchecked Sendable {
    // Used by one thread.
    var current: Int? = 1
    var onRead: () -> Void = {}
    /// Called when a closure has changed the value, which others can't see yet.
    var onChange: () -> Void = {}

    var value: Int? {
      let value = current
      let onRead = onRead
      self.onRead = {}
      onRead()
      return value
    }

    func withLock<Result>(_ body: (inout Int?) throws -> Result) rethrows -> Result {
      var value = current
      defer {
        onChange()
        current = value
      }
      return try body(&value)
    }

    var source: any AnySharedSource { SharedSource(current) }
    func detached(into snapshot: StateSnapshot) -> any SharedReference<Int?> { self }
    func attached() -> any SharedReference<Int?> { self }
    var description: String { "\(String(describing: current))" }
  }

  @Test func aValueThatIsReadWhileItIsSetIsNotTheLastOne() {
    let base = ChangingBase()
    let reference = OptionalReference(base: base, last: 0)
    base.onChange = { #expect(reference.value == 1) }
    reference.withLock { $0 = 2 }
    base.current = nil
    #expect(reference.value == 2)
  }

  @Test func aValueThatIsSetWhileAnotherThreadReadsIsTheLastOne() {
    let base = ChangingBase()
    let reference = OptionalReference(base: base, last: 0)
    base.onRead = {
      reference.withLock { $0 = 2 }
      base.current = nil
    }
    for _ in 1...2 { #expect(reference.value == 2) }
  }
}
