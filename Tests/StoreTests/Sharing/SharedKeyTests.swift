import Store
import Testing

/// A key for a place that tests look into.
private struct PlaceKey: SharedKey {
  final class Place: Sendable {
    struct Contents {
      var value: Int?
      var error: Failure?
      var saved: [SaveContext] = []
      var subscribers: [Int: SharedSubscriber<Int>] = [:]
      var loads: [LoadContinuation<Int>] = []
      var isSlow = false
    }

    let contents = LockIsolated(Contents())
  }

  struct Failure: Error {}

  let place: Place
  var id: ObjectIdentifier { ObjectIdentifier(place) }

  func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
    let contents = place.contents.value
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
    if let error = place.contents.value.error { return continuation.resume(throwing: error) }
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
      place.contents.value.subscribers[0]?.yield(throwing: PlaceKey.Failure())
      #expect(!$count.isLoading)
      #expect(count == 1)
      #expect($count.loadError is PlaceKey.Failure)
      #expect(place.contents.value.saved.isEmpty)
    }
    #expect(place.contents.value.subscribers.isEmpty)
  }

  @Test func errorsAreKeptUntilItWorks() async {
    let place = PlaceKey.Place()
    place.contents.withValue { $0.error = PlaceKey.Failure() }
    @Shared(PlaceKey(place: place)) var count = 1
    #expect($count.loadError is PlaceKey.Failure)
    await #expect(throws: PlaceKey.Failure.self) { try await $count.load() }
    await #expect(throws: PlaceKey.Failure.self) { try await $count.save() }
    $count.withLock { $0 = 2 }
    #expect($count.saveError is PlaceKey.Failure)
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

  @Test func anotherKeyCanBeLoaded() async throws {
    let place = PlaceKey.Place()
    place.contents.withValue { $0.value = 9 }
    @Shared(value: 1) var count
    try await $count.load(PlaceKey(place: place))
    #expect(count == 9)
    @SharedReader(value: 1) var read
    try await $read.load(PlaceKey(place: place))
    $count.withLock { $0 = 10 }
    #expect(read == 10)
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
