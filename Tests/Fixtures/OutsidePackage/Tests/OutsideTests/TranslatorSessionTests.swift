import Store
import StoreInspection
import StoreTesting
import Testing

@testable import OutsideCommandLine

/// A session of Translator on mock values, made a test by `Translator generate-test`.
struct TranslatorSessionTests {
  @Test func session() async throws {
    let session = try RecordedSession("TranslatorSessionTests.jsonl", of: Translator(), from: Translator.State())
    let store = TestStore(initialState: session.initialState) {
      session.reducer
    } withDependencies: {
      session.prepare(
        &$0,
        #endpoint(\.translationClient.languages),
        #endpoint(\.translationClient.translate),
        #endpoint(\.translationClient.keep),
        #endpoint(\.translationClient.rate)
      )
    }

    await store.send(.translateButtonTapped("apple"))
    await store.receive(.languagesLoaded(["de", "fr"])) { $0.languages = ["de", "fr"] }
    await store.receive(.translated("apple (de)")) { $0.translation = "apple (de)" }
    await store.receive(.kept) { $0.isKept = true }
    await store.send(.rateButtonTapped) { $0.path = session[5].path }
    await store.send(.path(.element(id: 0, action: .rating(.starTapped(5))))) {
      $0.path[id: 0, case: \.rating]?.stars = 5
    }
    await store.send(.path(.element(id: 0, action: .rating(.sendButtonTapped))))
    await store.receive(.path(.element(id: 0, action: .rating(.sent)))) {
      $0.path[id: 0, case: \.rating]?.isSent = true
    }
    session.finish()
  }
}
