import ComposableArchitecture
import Testing

/// The module's default isolation is the main actor, as in new apps.
@Suite struct JukeboxTests {
  @Test func aStoreOfTheMainActorRunsTheFeature() async {
    let played = LockIsolated(0)
    let store = Store(initialState: Jukebox.State()) {
      Jukebox()
    } withDependencies: {
      $0.sound.play = { played.withValue { $0 += 1 } }
      $0.voice.say = { _ in }
      $0.counter = { 3 }
    }
    store.send(.player(.chosen(Song(id: 2, name: "LOUD"))))
    #expect(store.player.song == Song(id: 2, name: "loud"))
    await store.send(.player(.playButtonTapped)).finish()
    #expect(played.value == 1)
    #expect(store.destination?.is(\.player) == true)
    #expect(store.player.song == Song(id: 1, name: "hello"))
    store.send(.path(.element(id: store.path.ids[0], action: .player(.chosen(Song(id: 7))))))
    #expect(store.path.first?[case: \.player]?.song.id == 7)
    store.send(.player(.binding(.set(\.volume, 5))))
    #expect(store.player.volume == 5)
  }

  @Test func aTestStoreTestsIt() async {
    let said = LockIsolated<[String]>([])
    let store = TestStore(initialState: Jukebox.State()) { Jukebox() }
    store.dependencies[VoiceClient.self].say = { text in said.withValue { $0.append(text) } }
    store.dependencies.counter = { 4 }
    await store.send(.player(.chosen(Song(id: 2)))) { $0.player.song = Song(id: 2) }
    await store.send(.player(.playButtonTapped))
    await store.receive(\.player.delegate.ended) {
      $0.destination = .player(Player.State())
      $0.path[id: 0] = .player(Player.State())
    }
    await store.receive(\.player.chosen, .favorite) { $0.player.song = Song(id: 1, name: "hello") }
    #expect(said.value == ["4"])
    await store.send(.destination(.presented(.player(.chosen(Song(id: 5)))))) {
      $0.destination?.modify(\.player) { $0.song = Song(id: 5) }
    }
  }

  @Test func changesAreComparedAndShown() async {
    let store = TestStore(initialState: Jukebox.State()) { Jukebox() }
    await store.send(.inserted(Coin(value: 2))) { $0.coins = [Coin(value: 2)] }
    await withExpectedIssue {
      await store.send(.inserted(Coin(value: 3))) { $0.coins.append(Coin(value: 4)) }
    } matching: { issue in
      issue.message.contains("Coin(value: 3)") && issue.message.contains("Coin(value: 4)")
    }
  }

  /// The compiler keeps its readers on the main actor. The property wrapper can be taken elsewhere all the same.
  @Test func aKeyOfTheMainActorIsNotEvaluatedElsewhere() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let dependency = await MainActor.run { Dependency(SoundClient.self) }
      await Task.detached { _ = dependency.wrappedValue }.value
    }
    let output = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
    #expect(output.contains("The default value of 'SoundClient' belongs to an actor, and was read elsewhere"))
  }
}
