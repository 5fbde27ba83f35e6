import Dependencies
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Features

struct OpenURLTests {
  private static func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  @Test(arguments: [
    ("file:///etc/passwd", "must begin with http:// or https://"),
    ("javascript:alert(1)", "must begin with http:// or https://"),
    ("mailto:ada@example.com", "must begin with http:// or https://"),
    ("vscode://x", "must begin with http:// or https://"),
    ("/relative", "must begin with http:// or https://"),
    ("-version", "must begin with http:// or https://"),
    ("https:///path", "has no host"),
    ("https:path", "has no host"),
  ])
  func refusesWhatIsNoWebPage(_ text: String, _ reason: String) async throws {
    let url = try Self.url(text)
    let opens = OpenURL { _ in Issue.record("It must not get this far.") }
    for openURL in [opens, .liveValue, .mockValue, .testValue] {
      let error = await #expect(throws: OpenURLError.self) { try await openURL(url) }
      #expect(error == .refused(address: text, reason: reason))
      #expect(error?.message == "\(text) was not opened because it \(reason). Only web pages are opened.")
    }
  }

  @Test(arguments: ["https://ada:secret@example.com/a?b=c", "http://ada@example.com/a?b=c"])
  func refusesToSendAPasswordAndDoesNotShowIt(_ text: String) async throws {
    let url = try Self.url(text)
    let error = await #expect(throws: OpenURLError.self) { try await OpenURL.liveValue(url) }
    #expect(error?.message.contains("secret") == false && error?.message.contains("ada") == false)
    #expect(error?.message.contains("example.com/a?b=c was not opened because it must not hold a user") == true)
  }

  @Test(arguments: ["https://qiita.com/ada/items/1", "HTTP://localhost:8080/?q=日本#x", "https://[::1]/"])
  func opensWebPages(_ text: String) async throws {
    let url = try Self.url(text)
    let opened = Mutex<[URL]>([])
    try await OpenURL { url in opened.withLock { $0.append(url) } }(url)
    #expect(opened.withLock { $0 } == [url])
    try await OpenURL.mockValue(url)
  }

  /// Whoever has no browser here can open the page elsewhere.
  @Test(arguments: [OpenURLError.unavailable(reason: "Install one."), .failed(program: "open", status: 3)])
  func whatCouldNotBeOpenedSaysItsAddress(_ failure: OpenURLError) async throws {
    let url = try Self.url("https://example.com/a")
    let openURL = OpenURL { _ throws(OpenURLError) in throw failure }
    let error = await #expect(throws: OpenURLError.self) { try await openURL(url) }
    #expect(error?.message == failure.message + " Its address: https://example.com/a")
  }

  @Test func aTestThatDoesNotSayWhatHappensIsToldSo() async throws {
    @Dependency(\.openURL) var openURL
    let url = try Self.url("https://example.com")
    await withExpectedIssue {
      await #expect(throws: OpenURLError.self) { try await openURL(url) }
    } matching: {
      $0.message.contains("Unimplemented: 'openURL' was asked to open https://example.com")
    }
  }

  @Test func errorsSurviveEncodingAndSayWhatToDo() throws {
    let errors: [OpenURLError] = [
      .refused(address: "", reason: "has no host"), .unavailable(reason: "Install one."),
      .failed(program: "/usr/bin/open", status: nil), .failed(program: "/usr/bin/open", status: 3),
      .unavailable(reason: "Install one.", address: "https://example.com/a"),
    ]
    #expect(try JSONDecoder().decode([OpenURLError].self, from: JSONEncoder().encode(errors)) == errors)
    #expect(
      errors.map(\.message) == [
        "The address was not opened because it has no host. Only web pages are opened.",
        "The page could not be opened. Install one.",
        "The page could not be opened: /usr/bin/open can't be run. Check that it is installed properly.",
        "The page could not be opened: /usr/bin/open failed with status 3. Check that there is a browser.",
        "The page could not be opened. Install one. Its address: https://example.com/a",
      ]
    )
  }
}

