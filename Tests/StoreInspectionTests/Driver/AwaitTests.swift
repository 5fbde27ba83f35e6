import Store
import TestSupport
import Testing

@testable import StoreInspection
@testable import StoreScript

/// Fetches a page, and tries again after a failure; saves; and meanwhile follows the weather, which never changes.
@Reducer
private struct Station {
  struct State: Encodable { var page = "" }

  struct Refusal: Error, Codable, CustomStringConvertible {
    var code = 7
    var description: String { "refused" }
  }

  enum Action: Codable {
    case opened, weatherChanged
    case fetchButtonTapped, pageLoaded(String), pageFailed(Refusal)
    case saveButtonTapped, saveFailed(Refusal), endlessSaveButtonTapped
  }

  @Dependency(\.continuousClock) private var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .opened:
      return .run(name: "Follow the weather") { send in
        try await Task.never()
        await send(.weatherChanged)
      }
    case .fetchButtonTapped:
      return .run(name: "Fetch") { [clock] send in
        try await clock.sleep(for: .milliseconds(10))
        await send(.pageFailed(Refusal()))
        try await clock.sleep(for: .seconds(2))
        await send(.pageLoaded("news"))
      }
    case .pageLoaded(let page): state.page = page
    case .saveButtonTapped:
      return .merge(
        .run(name: "Save") { await $0(.saveFailed(Refusal())) },
        .run(name: "Load") { await $0(.pageLoaded("old")) }
      )
    case .endlessSaveButtonTapped: return .run(name: "Save") { _ in try await Task.never() }
    case .pageFailed, .saveFailed, .weatherChanged: break
    }
    return .none
  }

  static var program: StoreCommandLine<Station> {
    var program = StoreCommandLine(of: Station(), Station.State(), commands: [.run])
    program.observingEffects = ["Follow the weather": ["weatherChanged"]]
    program.savingEffects = ["Save"]
    return program
  }
}

struct AwaitTests {
  /// It would wait for 1,000 hours otherwise.
  @Test(arguments: [[], ["--live"]])
  func effectsThatOnlyObserveAreNotWaitedFor(_ options: [String]) async throws {
    let message = "no `pageLoaded` was received, and no effect runs that could send it\n"
    try await Station.program.play(script: "send opened\nawait pageLoaded within 1000h\n", options)
      .expect(.failed, texts: [message, "\n  effect 1 \"Follow the weather\""])
    try await Station.program.play(script: "send opened\nawait weatherChanged within 1ms\n", options)
      .expect(.failed, texts: ["no `weatherChanged` was received within 1 ms\n"])
  }

  @Test(arguments: [[], ["--live"]])
  func aFailureEndsTheWait(_ options: [String]) async throws {
    let message = """
      main.script:2:7: error: no `pageLoaded` was received, but `pageFailed`
        await pageLoaded within 1000h
              ^~~~~~~~~~
        received, and not awaited:
          pageFailed {"code": 7}

      """
    try await Station.program.play(script: "send fetchButtonTapped\nawait pageLoaded within 1000h\n", options)
      .expect(.failed, texts: [message, "  if the feature tries again: `await pageFailed` before this statement\n"])
    // After the failure was awaited, the next try is waited for.
    let script = "send fetchButtonTapped\nawait pageFailed\nawait pageLoaded\nexpect page == \"news\"\n"
    try await Station.program.play(script: script).expect()
  }

  private static let notSaved = "The script did not await it, but this could not be saved: Save\n  refused\n"

  /// Awaiting something else hides no failure, and each one is awaited by itself.
  @Test(arguments: [
    ("send saveButtonTapped\nawait pageLoaded", notSaved),
    ("send saveButtonTapped\nawait saveFailed\nawait pageLoaded", ""),
    ("send saveButtonTapped\nsend saveButtonTapped\nawait saveFailed", notSaved),
    (
      "send endlessSaveButtonTapped",
      """
      The script did not await it, but it has ended before this was finished: Save
        What was to be saved may be lost. Look at it in the next run.

      """
    ),
  ])
  func whatIsNotSavedIsAFailure(_ script: String, _ errors: String) async throws {
    var program = Station.program
    program.setup.patience = script.contains("endless") ? .zero : .seconds(600)
    try await program.play(script: script, ["--live"]).expect(errors.isEmpty ? .passed : .failed, errors: errors)
  }
}
