import Dependencies
import Store
import Testing

@testable import StoreInspection
@testable import StoreScript

/// Actions whose effects send further actions without end.
struct EndlessActionsTests {
  private struct Loop: Reducer {
    struct State: Equatable, Encodable {
      var count = 0
    }

    enum Action: Codable {
      case increment
      case send, sendFromEffects, sendFromEffectsThatFollow
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.count += 1
      return switch action {
      case .increment: .none
      case .send: .send(.send)
      case .sendFromEffects: .run { send in await send(.sendFromEffects) }
      case .sendFromEffectsThatFollow:
        .concatenate(.send(.increment), .run { send in await send(.sendFromEffectsThatFollow) })
      }
    }
  }

  private func play(_ text: String, isLive: Bool = false, keepsGoing: Bool = false) async throws -> (ExitCode, String) {
    let printout = Printout()
    var setup = FeatureSetup(initialState: { Loop.State() }, reducer: { Loop() })
    setup.actionLimit = 100
    let player = ScriptPlayer(isLive: isLive, keepsGoing: keepsGoing, console: printout.console(), setup: setup)
    let status = await player.play(try ScriptParser.parse(SourceText(name: "test", text: text)))
    return (status, printout.errors)
  }

  @Test(arguments: ["send", "sendFromEffects", "sendFromEffectsThatFollow"], [false, true])
  func areStoppedWhereTheyBegan(_ name: String, isLive: Bool) async throws {
    let (status, errors) = try await play("send increment\nsend \(name)\nsend increment", isLive: isLive)
    #expect(status == .failed)
    #expect(
      errors == """
        test:2:1: error: the actions do not come to rest: they were stopped after 100
          send \(name)
          ^\(String(repeating: "~", count: name.count + 4))
          the last one is `\(name == "sendFromEffectsThatFollow" ? "increment" : name)`
          this usually is an action whose effect sends the same action again, and nothing waits in between

        """
    )
  }

  /// Actions that a person sends one after another are not reported as a loop.
  @Test func manyStatementsAreNone() async throws {
    let (status, errors) = try await play("repeat 300 {\nsend increment\n}\nexpect count == 300")
    #expect(status == .passed, "\(errors)")
  }
}