#if os(Linux)
  /// The live value, with scripts in place of the desktop's `xdg-open`.
  @Suite(.ownThreads) struct OpenWithSystemTests {
    /// Writes a program from another process. If this process wrote it, a child that it starts at the same time could
    /// inherit the open file for a moment, and a file that is open for writing can't be executed.
    private func install(_ script: String, as program: URL) throws {
      let writer = Process()
      writer.executableURL = URL(filePath: "/bin/sh")
      writer.arguments = ["-c", #"printf %s "$1" > "$2" && chmod 755 "$2""#, "sh", script, program.path]
      try writer.run()
      writer.waitUntilExit()
      #expect(writer.terminationStatus == 0)
    }

    /// Makes a folder for each script with the script as its `xdg-open`, or without one for `nil`, and opens a page
    /// with these folders in `PATH`.
    ///
    /// As soon as it starts, a script writes its arguments to the file `arguments` in its folder, one per line.
    private func open(_ text: String = "https://example.com/a%20b?c=$(id)&d=;e", scripts: String?...) async throws
      -> (error: OpenURLError?, folders: [URL])
    {
      let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      var folders: [URL] = []
      for (index, script) in scripts.enumerated() {
        let folder = root.appending(path: "\(index)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        if let script {
          let program = folder.appending(path: "xdg-open")
          try install("#!/bin/sh\nprintf '%s\\n' \"$@\" > '\(folder.path)/arguments'\n\(script)\n", as: program)
        }
        folders.append(folder)
      }
      let url = try #require(URL(string: text))
      let path = (["", "relative", "/does-not-exist"] + folders.map(\.path)).joined(separator: ":")
      do {
        try await withDependencies {
          $0.processEnvironment = ["PATH": path]
        } operation: {
          try await OpenURL.liveValue(url)
        }
        return (nil, folders)
      } catch {
        return (error as? OpenURLError, folders)
      }
    }

    private func arguments(in folder: URL) throws -> String {
      try String(contentsOf: folder.appending(path: "arguments"), encoding: .utf8)
    }

    @Test func startsTheFirstOneInThePathWithTheAddressAsItIs() async throws {
      let (error, folders) = try await open(scripts: nil, "exit 0", "exit 1")
      defer { try? FileManager.default.removeItem(at: folders[0].deletingLastPathComponent()) }
      #expect(error == nil)
      #expect(try arguments(in: folders[1]) == "https://example.com/a%20b?c=$(id)&d=;e\n")
      #expect(!FileManager.default.fileExists(atPath: folders[2].appending(path: "arguments").path))
    }

    @Test(arguments: [("exit 3", 3), ("kill -9 $$", 9)])
    func aProgramThatFails(_ script: String, _ status: Int) async throws {
      let (error, folders) = try await open(scripts: script)
      defer { try? FileManager.default.removeItem(at: folders[0].deletingLastPathComponent()) }
      let program = folders[0].appending(path: "xdg-open").path
      let address = "https://example.com/a%20b?c=$(id)&d=;e"
      #expect(error == .failed(program: program, status: status, address: address))
    }

    @Test func aProgramThatTalksALot() async throws {
      // More output than a pipe holds: with a pipe that nothing reads, the program would block.
      let (error, folders) = try await open(
        scripts:
          "i=0; while [ $i -lt 5000 ]; do echo 0123456789abcdef0123456789; i=$((i+1)); done; read x || exit 0; exit 5"
      )
      defer { try? FileManager.default.removeItem(at: folders[0].deletingLastPathComponent()) }
      #expect(error == nil)
    }

    @Test func aProgramThatCanNotBeRun() async throws {
      let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      defer { try? FileManager.default.removeItem(at: root) }
      try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
      let program = root.appending(path: "xdg-open")
      try install("#!/does/not/exist\n", as: program)
      let url = try #require(URL(string: "https://example.com"))
      let error = OpenURLError.failed(program: program.path, status: nil, address: "https://example.com")
      await #expect(throws: error) {
        try await withDependencies {
          $0.processEnvironment = ["PATH": root.path]
        } operation: {
          try await OpenURL.liveValue(url)
        }
      }
    }

    @Test(arguments: ["", "/does-not-exist", "."])
    func noProgram(_ path: String) async throws {
      let url = try #require(URL(string: "https://example.com"))
      await #expect(
        throws: OpenURLError.unavailable(
          reason: "There is no xdg-open in PATH. Install xdg-utils, or open the address yourself.",
          address: "https://example.com"
        )
      ) {
        try await withDependencies {
          $0.processEnvironment = ["PATH": path]
        } operation: {
          try await OpenURL.liveValue(url)
        }
      }
    }

    /// Provides a program that reports its start and waits until `body` returns.
    private func withProgramThatWaits(_ body: (URL, _ hasBegun: () throws -> Void) async throws -> Void) async throws {
      let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      defer { try? FileManager.default.removeItem(at: root) }
      try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
      let program = root.appending(path: "xdg-open")
      let (begun, end) = (root.appending(path: "begun"), root.appending(path: "end"))
      #expect(mkfifo(begun.path, 0o600) == 0 && mkfifo(end.path, 0o600) == 0)
      try install("#!/bin/sh\necho > '\(begun.path)'; read x < '\(end.path)'\n", as: program)
      try await body(root) { _ = try FileHandle(forReadingFrom: begun).readToEnd() }
      try Data("\n".utf8).write(to: end)
    }

    @Test func cancellationEndsTheWaitAndNotTheProgram() async throws {
      let url = try #require(URL(string: "https://example.com"))
      try await withProgramThatWaits { folder, hasBegun in
        let task = withDependencies {
          $0.processEnvironment = ["PATH": folder.path]
        } operation: {
          Task { try await openWithSystem(url, patience: .never) }
        }
        try hasBegun()
        task.cancel()
        try await task.value
      }
    }

    @Test func aProgramThatBecomesTheBrowserIsNotWaitedFor() async throws {
      let url = try #require(URL(string: "https://example.com"))
      try await withProgramThatWaits { folder, hasBegun in
        try await withDependencies {
          $0.processEnvironment = ["PATH": folder.path]
        } operation: {
          try await openWithSystem(url, patience: .milliseconds(1))
        }
        try hasBegun()
      }
    }

    @Test func whatIsCancelledBeforeIsNotOpened() async throws {
      let url = try #require(URL(string: "https://example.com"))
      try await withDependencies {
        $0.processEnvironment = [:]
      } operation: {
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.cancelAll()
          group.addTask { try await openWithSystem(url) }
          try await group.waitForAll()
        }
      }
    }
  }
#endif
