import Foundation
import StoreTesting
import Testing

@Suite struct UploadRecipe {
  // #include UploadWithProgress.md

  @Test func anUploadFails() async {
    struct Offline: Error {}
    let store = TestStore(initialState: .ready) {
      Upload()
    } withDependencies: {
      $0[UploadClient.self].upload = { _ in AsyncThrowingStream { $0.finish(throwing: Offline()) } }
    }
    await store.send(.uploadButtonTapped(Data())) { $0 = .uploading(0) }
    await store.receive(.failed) { $0 = .failed }
  }
}
