import Store
import StoreTesting
import Testing

@testable import OutsideCommandLine

/// A session of Translator on mock values, made a test by `Translator generate-test`.
struct TranslatorSessionTests {
  @Test func session() async {
    let store = TestStore(initialState: Translator.State()) {
      Translator()
    } withDependencies: {
      $0.translationClient.languages = { ["de", "fr"] }
      $0.translationClient.translate = { text, to in
        #expect(text == "apple" && to == "de")
        return "apple (de)"
      }
      $0.translationClient.keep = { translation in #expect(translation == "apple (de)") }
      $0.translationClient.rate = { text, translation, stars, isPublic in
        #expect(text == "" && translation == "apple (de)" && stars == 5 && isPublic == true)
      }
    }

    await store.send(.translateButtonTapped("apple"))
    await store.receive(.languagesLoaded(["de", "fr"])) { $0.languages = ["de", "fr"] }
    await store.receive(.translated("apple (de)")) { $0.translation = "apple (de)" }
    await store.receive(.kept) { $0.isKept = true }
    await store.send(.rateButtonTapped) { $0.path.append(.rating(Rating.State(translation: "apple (de)"))) }
    await store.send(.path(.element(id: 0, action: .rating(.starTapped(5))))) {
      $0.path[id: 0, case: \.rating]?.stars = 5
    }
    await store.send(.path(.element(id: 0, action: .rating(.sendButtonTapped))))
    await store.receive(.path(.element(id: 0, action: .rating(.sent)))) {
      $0.path[id: 0, case: \.rating]?.isSent = true
    }
  }
}
