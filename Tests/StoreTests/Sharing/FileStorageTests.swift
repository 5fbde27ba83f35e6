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
      $0.defaultFileStorage = FileStorage(files: files)
    } operation: {
      Shared(wrappedValue: Draft(), .fileStorage(url ?? self.url))
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
    draft?.withLock { $0.title = "e" }
    draft = nil
    #expect(try files.draft(url) == "e")
  }

  /// The value that was read was older.
  @Test func whatWaitsIsSavedBeforeTheFileIsLoaded() async throws {
    let draft = makeDraft()
    for title in ["a", "b"] { draft.withLock { $0.title = title } }
    try await draft.load()
    #expect(draft.wrappedValue.title == "b")
    #expect(try files.draft(url) == "b")
    files.passTime()
    #expect(files.contents.value.writes == 2)
  }

  /// Nobody holds the shared value any more, and its key has not come to saving what waits.
  @Test func whatWaitsIsFoundByTheNextKey() throws {
    let key = withDependencies {
      $0.defaultFileStorage = FileStorage(files: files)
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
      $0.defaultFileStorage = FileStorage(files: files)
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

  @Test func aFileIsTheSameHoweverItIsWritten() throws {
    let draft = makeDraft()
    let same = makeDraft(URL(filePath: "/drafts/.././draft.json"))
    draft.withLock { $0.title = "a" }
    #expect(same.wrappedValue.title == "a")
    same.withLock { $0.title = "b" }
    #expect(draft.wrappedValue.title == "b")
  }

  /// A thread that saves what waits encodes it, and saves nothing else meanwhile.
  @Test func whatIsSavedExplicitlyWhileTheThreadEncodesIsSavedLater() {
    let (onEncode, results) = (LockIsolated<(@Sendable () -> Void)?>(nil), LockIsolated(0))
    let key = withDependencies {
      $0.defaultFileStorage = files.storage
    } operation: {
      FileStorageKey<Int>.fileStorage(url) { _ in
        0
      } encode: { value in
        onEncode.withValue { $0.take() }?()
        return Data("\(value)".utf8)
      }
    }
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
    let (changed, isArmed) = (LockIsolated<Shared<Int>?>(nil), LockIsolated(false))
    let count = withDependencies {
      $0.defaultFileStorage = FileStorage(files: files)
    } operation: {
      let key = FileStorageKey<Int>.fileStorage(url) {
        try JSONDecoder().decode(Int.self, from: $0)
      } encode: { value in
        let changes = isArmed.withValue { isArmed in
          defer { isArmed = false }
          return isArmed
        }
        if changes { changed.value?.withLock { $0 = 99 } }
        return Data("\(value)".utf8)
      }
      return Shared(wrappedValue: 0, key)
    }
    changed.setValue(count)
    count.withLock { $0 = 1 }
    files.passTime()
    isArmed.setValue(true)
    try await count.save()
    #expect(count.wrappedValue == 99)
    files.passTime()
    #expect(files.contents.value.files[url] == Data("99".utf8))
    changed.setValue(nil)
  }

  @Test func aChangeWhileTheValueIsDecodedIsSaved() async throws {
    let (changed, isArmed) = (LockIsolated<Shared<Watched>?>(nil), LockIsolated(false))
    let decoder = JSONDecoder()
    decoder.userInfo[try #require(Watched.whileDecoding)] = { @Sendable in
      let changes = isArmed.withValue { isArmed in
        defer { isArmed = false }
        return isArmed
      }
      if changes { changed.value?.withLock { $0.count = 99 } }
    }
    let watched = withDependencies {
      $0.defaultFileStorage = FileStorage(files: files)
    } operation: {
      Shared(wrappedValue: Watched(), .fileStorage(url, decoder: decoder))
    }
    changed.setValue(watched)
    watched.withLock { $0.count = 1 }
    files.passTime()
    files.passTime()
    isArmed.setValue(true)
    try await watched.load()
    files.passTime()
    #expect(watched.wrappedValue.count == 99)
    #expect(files.contents.value.files[url] == Data("99".utf8))
    changed.setValue(nil)
  }

  /// A value that calls a closure while it is decoded.
  private struct Watched: Codable, Equatable {
    static let whileDecoding = CodingUserInfoKey(rawValue: "whileDecoding")

    var count = 0

    init() {}

    init(from decoder: any Decoder) throws {
      count = try decoder.singleValueContainer().decode(Int.self)
      (Self.whileDecoding.flatMap { decoder.userInfo[$0] } as? @Sendable () -> Void)?()
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(count)
    }
  }

  /// What others wrote was read before the change, and takes long to decode.
  @Test func aChangeWhileThatOfOthersIsDecodedStays() throws {
    let (changed, isArmed) = (LockIsolated<Shared<Int>?>(nil), LockIsolated(false))
    let count = withDependencies {
      $0.defaultFileStorage = FileStorage(files: files)
    } operation: {
      let key = FileStorageKey<Int>.fileStorage(url) { data in
        if isArmed.value { changed.value?.withLock { $0 = 7 } }
        return try JSONDecoder().decode(Int.self, from: data)
      } encode: {
        Data("\($0)".utf8)
      }
      return Shared(wrappedValue: 0, key)
    }
    changed.setValue(count)
    isArmed.setValue(true)
    files.replace(url, with: "100")
    isArmed.setValue(false)
    #expect(count.wrappedValue == 7)
    files.passTime()
    #expect(count.wrappedValue == 7)
    #expect(files.contents.value.files[url] == Data("7".utf8))
    changed.setValue(nil)
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

  @Test func whatOthersWriteBeforeTheFileIsWatchedArrives() {
    files.replace(url, with: #"{"title":"first"}"#)
    files.contents.withValue {
      $0.onWatch = { [files, url] in files.replace(url, with: #"{"title":"second"}"#) }
    }
    #expect(makeDraft().wrappedValue.title == "second")
  }

  /// A value that is still being encoded when a newer one is saved, and when the program ends.
  @Test(arguments: [false, true]) func aValueThatTakesLongToEncodeDoesNotOverwriteANewerOne(isNewer: Bool) {
    let (isEncoding, canGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let (isFirst, results) = (LockIsolated(true), LockIsolated<[String]>([]))
    let key = withDependencies {
      $0.defaultFileStorage = files.storage
    } operation: {
      FileStorageKey<String>.fileStorage(url) {
        String(decoding: $0, as: UTF8.self)
      } encode: { text in
        let waits =
          text == "slow"
          && isFirst.withValue { isFirst in
            defer { isFirst = false }
            return isFirst
          }
        if waits {
          isEncoding.signal()
          canGoOn.wait()
        }
        return Data(text.utf8)
      }
    }
    @Sendable func save(_ text: String) {
      let continuation = SaveContinuation { result in
        if case .success = result { results.withValue { $0.append(text) } }
      }
      key.save(text, context: .userInitiated, continuation: continuation)
    }
    let end = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      save("slow")
      end.signal()
    }
    isEncoding.wait()
    if isNewer { save("new") } else { files.waiting.flush() }
    #expect(results.value == (isNewer ? ["slow", "new"] : ["slow"]))
    canGoOn.signal()
    end.wait()
    #expect(files.contents.value.files[url] == Data((isNewer ? "new" : "slow").utf8))
    #expect(files.contents.value.writes == 1)
    #expect(results.value == (isNewer ? ["slow", "new"] : ["slow"]))
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

  @Test func aFileThatIsRestoredAsItWasIsReadAgain() throws {
    let draft = makeDraft()
    files.replace(url, with: #"{"title":"whole"}"#)
    files.replace(url, with: "[]")
    #expect(draft.loadError != nil)
    files.replace(url, with: #"{"title":"whole"}"#)
    #expect(draft.loadError == nil)
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
