import Foundation
import TestSupport
import Testing

@testable import StoreCore

@Suite(.timeLimit(.minutes(10))) struct SystemFilesTests {
  private let temporaryFolder = TemporaryFolder()
  private let files = SystemFiles()
  private let manager = FileManager.default
  private var folder: URL { temporaryFolder.url }
  private var url: URL { folder.appending(path: "draft.json") }

  @Test func filesOfTheSystemAreReplacedAsAWhole() throws {
    let url = folder.appending(path: "deep/draft.json")
    #expect(try files.read(url) == nil)
    for text in ["first", "", "third"] {
      try files.write(Data(text.utf8), to: url)
      #expect(try files.read(url) == Data(text.utf8))
    }
    #expect(try manager.contentsOfDirectory(atPath: url.deletingLastPathComponent().path) == ["draft.json"])
    #expect(throws: (any Error).self) { try files.write(Data(), to: url.appending(path: "below/a/file.json")) }
  }

  @Test func filesOfTheSystemKeepTheirPermissions() throws {
    try files.write(Data("first".utf8), to: url)
    for permissions in [0o600, 0o664] {
      try manager.setAttributes([.posixPermissions: permissions], ofItemAtPath: url.path)
      try files.write(Data("\(permissions)".utf8), to: url)
      let attributes = try manager.attributesOfItem(atPath: url.path)
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == permissions)
    }
  }

  @Test func devicesAndPipesAreNotReplaced() throws {
    let pipe = folder.appending(path: "pipe")
    #expect(mkfifo(pipe.path, 0o600) == 0)
    let error = #expect(throws: FileStorageError.self) { try SystemFiles().write(Data("text".utf8), to: pipe) }
    let reason = "it is a device or a pipe"
    #expect(error?.description == "The file could not be written: \(reason). What was there before is unharmed.")
    var status = stat()
    #expect(stat(pipe.path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    #expect(try manager.contentsOfDirectory(atPath: folder.path) == ["pipe"])
  }

  @Test func filesOfTheSystemAreWatched() async throws {
    let (changes, continuation) = AsyncStream<Void>.makeStream()
    let subscription = try files.watch(url) { continuation.yield() }
    var iterator = changes.makeAsyncIterator()
    try files.write(Data("replaced".utf8), to: url)
    await iterator.next()
    let handle = try FileHandle(forWritingTo: url)
    try handle.write(contentsOf: Data("in place".utf8))
    try handle.close()
    await iterator.next()
    try manager.removeItem(at: url)
    await iterator.next()
    subscription.cancel()
  }

  @Test func whatWaitsIsSavedWhenTheProgramEnds() async throws {
    await #expect(processExitsWith: .success) { [path = url.path as String] in
      let number = withDependencies {
        $0.defaultFileStorage = .fileSystem
      } operation: {
        Shared(wrappedValue: 0, .fileStorage(URL(filePath: path)))
      }
      for value in 1...2 { number.withLock { $0 = value } }
      exit(EXIT_SUCCESS)
    }
    #expect(try Data(contentsOf: url) == Data("2".utf8))
  }

  /// A file can't replace a folder. In a separate process, because other tests open files meanwhile.
  @Test func whatCannotBeWrittenLeavesNoTemporaryFileAndNoFileOpen() async throws {
    try manager.createDirectory(at: url, withIntermediateDirectories: false)
    await #expect(processExitsWith: .success) { [path = url.path as String] in
      func write() {
        #expect(throws: FileStorageError.self) { try SystemFiles().write(Data("text".utf8), to: URL(filePath: path)) }
      }
      /// The number that the next file gets is the lowest one that is free.
      func nextNumber() -> Int32 {
        let file = open("/dev/null", O_RDONLY)
        defer { close(file) }
        return file
      }
      write()
      let number = nextNumber()
      for _ in 1...3 { write() }
      #expect(nextNumber() == number)
    }
    #expect(try manager.contentsOfDirectory(atPath: folder.path) == ["draft.json"])
  }

  @Test func aLinkToAFileThatIsMissingStaysALink() throws {
    let (link, target) = (folder.appending(path: "link.json"), folder.appending(path: "below/target.json"))
    for (name, destination) in [("link.json", "second.json"), ("second.json", "./below/target.json")] {
      try manager.createSymbolicLink(atPath: temporaryFolder.path(name), withDestinationPath: destination)
    }
    #expect(files.place(of: link) == files.place(of: target))
    for text in ["first", "second"] {
      try files.write(Data(text.utf8), to: files.place(of: link))
      #expect(try manager.destinationOfSymbolicLink(atPath: link.path) == "second.json")
      #expect(try Data(contentsOf: target) == Data(text.utf8))
    }
    #expect(files.place(of: link) == files.place(of: target))
  }

  @Test func placesAreFoundAlsoIfNothingIsThere() throws {
    let (url, path) = (folder.appending(path: "a/b.json"), folder.path)
    try manager.createSymbolicLink(atPath: "\(path)/link", withDestinationPath: path)
    for same in ["/./a//b.json", "/x/../a/b.json", "/link/a/b.json"] {
      #expect(files.place(of: URL(filePath: path + same)) == files.place(of: url))
    }
    #expect(files.place(of: folder.appending(path: "b.json")) != files.place(of: url))
    // The system can't follow it either.
    try manager.createSymbolicLink(atPath: "\(path)/circle", withDestinationPath: "circle")
    #expect(files.place(of: URL(filePath: "\(path)/circle")).lastPathComponent == "circle")
  }

  /// While it is missing, the folder above it is watched.
  @Test func aFolderThatIsRemovedAndMadeAgainIsWatched() async throws {
    let url = folder.appending(path: "deep/er/draft.json")
    try manager.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    let (contents, continuation) = AsyncStream<String?>.makeStream()
    let subscription = try files.watch(url) { continuation.yield(try? String(contentsOf: url, encoding: .utf8)) }
    for round in 1...3 {
      try manager.removeItem(at: folder.appending(path: "deep"))
      for await text in contents where text == nil { break }
      try manager.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      for expected in ["42 \(round)", "43 \(round)"] {
        try Data(expected.utf8).write(to: url, options: .atomic)
        for await text in contents where text == expected { break }
      }
    }
    subscription.cancel()
  }

  @Test func aFolderThatCannotBeWatchedIsReported() async throws {
    #expect(chmod(folder.path, 0o311) == 0)
    defer { chmod(folder.path, 0o755) }
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      // An administrator may read it.
      if geteuid() == 0 { try #require(seteuid(65_534) == 0) }
      let error = #expect(throws: FileStorageError.self) {
        _ = try SystemFiles().watch(URL(filePath: path).appending(path: "draft.json")) {}
      }
      #expect(error?.description.hasPrefix("Changes of files in \"\(path)\" can't be followed: ") == true)
    }
  }
}
