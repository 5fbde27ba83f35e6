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
      session.prepare(&$0)
    }
    session.finish()
  }
}
