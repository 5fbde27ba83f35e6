import Store
import Testing

/// These tests pass if they compile: the type of the action is inferred everywhere.
@Suite struct InferenceTests {
  private enum Action {
    case first, second
  }

  @Test func theActionOfMergedAndJoinedEffectsIsInferred() {
    let first = Effect.send(Action.first)
    let second = Effect.send(Action.second)
    let effects = [first, second]
    let merged: [Any] = [
      Effect.merge(first, second), Effect.merge(effects), Effect.merge([first, second]),
      Effect.merge(effects.map { $0.merge(with: first) }), Effect.merge(.send(Action.first), .none),
    ]
    let joined: [Any] = [
      Effect.concatenate(first, second), Effect.concatenate(effects), Effect.concatenate([first, second]),
      Effect.concatenate(effects.map { $0.concatenate(with: first) }), Effect.concatenate(.send(Action.first), .none),
    ]
    #expect((merged + joined).allSatisfy { $0 is Effect<Action> })
  }
}
