import Foundation
import Testing

@testable import StoreCore

@Suite struct FileStorageTests {
  struct Draft: Codable, Equatable { var title = "" }

  private let files = HeldFiles()
  private let url = URL(filePath: "/draft.json")

  private func makeDraft(_ place: String = "/draft.json") -> Shared<Draft> {
    files.keep { Shared(wrappedValue: Draft(), .fileStorage(URL(filePath: place))) }
  }

  private func change(_ draft: Shared<Draft>?, to titles: String...) {
    for title in titles { draft?.withLock { $0.title = title } }
  }

  /// Called once, by the next number that is encoded or decoded.
  private typealias Hook = LockIsolated<(@Sendable () -> Void)?>
  private let onEncode = Hook(nil)
  private let onDecode = Hook(nil)

  private func makeKey() -> FileStorageKey<Int> {
    files.keep {
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
    change(draft, to: "a", "b", "c")
    // Another property with the same value does not end the waiting.
    #expect(try [makeDraft().wrappedValue.title, files.draft(url)] == ["c", "a"])
    files.passTime()
    #expect(try files.draft(url) == "c" && files.contents.value.writes == 2)
    files.passTime()
    change(draft, to: "d")
    #expect(try files.draft(url) == "d" && files.contents.value.writes == 3)
  }

  @Test func whatWaitsIsSavedAtTheLatestAtTheEnd() async throws {
    var draft: Shared<Draft>? = makeDraft()
    change(draft, to: "a", "b")
    files.waiting.flush()
    #expect(try files.draft(url) == "b")
    change(draft, to: "c", "d")
    try await draft?.save()
    #expect(try files.draft(url) == "d")
    // What would be loaded is older.
    change(draft, to: "e", "f")
    try await draft?.load()
    #expect(try [draft?.wrappedValue.title, files.draft(url)] == ["f", "f"])
    change(draft, to: "g")
    draft = nil
    #expect(try files.draft(url) == "g")
  }

  /// Nobody holds the shared value any more, and its key has not come to saving what waits.
  @Test func whatWaitsIsFoundByTheNextKey() throws {
    let key = files.keep { FileStorageKey<Draft>.fileStorage(url) }
    let results = LockIsolated(0)
    for title in ["a", "b"] {
      let continuation = SaveContinuation { _ in results.withValue { $0 += 1 } }
      key.save(Draft(title: title), context: .didSet, continuation: continuation)
    }
    #expect(results.value == 1)
    #expect(makeDraft().wrappedValue.title == "b")
    #expect(try results.value == 2 && files.draft(url) == "b")
  }

  /// Two types of values have two keys. What one of them has to save is older than what the other one saves then.
  @Test func theNewestValueOfTwoKeysIsInTheFile() throws {
    let draft = makeDraft()
    let other = files.keep { Shared(wrappedValue: [:], .fileStorage(url)) as Shared<[String: String]> }
    change(draft, to: "a", "b")
    other.withLock { $0["title"] = "c" }
    change(draft, to: "d")
    other.withLock { $0["title"] = "e" }
    files.passTime()
    #expect(try files.draft(url) == "e")
  }

  @Test func aFileIsTheSameHoweverItIsWritten() {
    let (draft, same) = (makeDraft(), makeDraft("/drafts/.././draft.json"))
    change(draft, to: "a")
    #expect(same.wrappedValue.title == "a")
  }

  @Test func aFullDiskIsAnErrorAndTheValueStays() async throws {
    let draft = makeDraft()
    files.replace(url, with: #"{"title":"theirs"}"#)
    files.contents.withValue { $0.isFull = true }
    change(draft, to: "mine")
    #expect(draft.saveError is Failure)
    await #expect(throws: Failure.self) { try await draft.save() }
    // The file is what it was, which is no change.
    files.replace(url, with: #"{"title":"theirs"}"#)
    #expect(draft.wrappedValue.title == "mine")
    files.contents.withValue { $0.isFull = false }
    try await draft.save()
    #expect(try draft.saveError == nil && files.draft(url) == "mine")
  }

  /// A thread that saves what waits encodes it, and saves nothing else meanwhile.
  @Test func whatIsSavedExplicitlyWhileTheThreadEncodesIsSavedLater() {
    let (key, results) = (makeKey(), LockIsolated(0))
    @Sendable func save(_ value: Int) {
      key.save(value, context: .userInitiated, continuation: SaveContinuation { _ in results.withValue { $0 += 1 } })
    }
    onEncode.setValue { save(2) }
    save(1)
    #expect(files.text(url) == "1")
    files.passTime()
    #expect(files.text(url) == "2" && results.value == 2)
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
    #expect(files.text(url) == "99")
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
    #expect(count.wrappedValue == 99 && files.text(url) == "99")
  }

  /// What others write while a change waits is overwritten. What they write after that arrives.
  @Test func whatOthersWriteWhileAChangeWaitsIsOverwritten() throws {
    let draft = makeDraft()
    change(draft, to: "a", "b")
    files.replace(url, with: #"{"title":"theirs"}"#)
    #expect(draft.wrappedValue.title == "b")
    files.passTime()
    #expect(try [draft.wrappedValue.title, files.draft(url)] == ["b", "b"])
    files.replace(url, with: #"{"title":"theirs"}"#)
    #expect(draft.wrappedValue.title == "theirs")
  }

  /// A value that is still being encoded when a newer one is saved, and when the program ends.
  @Test(arguments: [false, true]) func aValueThatTakesLongToEncodeDoesNotOverwriteANewerOne(isNewer: Bool) {
    typealias Semaphore = DispatchSemaphore
    let (isEncoding, canGoOn, end) = (Semaphore(value: 0), Semaphore(value: 0), Semaphore(value: 0))
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
    #expect(files.text(url) == (isNewer ? "2" : "1") && files.contents.value.writes == 1)
    #expect(results.value == (isNewer ? [1, 2] : [1]))
  }

  @Test func whatOthersWriteArrives() {
    files.replace(url, with: #"{"title":"first"}"#)
    // Before the file is watched.
    files.contents.withValue { $0.onWatch = { [files, url] in files.replace(url, with: #"{"title":"second"}"#) } }
    let draft = makeDraft()
    #expect(draft.wrappedValue.title == "second")
    files.replace(url, with: #"{"title":"third"}"#)
    #expect(draft.wrappedValue.title == "third")
    files.replace(url, with: nil)
    #expect(draft.wrappedValue.title == "" && files.contents.value.writes == 0)
  }

  @Test func whatCannotBeReadIsNotOverwritten() async throws {
    files.replace(url, with: #"{"tit"#)
    let draft = makeDraft()
    let message = try #require(draft.loadError.map { "\($0)" })
    #expect(message.hasPrefix("The file \"/draft.json\" could not be read:"))
    #expect(message.contains("It is not overwritten until the program saves explicitly"))
    change(draft, to: "mine")
    #expect(draft.wrappedValue.title == "mine" && files.contents.value.writes == 0)
    #expect(draft.saveError.map { "\($0)".hasPrefix("A change was not saved.") } == true)
    await #expect(throws: (any Error).self) { try await draft.load() }
    try await draft.save()
    #expect(try files.draft(url) == "mine")
    #expect(draft.loadError == nil && draft.saveError == nil)
    change(draft, to: "more")
    #expect(try files.draft(url) == "more")
  }

  @Test(arguments: [false, true]) func aFileThatIsRepairedIsReadAgain(isAsItWasBefore: Bool) throws {
    let draft = makeDraft()
    if isAsItWasBefore { files.replace(url, with: #"{"title":"whole"}"#) }
    files.replace(url, with: "[]")
    #expect(draft.loadError != nil)
    files.replace(url, with: #"{"title":"whole"}"#)
    #expect(draft.loadError == nil && draft.wrappedValue.title == "whole")
    change(draft, to: "mine")
    #expect(try draft.saveError == nil && files.draft(url) == "mine")
  }
}
