import DemoServer
import Features
import Foundation
import Store
import StoreTesting
import Testing

/// The same steps lead to the same states with the mock clients and with the demonstration's web services.
struct RecipeServerTests {
  private typealias Change = (inout DependencyValues) -> Void

  /// Uses the feature and returns the states in between.
  private func walk(_ change: @escaping Change) async -> [RecipeList.State] {
    let store = TestStore(initialState: RecipeList.State()) {
      RecipeList()
    } withDependencies: {
      $0.continuousClock = ImmediateClock()
      $0.locale = Locale(identifier: "en_US_POSIX")
      $0.hashtagDraftClient.draft = { _ in "" }
      $0.hashtagDraftClient.saveDraft = { _, _ in }
      change(&$0)
    }
    store.exhaustivity = .off
    var states: [RecipeList.State] = []
    func step(_ action: RecipeList.Action) async {
      await store.send(action)
      await store.finish()
      await store.skipReceivedActions(strict: false)
      states.append(store.state)
    }
    await step(.appeared)
    await step(.rowAppeared(id: 10))
    await step(.rowAppeared(id: 19))
    await step(.rowTapped(id: 7))
    await step(.detail(.presented(.appeared)))
    for text in ["no hashtag", "＃はじめて　#簡単\n", "#b", String(repeating: "#a", count: 30)] {
      await step(.detail(.presented(.addHashtagsButtonTapped)))
      await step(.detail(.presented(.addHashtags(.presented(.textChanged(text))))))
      await step(.detail(.presented(.addHashtags(.presented(.sendButtonTapped)))))
      await step(.detail(.presented(.addHashtags(.dismiss))))
    }
    await step(.detail(.dismiss))
    await step(.refreshPulled)
    return states
  }

  private func live(_ environment: [String: String]) -> Change {
    {
      $0.recipeClient = .liveValue
      $0.hashtagClient = .liveValue
      $0.httpTransport = .liveValue
      $0.processEnvironment = ProcessEnvironment(environment)
    }
  }

  @Test func mockAndServerAgree() async throws {
    let server = try DemoServer([RecipeEndpoints(), HashtagEndpoints()])
    defer { server.stop() }
    let onServer = await walk(live(server.environment))
    let onMock = await walk {
      $0.recipeClient = .mockValue
      $0.hashtagClient = .mockValue
    }
    for (server, mock) in zip(onServer, onMock) { #expect(server == mock) }
    #expect(onServer.count == onMock.count)
    #expect(onMock[2].recipes.rows.map(\.id) == Array(1...30))
    #expect(onMock.contains { $0.detail?.addHashtags?.error?.message.contains("value has no hashtag") == true })
    #expect(onMock.last?.recipes.rows[id: 7]?.hashtags?.map(\.name).prefix(3) == ["b", "はじめて", "簡単"])
    #expect(onMock.last?.recipes.rows.count == 10)
  }

  @Test func theEnvironmentReplacesTheServersByTheMock() async {
    let stub = await walk(live(["USE_STUB_API_CLIENT": "1"]))
    let mock = await walk {
      $0.recipeClient = .mockValue
      $0.hashtagClient = .mockValue
    }
    #expect(stub == mock)
  }

  @Test func everythingIsLoadedInTheEndFromAServerThatFailsOften() async throws {
    let server = try DemoServer([RecipeEndpoints(), HashtagEndpoints()], failRate: 0.6, seed: 7)
    defer { server.stop() }
    let store = TestStore(initialState: RecipeList.State()) {
      RecipeList()
    } withDependencies: {
      $0.continuousClock = ImmediateClock()
      $0.date = .constant(Date(timeIntervalSince1970: 1_700_000_000))
      live(server.environment)(&$0)
    }
    store.exhaustivity = .off
    var failures = 0
    await store.send(.appeared)
    for _ in 1...200 {
      await store.finish()
      await store.skipReceivedActions(strict: false)
      if store.state.recipes.failure != nil {
        failures += 1
        await store.send(.retryButtonTapped)
      } else if store.state.hashtagsError != nil {
        failures += 1
        await store.send(.retryHashtagsButtonTapped)
      } else if store.state.recipes.rows.count < 50, let last = store.state.recipes.rows.last {
        await store.send(.rowAppeared(id: last.id))
      } else {
        break
      }
    }
    #expect(failures > 0)
    #expect(store.state.recipes.rows.map(\.id) == Array(1...50))
    #expect(store.state.recipes.rows.allSatisfy { $0.hashtags != nil })
  }
}
