import Dependencies
import Store
import TestSupport
import Testing

@testable import StoreInspection
@testable import StoreScript

/// Fetches a page, and tries again after a failure; meanwhile follows the weather, which never changes.
@Reducer
private struct Station {
  struct State: Encodable { var page = "" }

  struct Refusal: Error, Codable { var code: Int }

  enum Action: Codable {
    case opened
    case fetchButtonTapped
    case pageLoaded(String)
    case pageFailed(Refusal)
    case weatherChanged
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
        await send(.pageFailed(Refusal(code: 7)))
        try await clock.sleep(for: .seconds(2))
        await send(.pageLoaded("news"))
      }
    case .pageLoaded(let page): state.page = page
    case .pageFailed, .weatherChanged: break
    }
    return .none
  }
}

/// What `await` waits for, and when it fails.
@Suite struct AwaitTests {
  private let folder = TemporaryFolder()

  private func play(_ script: String, _ options: [String] = []) async throws -> Run {
    try folder.write(script, to: "a.script")
    var program = StoreCommandLine(of: Station(), Station.State(), commands: [.run])
    program.observingEffects = ["Follow the weather": ["weatherChanged"]]
    var run = await program.play(["run", folder.path("a.script")] + options)
    run.errors = run.errors.replacing(folder.path("a.script"), with: "a.script")
    return run
  }

  /// It would wait for 1,000 hours otherwise.
  @Test(arguments: [[], ["--live"]])
  func effectsThatOnlyObserveAreNotWaitedFor(_ options: [String]) async throws {
    let run = try await play("send opened\nawait pageLoaded within 1000h\n", options)
    run.expect(1)
    #expect(run.errors.contains("no `pageLoaded` was received, and no effect runs that could send it\n"))
    #expect(run.errors.contains("\n  effect 1 \"Follow the weather\""))
  }

  @Test func whatAnEffectObservesIsWaitedFor() async throws {
    let run = try await play("send opened\nawait weatherChanged within 1s\n")
    run.expect(1)
    #expect(run.errors.contains("no `weatherChanged` was received within 1 s\n"))
  }

  @Test(arguments: [[], ["--live"]])
  func aFailureEndsTheWait(_ options: [String]) async throws {
    let run = try await play("send fetchButtonTapped\nawait pageLoaded within 1000h\n", options)
    run.expect(1)
    #expect(
      run.errors.hasPrefix(
        """
        a.script:2:7: error: no `pageLoaded` was received, but `pageFailed`
          await pageLoaded within 1000h
                ^~~~~~~~~~
          received, and not awaited:
            pageFailed {"code": 7}

        """
      )
    )
    #expect(run.errors.hasSuffix("  if it is tried again: `await pageFailed` before what comes after it\n"))
  }

  @Test func afterAFailureThatWasAwaitedTheNextTryIsWaitedFor() async throws {
    let script = "send fetchButtonTapped\nawait pageFailed\nawait pageLoaded\nexpect page == \"news\"\n"
    try await play(script).expect()
  }
}
