import Foundation
import StoreTesting
import Testing

struct Letter: Codable, Equatable, Sendable {
  var subject = ""
  var text = ""
}

extension SharedKey where Self == FileStorageKey<Letter>.Default {
  static var letter: Self {
    Self[.fileStorage(URL(filePath: "letter.json")), default: Letter()]
  }
}

@Suite struct DraftRecipe {
  @DependencyClient
  struct MailClient: TestDependencyKey {
    var send: @Sendable (_ letter: Letter) async throws -> Void

    static let testValue = MailClient()
  }

  @Reducer
  struct LetterForm {
    struct State: Equatable {
      @Shared(.letter) var letter
      var isSending = false
    }

    enum Action: Equatable {
      case subjectChanged(String)
      case textChanged(String)
      case sendButtonTapped
      case sent
      case failed
    }

    @Dependency(MailClient.self) var client

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .subjectChanged(let subject):
        state.$letter.withLock { $0.subject = subject }
        return .none

      case .textChanged(let text):
        state.$letter.withLock { $0.text = text }
        return .none

      case .sendButtonTapped:
        state.isSending = true
        let letter = state.letter
        return .run { send in
          try await client.send(letter: letter)
          await send(.sent)
        } catch: { _, send in
          await send(.failed)
        }

      case .sent:
        state.isSending = false
        state.$letter.withLock { $0 = Letter() }
        return .none

      case .failed:
        state.isSending = false
        return .none
      }
    }
  }

  @Test func theDraftIsThereAgainUntilItIsSent() async {
    let store = TestStore(initialState: LetterForm.State()) {
      LetterForm()
    } withDependencies: {
      $0[MailClient.self].send = { _ in }
    }

    await store.send(.subjectChanged("Hello")) {
      $0.$letter.withLock { $0.subject = "Hello" }
    }
    #expect(LetterForm.State().letter.subject == "Hello")
    await store.send(.sendButtonTapped) { $0.isSending = true }
    await store.receive(.sent) {
      $0.isSending = false
      $0.$letter.withLock { $0 = Letter() }
    }
  }
}
