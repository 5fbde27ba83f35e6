struct NoteClient: TestDependencyKey {
  var save: @Sendable (_ note: Int) async throws -> Void
  static let testValue = NoteClient { _ in }
}
@Reducer struct Notes {
  struct State: Equatable {
    var notes: [Int] = []
    var isSaving = false
  }
  enum Action { case addButtonTapped, failed, saved(Int) }
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
    case .failed: state.isSaving = false
    }
    return .none
  }
}
