import Foundation
import Observation
import Store
import Testing

@testable import StoreCore

/// A key for a place that tests can examine.
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
  @Test func changesAreSaved() async throws {
    let place = PlaceKey.Place()
    @Shared(PlaceKey(place: place)) var count = 1
    #expect(place.contents.value.value == nil)
    $count.withLock { $0 = 2 }
    #expect(place.contents.value.value == 2)
    try await $count.save()
    #expect(place.contents.value.saved == [.didSet, .userInitiated])
  }

  @Test func whatIsThereIsLoaded() async throws {
    let place = PlaceKey.Place()
    place.contents.withValue { $0.value = 5 }
    @Shared(PlaceKey(place: place)) var count = 1
    #expect(count == 5)
    place.contents.withValue { $0.value = 6 }
    #expect(count == 5)
    try await $count.load()
    #expect(count == 6)
    #expect(try await Shared(require: PlaceKey(place: place)).wrappedValue == 6)
  }

  @Test func aMissingValueCanBeRequired() async throws {
    let place = PlaceKey.Place()
    let error = await #expect(throws: (any Error).self) { try await Shared(require: PlaceKey(place: place)) }
    #expect(error.map { "\($0)".hasPrefix("There is no value for") } == true)
  }

  @Test func changesFromElsewhereArrive() {
    let place = PlaceKey.Place()
    do {
      @Shared(PlaceKey(place: place)) var count = 1
      place.contents.value.subscribers[0]?.yield(2)
      #expect(count == 2)
      place.contents.value.subscribers[0]?.yieldReturningInitialValue()
      #expect(count == 1)
      place.contents.value.subscribers[0]?.yieldLoading()
      #expect($count.isLoading)
      place.contents.value.subscribers[0]?.yield(throwing: Failure())
      #expect(!$count.isLoading)
      #expect(count == 1)
      #expect($count.loadError is Failure)
      #expect(place.contents.value.saved.isEmpty)
    }
    #expect(place.contents.value.subscribers.isEmpty)
  }

  @Test func errorsAreKeptUntilItWorks() async {
    let place = PlaceKey.Place()
    place.contents.withValue { $0.error = Failure() }
    @Shared(PlaceKey(place: place)) var count = 1
    #expect($count.loadError is Failure)
    await #expect(throws: Failure.self) { try await $count.load() }
    await #expect(throws: Failure.self) { try await $count.save() }
    $count.withLock { $0 = 2 }
    #expect($count.saveError is Failure)
    #expect(count == 2)
    place.contents.withValue { $0.error = nil }
    $count.withLock { $0 = 3 }
    #expect($count.saveError == nil)
    #expect($count.loadError == nil)
  }

  @Test func aSlowPlaceIsLoading() {
    let place = PlaceKey.Place()
    place.contents.withValue { $0.isSlow = true }
    @Shared(PlaceKey(place: place)) var count = 1
    #expect($count.isLoading)
    #expect(count == 1)
    place.contents.withValue { $0.loads.removeFirst() }.resume(returning: 4)
    #expect(!$count.isLoading)
    #expect(count == 4)
  }

  @Test func theStatusIsObserved() {
    let place = PlaceKey.Place()
    @Shared(PlaceKey(place: place)) var count = 1
    let told = LockIsolated<[String]>([])
    func observe(_ name: String, _ read: () -> Void) {
      withObservationTracking(read) { told.withValue { $0.append(name) } }
    }
    observe("isLoading") { _ = $count.isLoading }
    observe("loadError") { _ = $count.loadError }
    observe("saveError") { _ = $count.saveError }
    place.contents.value.subscribers[0]?.yieldLoading()
    #expect(Set(told.value) == ["isLoading", "loadError", "saveError"])
  }

  /// What the program has changed is newer than what is being loaded, and is saved.
  @Test(arguments: [4, nil] as [Int?])
  func aFirstLoadThatEndsAfterAChangeLeavesTheChange(_ loaded: Int?) {
    let place = PlaceKey.Place()
    place.contents.withValue { $0.isSlow = true }
    @Shared(PlaceKey(place: place)) var count = 1
    $count.withLock { $0 = 2 }
    place.contents.withValue { $0.loads.removeFirst() }.resume(with: .success(loaded))
    #expect(count == 2)
    #expect(!$count.isLoading)
    #expect(place.contents.value.value == 2)
    // What others change later is newer again.
    place.contents.value.subscribers[0]?.yield(5)
    #expect(count == 5)
  }

  @Test func aLoadDuringWhichTheValueIsChangedLeavesTheChange() async throws {
    let place = PlaceKey.Place()
    @Shared(PlaceKey(place: place)) var count = 1
    let (loads, continuation) = AsyncStream.makeStream(of: LoadContinuation<Int>.self)
    place.contents.withValue { $0.onLoad = { continuation.yield($0) } }
    let loading = Task { [$count] in try await $count.load() }
    for await load in loads {
      $count.withLock { $0 = 2 }
      load.resume(returning: 4)
      break
    }
    try await loading.value
    #expect(count == 2)
    #expect(!$count.isLoading)
  }

  @Test func whatWasReadBeforeAChangeDoesNotUndoIt() {
    let place = PlaceKey.Place()
    @Shared(PlaceKey(place: place)) var count = 1
    let reading = place.contents.value.subscribers[0]?.fromNow()
    $count.withLock { $0 = 2 }
    reading?.yield(100)
    #expect(count == 2)
    #expect(place.contents.value.value == 2)
  }

  /// What others have changed while the change was being saved may be older or newer. The place knows.
  @Test func whatArrivesWhileAChangeIsSavedIsReadAfterIt() {
    let place = PlaceKey.Place()
    @Shared(PlaceKey(place: place)) var count = 1
    place.contents.withValue { contents in
      contents.onSave = { [place] continuation in
        place.contents.value.subscribers[0]?.yield(100)
        place.contents.withValue { $0.value = 101 }
        continuation.resume()
      }
    }
    $count.withLock { $0 = 2 }
    #expect(count == 101)
    place.contents.withValue { $0.onSave = nil }
  }

  /// As if it had arrived a moment later.
  @Test func whatArrivesWhileAChangeCannotBeSavedIsReadAfterIt() {
    let place = PlaceKey.Place()
    @Shared(PlaceKey(place: place)) var count = 1
    place.contents.withValue { contents in
      contents.onSave = { [place] continuation in
        place.contents.value.subscribers[0]?.yield(100)
        place.contents.withValue { $0.value = 101 }
        continuation.resume(throwing: Failure())
      }
    }
    $count.withLock { $0 = 2 }
    #expect(count == 101)
    #expect($count.saveError is Failure)
    place.contents.withValue { $0.onSave = nil }
  }

  @Test func equalValuesFromElsewhereAreNotAnnounced() {
    let place = PlaceKey.Place()
    @Shared(PlaceKey(place: place)) var count = 1
    let told = LockIsolated(0)
    withObservationTracking {
      _ = count
    } onChange: {
      told.withValue { $0 += 1 }
    }
    place.contents.value.subscribers[0]?.yield(1)
    #expect(told.value == 0)
    place.contents.value.subscribers[0]?.yield(2)
    #expect(told.value == 1)
  }

  /// The thread that saves also saves what other threads, or the code that saves, have changed meanwhile.
  @Test func changesWhileAValueIsSavedAreSavedAfterIt() {
    let place = PlaceKey.Place()
    @Shared(PlaceKey(place: place)) var count = 1
    let shared = $count
    place.contents.withValue { contents in
      contents.onSave = { [place] continuation in
        place.contents.withValue { $0.onSave = nil }
        shared.withLock { $0 = 3 }
        let isEnded = ExclusiveAccessTests.end { shared.withLock { $0 += 1 } }
        #expect(isEnded)
        #expect(place.contents.value.value == 2)
        continuation.resume()
      }
    }
    $count.withLock { $0 = 2 }
    #expect(count == 4)
    #expect(place.contents.value.value == 4)
    #expect(place.contents.value.saved.count == 2)
  }

  @Test func aKeyThatLoadsFindsItself() {
    let place = PlaceKey.Place()
    let found = LockIsolated<[Shared<Int>]>([])
    place.contents.withValue { contents in
      contents.onLoad = { [place] continuation in
        let isFirst = found.value.isEmpty
        let same = Shared(wrappedValue: 3, PlaceKey(place: place))
        found.withValue { $0.append(same) }
        if isFirst { continuation.resume(returning: same.wrappedValue + 1) }
      }
    }
    @Shared(PlaceKey(place: place)) var count = 1
    #expect(count == 2)
    #expect(found.value.map(\.wrappedValue) == [2])
    place.contents.withValue { $0.onLoad = nil }
    found.setValue([])
  }

  /// The second thread has loaded before the first one, has changed the value and has let it go.
  @Test func aValueThatWasChangedWhileItsKeyLoadedIsLoadedAgain() {
    let place = PlaceKey.Place()
    place.contents.withValue { contents in
      contents.value = 5
      contents.onLoad = { [place] continuation in
        place.contents.withValue { $0.onLoad = nil }
        let isEnded = ExclusiveAccessTests.end {
          @Shared(PlaceKey(place: place)) var same = 1
          $same.withLock { $0 += 1 }
        }
        #expect(isEnded)
        continuation.resume(returning: 5)
      }
    }
    @Shared(PlaceKey(place: place)) var count = 1
    #expect(count == 6)
  }

  /// The second thread finds the source of the first one, and loads the value itself instead of waiting.
  @Test func threadsThatUseAKeyAtATimeShareASource() {
    let place = PlaceKey.Place()
    let other = LockIsolated<Shared<Int>?>(nil)
    place.contents.withValue { contents in
      contents.onLoad = { [place] continuation in
        place.contents.withValue { ($0.onLoad, $0.value) = (nil, 7) }
        let isEnded = ExclusiveAccessTests.end {
          other.setValue(Shared(wrappedValue: 2, PlaceKey(place: place)))
          #expect(other.value?.wrappedValue == 7)
        }
        #expect(isEnded)
        continuation.resumeReturningInitialValue()
      }
    }
    @Shared(PlaceKey(place: place)) var count = 1
    #expect(count == 7)
    #expect(place.contents.value.subscribers.count == 1)
    other.value?.withLock { $0 = 8 }
    #expect(count == 8)
    other.setValue(nil)
  }

  @Test func anotherKeyCanBeLoaded() async throws {
    let place = PlaceKey.Place()
    place.contents.withValue { $0.value = 9 }
    @Shared(value: 1) var count
    try await $count.load(PlaceKey(place: place))
    #expect(count == 9)
    @SharedReader(value: 1) var read
    place.contents.withValue { $0.value = 8 }
    try await $read.load(PlaceKey(place: place))
    #expect(read == 8)
    $count.withLock { $0 = 10 }
    #expect(read == 10)
  }

  @Test func onlyTheWholeOfWhatAKeyKeepsIsKept() {
    struct Size {
      var width = 1
    }
    @Shared(.inMemory("size")) var size = Size()
    @Shared(value: Size()) var other
    #expect($size.isKept)
    #expect(!$size.width.isKept)
    #expect(!$other.isKept)
  }

  @Test func continuationsAreResumedOnce() {
    let outcomes = LockIsolated<[Int?]>([])
    let issues = withCapturedIssues {
      let continuation = LoadContinuation<Int>("'key'") { result in outcomes.withValue { $0.append(try? result.get()) }
      }
      continuation.resume(returning: 1)
      continuation.resume(returning: 2)
      do { _ = SaveContinuation { _ in outcomes.withValue { $0.append(-1) } } }
    }
    #expect(outcomes.value == [1, -1])
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
  private final class ReleasedID: Hashable, Sendable {
    let number: Int
    let onRelease: @Sendable () -> Void

    init(number: Int, onRelease: @escaping @Sendable () -> Void) {
      self.number = number
      self.onRelease = onRelease
    }

    deinit { onRelease() }

    static func == (lhs: ReleasedID, rhs: ReleasedID) -> Bool { lhs.number == rhs.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  private struct ReleasedKey: SharedReaderKey {
    typealias Value = Int
    let id: ReleasedID

    func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
      continuation.resumeReturningInitialValue()
    }
    func subscribe(context: LoadContext<Int>, subscriber: SharedSubscriber<Int>) -> SharedSubscription {
      SharedSubscription {}
    }
  }

  /// Returns whether another thread can run a closure, and waits for at most a minute if it can't.
  @Sendable private static func runsElsewhere(_ body: @escaping @Sendable () -> Void) -> Bool {
    let end = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      body()
      end.signal()
    }
    return end.wait(timeout: .now() + 60) == .success
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
    struct Key: SharedReaderKey {
      let id: ID
      func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
        continuation.resumeReturningInitialValue()
      }
      func subscribe(context: LoadContext<Int>, subscriber: SharedSubscriber<Int>) -> SharedSubscription {
        SharedSubscription {}
      }
    }
    let key = Key(
      id: ID {
        let isRun = Self.runsElsewhere { _ = sources.contains(sources) }
        runs.withValue { $0.append(isRun) }
      }
    )
    let first = sources.source(for: key, default: { 0 }, loads: true)
    #expect(sources.source(for: key, default: { 0 }, loads: true) === first)
    #expect(!runs.value.isEmpty)
    #expect(runs.value.allSatisfy { $0 })
  }

  @Test func keysAreReleasedUnlocked() {
    let sources = SharedSources()
    let releases = LockIsolated<[Bool]>([])
    for number in 0...64 {
      let id = ReleasedID(number: number) {
        guard number == 0 else { return }
        let runs = Self.runsElsewhere { _ = sources.contains(sources) }
        releases.withValue { $0.append(runs) }
      }
      _ = sources.source(for: ReleasedKey(id: id), default: { 0 }, loads: true)
    }
    #expect(releases.value == [true])
  }

  private final class Token: Sendable {
    let number: Int
    let onRelease: @Sendable () -> Void

    init(_ number: Int, onRelease: @escaping @Sendable () -> Void = {}) {
      self.number = number
      self.onRelease = onRelease
    }

    deinit { onRelease() }
  }

  /// The value of an optional is kept as its last one. It is released when another one is read, or set.
  @Test(arguments: [false, true]) func theLastValueIsReleasedUnlocked(isSet: Bool) throws {
    let optional = Shared<Token?>(value: Token(0))
    let value = try #require(Shared(optional))
    let releases = LockIsolated<[Bool]>([])
    optional.withLock { optional in
      optional = Token(1) {
        let runs = Self.runsElsewhere { _ = value.wrappedValue }
        releases.withValue { $0.append(runs) }
      }
    }
    #expect(value.wrappedValue.number == 1)
    if isSet {
      value.withLock { $0 = Token(2) }
    } else {
      optional.withLock { $0 = Token(2) }
      #expect(releases.value == [])
    }
    #expect(value.wrappedValue.number == 2)
    #expect(releases.value == [true])
  }

  /// A base whose value changes while it is being read.
  private final class ChangingBase: SharedReference, @unchecked Sendable {
    // Used by one thread.
    var current: Int? = 1
    var onRead: () -> Void = {}

    var value: Int? {
      let value = current
      let onRead = onRead
      self.onRead = {}
      onRead()
      return value
    }

    /// Called when a closure has changed the value, which others can't see yet.
    var onChange: () -> Void = {}

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
    #expect(reference.value == 2)
    #expect(reference.value == 2)
  }
}
