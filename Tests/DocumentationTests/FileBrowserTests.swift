import StoreTesting
import Testing

@Suite struct FileBrowserTests {
  @Test func previewsNestInAFolderOnTheStack() async {
    let store = TestStore(initialState: FileBrowser.State()) { FileBrowser() }
    await store.send(.opened(path: "/a")) {
      $0.path[id: 0] = Folder.State(path: "/a")
    }
    await store.send(\.path[id: 0].previewButtonTapped, "/a/b") {
      $0.path[id: 0]?.destination = .preview(Folder.State(path: "/a/b"))
    }
    await store.send(\.path[id: 0].destination.preview.previewButtonTapped, "/a/b/c") {
      $0.path[id: 0]?.destination?.modify(\.preview) { $0.destination = .preview(Folder.State(path: "/a/b/c")) }
    }
    await store.send(\.path[id: 0].destination.preview.destination.preview.closeButtonTapped)
    await store.receive(\.path[id: 0].destination.preview.destination.dismiss) {
      $0.path[id: 0]?.destination?.modify(\.preview) { $0.destination = nil }
    }
    await store.send(\.path[id: 0].closeButtonTapped)
    await store.receive(\.path.popFrom) {
      $0.path[id: 0] = nil
    }
  }
}
