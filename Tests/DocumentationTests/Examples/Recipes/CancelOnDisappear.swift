import StoreTesting
import Testing

@Suite struct DisappearRecipe {
  // #include CancelOnDisappear.md: struct LocationClient

  // #include CancelOnDisappear.md: struct Map

  // #include CancelOnDisappear.md: func placesAreFollowedWhileTheMapIsOnShow

  @MainActor
  @Test func aViewsTaskEndsTheEffects() async {
    let (places, continuation) = AsyncStream<String>.makeStream()
    let hasEnded = LockIsolated(false)
    continuation.onTermination = { _ in hasEnded.setValue(true) }
    let store = Store(initialState: Map.State()) {
      Map()
    } withDependencies: {
      $0[LocationClient.self].places = { places }
    }
    let task = Task {
      // #include CancelOnDisappear.md: await store.send(.task).finish()
    }
    await Task.yield()
    task.cancel()
    await task.value
    while !hasEnded.value { await Task.yield() }
  }
}
