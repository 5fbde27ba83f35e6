import StoreTesting
import Testing

@MainActor
@Suite struct FileBrowserTests {
  @Test func previewsNest() async {
    let clock = TestClock()
    let store = TestStore(initialState: Folder.State(path: "/")) {
      Folder()
    } withDependencies: {
      $0.fileClient.contents = { path in
        try await clock.sleep(for: .seconds(1))
        return [File(path: path + "/x")]
      }
    }

    await store.send(.previewButtonTapped(path: "/a")) {
      $0.destination = .preview(Folder.State(path: "/a"))
    }
    await store.send(\.destination.preview.previewButtonTapped, "/a/b") {
      $0.destination?.modify(\.preview) { $0.destination = .preview(Folder.State(path: "/a/b")) }
    }
    await store.send(\.destination.preview.destination.preview.appeared) {
      $0.destination?.modify(\.preview) { $0.destination?.modify(\.preview) { $0.isLoading = true } }
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.destination.preview.destination.preview.contentsLoaded) {
      $0.destination?.modify(\.preview) {
        $0.destination?.modify(\.preview) {
          $0.isLoading = false
          $0.files = [File(path: "/a/b/x")]
        }
      }
    }
    await store.send(\.destination.preview.destination.preview.closeButtonTapped)
    await store.receive(\.destination.preview.destination.dismiss) {
      $0.destination?.modify(\.preview) { $0.destination = nil }
    }

    // Another folder in its place: what the first one was loading is of no interest.
    await store.send(\.destination.preview.appeared) {
      $0.destination?.modify(\.preview) { $0.isLoading = true }
    }
    await store.send(.previewButtonTapped(path: "/c")) {
      $0.destination = .preview(Folder.State(path: "/c"))
    }
    await store.send(\.destination.preview.closeButtonTapped)
    await store.receive(\.destination.dismiss) {
      $0.destination = nil
    }
  }

  @Test func whatIsOpenOfADeletedFolderIsClosed() async {
    let store = TestStore(
      initialState: FileBrowser.State(
        path: [
          .folder(Folder.State(path: "/a", files: [File(path: "/a/b", isFolder: true)])),
          .folder(Folder.State(path: "/a/b")),
          .folder(Folder.State(path: "/a/b/c")),
        ]
      )
    ) {
      FileBrowser()
    }

    await store.send(\.path[id: 0].folder.deleted, "/a/b") {
      $0.path[id: 0, case: \.folder]?.files = []
      $0.path.pop(from: 1)
    }
  }
}
