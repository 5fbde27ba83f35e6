import Foundation
import Testing

@testable import StoreCore

@Suite struct FileStorageTests {
  struct Draft: Codable, Equatable {
    var title = ""
  }

  /// Files whose delays are over when the test says so.
  private final class HeldFiles: Files {
    struct Failure: Error {}

    struct Contents {
      var files: [URL: Data] = [:]
      var writes = 0
      var isFull = false
      var waiting: [@Sendable () -> Void] = []
      var exits: [@Sendable () -> Void] = []
      var watchers: [@Sendable () -> Void] = []
    }

    let contents = LockIsolated(Contents())

    func read(_ url: URL) throws -> Data? { contents.value.files[url] }

    func write(_ data: Data, to url: URL) throws {
      try contents.withValue { contents in
        if contents.isFull { throw Failure() }
        contents.files[url] = data
        contents.writes += 1
      }
      for watcher in contents.value.watchers { watcher() }
    }

    func watch(_ url: URL, _ onChange: @escaping @Sendable () -> Void) -> SharedSubscription {
      contents.withValue { $0.watchers.append(onChange) }
      return SharedSubscription {}
    }

    func later(_ body: @escaping @Sendable () -> Void, atExit: @escaping @Sendable () -> Void) {
      contents.withValue {
        $0.waiting.append(body)
        $0.exits.append(atExit)
      }
    }

    func passTime() {
      let waiting = contents.withValue { contents in
        defer { contents.waiting = [] }
        return contents.waiting
      }
      for body in waiting { body() }
    }

    /// Writes as another process does.
    func replace(_ url: URL, with text: String?) {
      contents.withValue { $0.files[url] = text.map { Data($0.utf8) } }
      for watcher in contents.value.watchers { watcher() }
    }

    func draft(_ url: URL) throws -> String? {
      try contents.value.files[url].map { try JSONDecoder().decode(Draft.self, from: $0).title }
    }
  }

  private let files = HeldFiles()
  private let url = URL(filePath: "/draft.json")

  private func makeDraft() -> Shared<Draft> {
    withDependencies {
      $0.defaultFileStorage = FileStorage(files: files)
    } operation: {
      Shared(wrappedValue: Draft(), .fileStorage(url))
    }
  }

  @Test func valuesAreKeptAsJSON() throws {
    @Shared(.fileStorage(url)) var draft = Draft()
    @Shared(.fileStorage(url)) var sameDraft = Draft(title: "other")
    $draft.withLock { $0.title = "a" }
    #expect(sameDraft.title == "a")
    let storage = DependencyValues.current.defaultFileStorage
    let data = try #require(try storage.files.read(url))
    #expect(String(decoding: data, as: UTF8.self) == "{\n  \"title\" : \"a\"\n}")
    #expect($draft.description == #"Shared<FileStorageTests.Draft>(.fileStorage("/draft.json"))"#)
  }

  @Test func changesThatFollowAreSavedTogether() throws {
    let draft = makeDraft()
    for title in ["a", "b", "c"] { draft.withLock { $0.title = title } }
    #expect(try files.draft(url) == "a")
    files.passTime()
    #expect(try files.draft(url) == "c")
    #expect(files.contents.value.writes == 2)
    files.passTime()
    draft.withLock { $0.title = "d" }
    #expect(try files.draft(url) == "d")
    #expect(files.contents.value.writes == 3)
  }

  @Test func whatWaitsIsSavedAtTheLatestAtTheEnd() async throws {
    var draft: Shared<Draft>? = makeDraft()
    for title in ["a", "b"] { draft?.withLock { $0.title = title } }
    for exit in files.contents.value.exits { exit() }
    #expect(try files.draft(url) == "b")
    for title in ["c", "d"] { draft?.withLock { $0.title = title } }
    try await draft?.save()
    #expect(try files.draft(url) == "d")
    draft?.withLock { $0.title = "e" }
    draft = nil
    #expect(try files.draft(url) == "e")
  }

  @Test func whatOthersWriteArrives() {
    let draft = makeDraft()
    files.replace(url, with: #"{"title":"theirs"}"#)
    #expect(draft.wrappedValue.title == "theirs")
    files.replace(url, with: nil)
    #expect(draft.wrappedValue.title == "")
    #expect(files.contents.value.writes == 0)
  }

  @Test func whatCannotBeReadIsNotOverwritten() async throws {
    files.replace(url, with: #"{"tit"#)
    let draft = makeDraft()
    let message = try #require(draft.loadError.map { "\($0)" })
    #expect(message.hasPrefix("The file \"/draft.json\" could not be read:"))
    #expect(message.contains("It is not overwritten until the program saves explicitly"))
    draft.withLock { $0.title = "mine" }
    #expect(draft.wrappedValue.title == "mine")
    #expect(draft.saveError.map { "\($0)".hasPrefix("A change was not saved.") } == true)
    #expect(files.contents.value.writes == 0)
    await #expect(throws: (any Error).self) { try await draft.load() }
    try await draft.save()
    #expect(try files.draft(url) == "mine")
    #expect(draft.loadError == nil)
    #expect(draft.saveError == nil)
    draft.withLock { $0.title = "more" }
    #expect(try files.draft(url) == "more")
  }

  @Test func aFileThatIsRepairedIsReadAgain() throws {
    let draft = makeDraft()
    files.replace(url, with: "[]")
    #expect(draft.loadError != nil)
    files.replace(url, with: #"{"title":"whole"}"#)
    #expect(draft.loadError == nil)
    #expect(draft.wrappedValue.title == "whole")
    draft.withLock { $0.title = "mine" }
    #expect(try files.draft(url) == "mine")
  }

  @Test func aFullDiskIsAnErrorAndTheValueStays() async throws {
    let draft = makeDraft()
    files.contents.withValue { $0.isFull = true }
    draft.withLock { $0.title = "mine" }
    #expect(draft.saveError is HeldFiles.Failure)
    #expect(draft.wrappedValue.title == "mine")
    await #expect(throws: HeldFiles.Failure.self) { try await draft.save() }
    files.contents.withValue { $0.isFull = false }
    try await draft.save()
    #expect(draft.saveError == nil)
    #expect(try files.draft(url) == "mine")
  }

  @Test func filesOfTheSystemAreReplacedAsAWhole() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "shared-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "deep/draft.json")
    let files = SystemFiles()
    #expect(try files.read(url) == nil)
    for text in ["first", "", "third"] {
      try files.write(Data(text.utf8), to: url)
      #expect(try files.read(url) == Data(text.utf8))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: url.deletingLastPathComponent().path) == ["draft.json"])
    #expect(throws: (any Error).self) { try files.write(Data(), to: url.appending(path: "below/a/file.json")) }
    // What is left of a writer that was killed is used.
    try Data("half".utf8).write(to: folder.appending(path: "deep/.draft.json.saving"))
    try files.write(Data("whole".utf8), to: url)
    #expect(try files.read(url) == Data("whole".utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: url.deletingLastPathComponent().path) == ["draft.json"])
  }

  @Test func filesOfTheSystemAreWatched() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "shared-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "draft.json")
    let files = SystemFiles()
    let (changes, continuation) = AsyncStream<Void>.makeStream()
    let subscription = try files.watch(url) { continuation.yield() }
    var iterator = changes.makeAsyncIterator()
    try files.write(Data("replaced".utf8), to: url)
    await iterator.next()
    let handle = try FileHandle(forWritingTo: url)
    try handle.write(contentsOf: Data("in place".utf8))
    try handle.close()
    await iterator.next()
    try FileManager.default.removeItem(at: url)
    await iterator.next()
    subscription.cancel()
  }
}
