import Foundation
import Testing

@testable import StoreCore

@Suite struct FileStorageTests {
  struct Draft: Codable, Equatable {
    var title = ""
  }

  private let files = HeldFiles()
  private let url = URL(filePath: "/draft.json")

  private func makeDraft(_ url: URL? = nil) -> Shared<Draft> {
    withDependencies {
      $0.defaultFileStorage = files.storage
    } operation: {
      Shared(wrappedValue: Draft(), .fileStorage(url ?? self.url))
    }
  }

  /// Called once, by the next number that is encoded or decoded.
  private typealias Hook = LockIsolated<(@Sendable () -> Void)?>
  private let onEncode = Hook(nil)
  private let onDecode = Hook(nil)

  private func makeKey() -> FileStorageKey<Int> {
    withDependencies {
      $0.defaultFileStorage = files.storage
    } operation: {
      FileStorageKey<Int>.fileStorage(url) { [onDecode] data in
        onDecode.withValue { $0.take() }?()
        return try JSONDecoder().decode(Int.self, from: data)
      } encode: { [onEncode] value in
        onEncode.withValue { $0.take() }?()
        return Data("\(value)".utf8)
      }
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
    // Another property with the same value does not end the waiting.
    #expect(makeDraft().wrappedValue.title == "c")
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
    files.waiting.flush()
    #expect(try files.draft(url) == "b")
    for title in ["c", "d"] { draft?.withLock { $0.title = title } }
    try await draft?.save()
    #expect(try files.draft(url) == "d")
    // What would be loaded is older.
    for title in ["e", "f"] { draft?.withLock { $0.title = title } }
    try await draft?.load()
    #expect(draft?.wrappedValue.title == "f")
    #expect(try files.draft(url) == "f")
    draft?.withLock { $0.title = "g" }
    draft = nil
    #expect(try files.draft(url) == "g")
  }

  /// Nobody holds the shared value any more, and its key has not come to saving what waits.
  @Test func whatWaitsIsFoundByTheNextKey() throws {
    let key = withDependencies {
      $0.defaultFileStorage = files.storage
    } operation: {
      FileStorageKey<Draft>.fileStorage(url)
    }
    let results = LockIsolated(0)
    for title in ["a", "b"] {
      key.save(
        Draft(title: title),
        context: .didSet,
        continuation: SaveContinuation { _ in results.withValue { $0 += 1 } }
      )
    }
    #expect(results.value == 1)
    #expect(makeDraft().wrappedValue.title == "b")
    #expect(results.value == 2)
    #expect(try files.draft(url) == "b")
  }

  /// Two types of values have two keys. What one of them has to save is older than what the other one saves then.
  @Test func theNewestValueOfTwoKeysIsInTheFile() throws {
    let draft = makeDraft()
    let other = withDependencies {
      $0.defaultFileStorage = files.storage
    } operation: {
      Shared(wrappedValue: [:], .fileStorage(url)) as Shared<[String: String]>
    }
    for title in ["a", "b"] { draft.withLock { $0.title = title } }
    other.withLock { $0["title"] = "c" }
    draft.withLock { $0.title = "d" }
    other.withLock { $0["title"] = "e" }
    files.passTime()
    #expect(try files.draft(url) == "e")
  }

  /// A thread that saves what waits encodes it, and saves nothing else meanwhile.
  @Test func whatIsSavedExplicitlyWhileTheThreadEncodesIsSavedLater() {
    let (key, results) = (makeKey(), LockIsolated(0))
    @Sendable func save(_ value: Int) {
      key.save(value, context: .userInitiated, continuation: SaveContinuation { _ in results.withValue { $0 += 1 } })
    }
    onEncode.setValue { save(2) }
    save(1)
    #expect(files.contents.value.files[url] == Data("1".utf8))
    files.passTime()
    #expect(files.contents.value.files[url] == Data("2".utf8))
    #expect(results.value == 2)
  }

  /// What is written is older than the change.
  @Test func aChangeWhileTheValueIsEncodedIsSavedAfterIt() async throws {
    let count = Shared(wrappedValue: 0, makeKey())
    count.withLock { $0 = 1 }
    files.passTime()
    onEncode.setValue { count.withLock { $0 = 99 } }
    try await count.save()
    #expect(count.wrappedValue == 99)
    files.passTime()
    #expect(files.contents.value.files[url] == Data("99".utf8))
  }

  /// What is loaded, or what others wrote, was read before the change, and takes long to decode.
  @Test(arguments: [false, true]) func aChangeWhileTheValueIsDecodedIsSaved(isOfOthers: Bool) async throws {
    let count = Shared(wrappedValue: 0, makeKey())
    count.withLock { $0 = 1 }
    for _ in 1...2 { files.passTime() }
    onDecode.setValue { count.withLock { $0 = 99 } }
    if isOfOthers { files.replace(url, with: "100") } else { try await count.load() }
    #expect(count.wrappedValue == 99)
    files.passTime()
    #expect(count.wrappedValue == 99)
    #expect(files.contents.value.files[url] == Data("99".utf8))
  }

  /// What others write while a change waits is overwritten. What they write after that arrives.
  @Test func whatOthersWriteWhileAChangeWaitsIsOverwritten() throws {
    let draft = makeDraft()
    for title in ["a", "b"] { draft.withLock { $0.title = title } }
    files.replace(url, with: #"{"title":"theirs"}"#)
    #expect(draft.wrappedValue.title == "b")
    files.passTime()
    #expect(draft.wrappedValue.title == "b")
    #expect(try files.draft(url) == "b")
    files.replace(url, with: #"{"title":"theirs"}"#)
    #expect(draft.wrappedValue.title == "theirs")
  }

  /// A value that is still being encoded when a newer one is saved, and when the program ends.
  @Test(arguments: [false, true]) func aValueThatTakesLongToEncodeDoesNotOverwriteANewerOne(isNewer: Bool) {
    let (isEncoding, canGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let end = DispatchSemaphore(value: 0)
    let (key, results) = (makeKey(), LockIsolated<[Int]>([]))
    @Sendable func save(_ value: Int) {
      let continuation = SaveContinuation { result in
        if case .success = result { results.withValue { $0.append(value) } }
      }
      key.save(value, context: .userInitiated, continuation: continuation)
    }
    onEncode.setValue {
      isEncoding.signal()
      canGoOn.wait()
    }
    Thread.detachNewThread {
      save(1)
      end.signal()
    }
    isEncoding.wait()
    if isNewer { save(2) } else { files.waiting.flush() }
    #expect(results.value == (isNewer ? [1, 2] : [1]))
    canGoOn.signal()
    end.wait()
    #expect(files.contents.value.files[url] == Data((isNewer ? "2" : "1").utf8))
    #expect(files.contents.value.writes == 1)
    #expect(results.value == (isNewer ? [1, 2] : [1]))
  }

  @Test func whatOthersWriteArrives() {
    files.replace(url, with: #"{"title":"first"}"#)
    // Before the file is watched.
    files.contents.withValue {
      $0.onWatch = { [files, url] in files.replace(url, with: #"{"title":"second"}"#) }
    }
    let draft = makeDraft()
    #expect(draft.wrappedValue.title == "second")
    files.replace(url, with: #"{"title":"third"}"#)
    #expect(draft.wrappedValue.title == "third")
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

  @Test(arguments: [false, true]) func aFileThatIsRepairedIsReadAgain(isAsItWasBefore: Bool) throws {
    let draft = makeDraft()
    if isAsItWasBefore { files.replace(url, with: #"{"title":"whole"}"#) }
    files.replace(url, with: "[]")
    #expect(draft.loadError != nil)
    files.replace(url, with: #"{"title":"whole"}"#)
    #expect(draft.loadError == nil)
    #expect(draft.wrappedValue.title == "whole")
    draft.withLock { $0.title = "mine" }
    #expect(draft.saveError == nil)
    #expect(try files.draft(url) == "mine")
  }

  @Test func aFullDiskIsAnErrorAndTheValueStays() async throws {
    let draft = makeDraft()
    files.contents.withValue { $0.isFull = true }
    draft.withLock { $0.title = "mine" }
    #expect(draft.saveError is Failure)
    #expect(draft.wrappedValue.title == "mine")
    await #expect(throws: Failure.self) { try await draft.save() }
    files.contents.withValue { $0.isFull = false }
    try await draft.save()
    #expect(draft.saveError == nil)
    #expect(try files.draft(url) == "mine")
  }
}
