import StoreTesting
import Testing

@MainActor
@Suite struct FileBrowserTests {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  @Test func foldersAreOpenedOneInAnother() async {
    let store = TestStore(initialState: FileBrowser.State()) {
      FileBrowser()
    } withDependencies: {
      $0.fileClient.contents = { path in [File(path: path + "a", isFolder: true)] }
    }

    await store.send(.root(.appeared)) {
      $0.root.isLoading = true
    }
    await store.receive(\.root.contentsLoaded) {
      $0.root.isLoading = false
      $0.root.files = [File(path: "/a", isFolder: true)]
    }
    await store.send(.opened(File(path: "/a", isFolder: true))) {
      $0.path[id: 0] = .folder(Folder.State(path: "/a"))
    }
    await store.send(\.path[id: 0].folder.appeared) {
      $0.path[id: 0, case: \.folder]?.isLoading = true
    }
    await store.receive(\.path[id: 0].folder.contentsLoaded) {
      $0.path[id: 0, case: \.folder]?.isLoading = false
      $0.path[id: 0, case: \.folder]?.files = [File(path: "/aa", isFolder: true)]
    }
    await store.send(.opened(File(path: "/aa"))) {
      $0.path[id: 1] = .file(File(path: "/aa"))
    }
    await store.send(.path(.popFrom(id: 1))) {
      $0.path[id: 1] = nil
    }
    await store.send(.homeButtonTapped) {
      $0.path = StackState()
    }
  }

  @Test func aFolderThatIsClosedStopsLoading() async {
    let store = TestStore(initialState: FileBrowser.State(path: [.folder(Folder.State(path: "/a"))])) {
      FileBrowser()
    } withDependencies: {
      let clock = TestClock()
      $0.fileClient.contents = { _ in
        try await clock.sleep(for: .seconds(1))
        return []
      }
    }

    await store.send(\.path[id: 0].folder.appeared) {
      $0.path[id: 0, case: \.folder]?.isLoading = true
    }
    await store.send(\.path[id: 0].folder.closeButtonTapped)
    await store.receive(\.path.popFrom) {
      $0.path[id: 0] = nil
    }
  }

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

  @Test func renaming() async {
    let store = TestStore(initialState: Folder.State(path: "/", files: [File(path: "/a")])) {
      Folder()
    } withDependencies: {
      $0.fileClient.rename = { _, name in
        if name.isEmpty { throw Failure(description: "A file needs a name.") }
      }
    }

    await store.send(.renameButtonTapped(path: "/a")) {
      $0.destination = .rename(Rename.State(path: "/a"))
    }
    await store.send(\.destination.rename.doneButtonTapped)
    await store.receive(\.destination.rename.failed) {
      $0.destination?.modify(\.rename) { $0.problem = "A file needs a name." }
    }
    await store.send(\.destination.rename.binding.name, "/b") {
      $0.destination?.modify(\.rename) {
        $0.name = "/b"
        $0.problem = nil
      }
    }
    await store.send(\.destination.rename.doneButtonTapped)
    await store.receive(\.destination.rename.renamed) {
      $0.files = [File(path: "/b")]
    }
    await store.receive(\.destination.dismiss) {
      $0.destination = nil
    }
  }

  @Test func deletingAsksFirst() async {
    let store = TestStore(initialState: Folder.State(path: "/", files: [File(path: "/a"), File(path: "/b")])) {
      Folder()
    } withDependencies: {
      $0.fileClient.delete = { _ in }
    }

    await store.send(.deleteButtonTapped(path: "/a")) {
      $0.destination = .alert(.deletion(path: "/a"))
    }
    await store.send(.destination(.dismiss)) {
      $0.destination = nil
    }
    await store.send(.deleteButtonTapped(path: "/a")) {
      $0.destination = .alert(.deletion(path: "/a"))
    }
    await store.send(\.destination.alert.deletionConfirmed, "/a") {
      $0.destination = nil
    }
    await store.receive(\.deleted) {
      $0.files = [File(path: "/b")]
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
