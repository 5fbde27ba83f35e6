import Store
import StoreTrace
import TestSupport
import Testing

@testable import StoreScript

/// A feature that saves, and something else.
@Reducer
private struct Notes {
  struct State: Encodable {}

  enum Action: Codable {
    case saveButtonTapped
    case saveFailed(Refusal)
    case othersLoaded
    case endlessSaveButtonTapped
  }

  struct Refusal: Error, Codable, Equatable, CustomStringConvertible {
    var description: String { "refused" }
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .saveButtonTapped:
      .merge(
        .run(name: "Save") { await $0(.saveFailed(Refusal())) },
        .run(name: "Load") { await $0(.othersLoaded) }
      )
    case .endlessSaveButtonTapped: .run(name: "Save") { _ in try await Task.never() }
    case .saveFailed, .othersLoaded: .none
    }
  }
}

/// What scripts say of effects that have not saved everything.
struct UnsavedTests {
  private func play(
    _ text: String,
    patience: Duration = .seconds(600)
  ) async throws -> Run {
    var setup = FeatureSetup(initialState: { Notes.State() }, reducer: { Notes() })
    setup.savingEffects = ["Save"]
    setup.patience = patience
    let printout = Printout()
    let player = ScriptPlayer(isLive: true, console: printout.console(isColored: false), setup: setup)
    let status = await player.play(try script(text)).rawValue
    return Run(status: status, output: printout.output, errors: printout.errors)
  }

  @Test func awaitingSomethingElseHidesNoFailure() async throws {
    let outcome = try await play("send saveButtonTapped\nawait othersLoaded")
    outcome.expect(.failed, errors: "The script did not await it, but this could not be saved: Save\n  refused\n")
  }

  @Test func aFailureThatIsAwaitedIsExpected() async throws {
    let outcome = try await play("send saveButtonTapped\nawait saveFailed\nawait othersLoaded")
    outcome.expect(errors: "")
  }

  @Test func eachFailureIsAwaitedByItself() async throws {
    try await play("send saveButtonTapped\nsend saveButtonTapped\nawait saveFailed").expect(.failed)
  }

  @Test func whatIsNotSavedInTimeIsAFailure() async throws {
    let outcome = try await play("send endlessSaveButtonTapped", patience: .zero)
    outcome.expect(.failed)
    #expect(
      outcome.errors == """
        The script did not await it, but it has ended before this was finished: Save
          What was to be saved may be lost. Look at it in the next run.

        """
    )
  }
}
