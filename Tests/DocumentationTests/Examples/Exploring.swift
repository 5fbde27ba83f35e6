import StoreTesting
import Testing

struct TitleClient: TestDependencyKey {
  var titles: @Sendable (_ query: String) async throws -> [String]

  static let testValue = TitleClient { _ in [] }
}

/// Is what a client's call throws.
struct NotConnected: Error {}

// #include ExploringStates.md: struct Suggestions

/// The same without the mistake.
@Reducer
struct CarefulSuggestions {
  private enum CancelID { case search }

  @Dependency(TitleClient.self) var client

  func reduce(into state: inout Suggestions.State, action: Suggestions.Action) -> Effect<Suggestions.Action> {
    switch action {
    case .queryChanged(let query):
      state.query = query
      state.titles = []
      return .run { send in
        await send(.titlesLoaded(try await client.titles(query)))
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: CancelID.search, cancelInFlight: true)
    case .titlesLoaded(let titles):
      state.titles = titles
      return .none
    case .failed:
      state.titles = []
      return .none
    }
  }
}

@Suite struct ExploringExamples {
  @Test func theMistakeIsFound() async {
    await withExpectedIssue {
      // #include ExploringStates.md: await exploreStates(of:
    } matching: {
      $0.message.contains("'replaying: \"s0 a0.0 s1\"'")
    }
  }

  // #include ExploreStates.swift

  @Test func itemsAreSaved() async {
    let server = ModeledValue([Int]())
    await exploreStates(of: Notes.State(), within: ExplorationBounds(depth: 6)) {
      Notes()
    } withDependencies: {
      $0[NoteClient.self].save = { note in
        try await choose("save \(note)", .success(()), .failure(NotConnected()))
        server.withValue { $0.append(note) }
      }
    } actions: { _ in
      Notes.Action.addButtonTapped
    } whenSettled: { state in
      #expect(state.notes == server.value)
    }
  }

  @Test func diceAreRolled() async {
    await exploreStates(of: 0) {
      Reduce<Int, Int> { state, action in
        state = action == 0 ? -1 : action
        return action > 0 ? .none : .run { send in await send(await choose("roll", 1, 6)) }
      }
    } actions: { state in
      if state >= 0 { 0 }
    }
  }
}

struct NoteClient: TestDependencyKey {
  var save: @Sendable (_ note: Int) async throws -> Void

  static let testValue = NoteClient { _ in }
}

@Reducer
struct Notes {
  struct State: Equatable {
    var notes: [Int] = []
    var isSaving = false
  }

  enum Action {
    case addButtonTapped
    case saved(Int)
    case failed
  }

  @Dependency(NoteClient.self) var client

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .addButtonTapped:
      guard !state.isSaving else { return .none }
      state.isSaving = true
      let note = state.notes.count
      return .run { send in
        try await client.save(note)
        await send(.saved(note))
      } catch: { _, send in
        await send(.failed)
      }
    case .saved(let note):
      state.notes.append(note)
      state.isSaving = false
      return .none
    case .failed:
      state.isSaving = false
      return .none
    }
  }
}
