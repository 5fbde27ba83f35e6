import Dependencies
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Features

struct OpenURLTests {
  @Test(arguments: [
    ("file:///etc/passwd", "must begin with http:// or https://"),
    ("javascript:alert(1)", "must begin with http:// or https://"),
    ("mailto:ada@example.com", "must begin with http:// or https://"),
    ("/relative", "must begin with http:// or https://"),
    ("-version", "must begin with http:// or https://"),
    ("https:path", "has no host"),
  ])
  func refusesWhatIsNoWebPage(_ text: String, _ reason: String) async throws {
    let url = try url(text)
    let opens = OpenURL { _ in Issue.record("It must not get this far.") }
    for openURL in [opens, .liveValue, .mockValue, .testValue] {
      let error = await #expect(throws: OpenURLError.self) { try await openURL(url) }
      #expect(error == .refused(address: text, reason: reason))
      #expect(error?.message == "\(text) was not opened because it \(reason). Only web pages are opened.")
    }
  }

  @Test(arguments: ["https://ada:secret@example.com/a?b=c", "http://ada@example.com/a?b=c"])
  func refusesToSendAPasswordAndDoesNotShowIt(_ text: String) async throws {
    let url = try url(text)
    let error = await #expect(throws: OpenURLError.self) { try await OpenURL.liveValue(url) }
    #expect(error?.message.contains("secret") == false && error?.message.contains("ada") == false)
    #expect(error?.message.contains("example.com/a?b=c was not opened because it must not hold a user") == true)
  }

  @Test(arguments: ["https://qiita.com/ada/items/1", "HTTP://localhost:8080/?q=日本#x", "https://[::1]/"])
  func opensWebPages(_ text: String) async throws {
    let url = try url(text)
    let opened = Mutex<[URL]>([])
    try await OpenURL { url in opened.withLock { $0.append(url) } }(url)
    #expect(opened.withLock { $0 } == [url])
    try await OpenURL.mockValue(url)
  }

  @Test func aTestThatDoesNotSayWhatHappensIsToldSo() async throws {
    @Dependency(\.openURL) var openURL
    let url = try url("https://example.com")
    await withExpectedIssue {
      await #expect(throws: OpenURLError.self) { try await openURL(url) }
    } matching: {
      $0.message.contains("Unimplemented: 'openURL' was asked to open https://example.com")
    }
  }

  /// Whoever has no browser here can open the page elsewhere.
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

private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

#if os(Linux)
  /// The live value, with scripts in place of the desktop's `xdg-open`.
  @Suite(.ownThreads) struct OpenWithSystemTests {
    private let folder = TemporaryFolder()

    /// An address that a shell would change.
    private static let address = "https://example.com/a%20b?c=$(id)&d=;e"

    /// Makes a script the `xdg-open` of a folder, from another process. If this process wrote it, a child that it starts
    /// at the same time could inherit the open file for a moment, and a file that is open for writing can't be executed.
    private func install(_ script: String, in name: String = "bin") throws {
      try folder.write(script, to: "script")
      try Shell.run("mkdir \(name); cp script \(name)/xdg-open; chmod 755 \(name)/xdg-open", in: folder.url)
    }

    /// Opens a page with these folders in `PATH`, after others that can't be used.
    private func open(in names: String..., patience: DispatchTimeInterval? = nil) async throws {
      let path = ["", ".", "/does-not-exist"] + names.map { folder.path($0) }
      let url = try url(Self.address)
      try await withDependencies {
        $0.processEnvironment = ["PATH": path.joined(separator: ":")]
      } operation: {
        if let patience { try await openWithSystem(url, patience: patience) } else { try await OpenURL.liveValue(url) }
      }
    }

    @Test func startsTheFirstOneInThePathWithTheAddressAsItIs() async throws {
      try install("#!/bin/sh\nprintf '%s\\n' \"$@\" > '\(folder.path("arguments"))'", in: "first")
      try install("#!/bin/sh\nexit 1", in: "second")
      try await open(in: "", "first", "second")
      #expect(try folder.text("arguments") == Self.address + "\n")
    }

    @Test(arguments: [("/bin/sh\nexit 3", 3 as Int?), ("/bin/sh\nkill -9 $$", 9), ("/does/not/exist", nil)])
    func aProgramThatFails(_ script: String, _ status: Int?) async throws {
      try install("#!\(script)\n")
      let program = folder.path("bin/xdg-open")
      await #expect(throws: OpenURLError.failed(program: program, status: status, address: Self.address)) {
        try await open(in: "bin")
      }
    }

    @Test func aProgramThatTalksALot() async throws {
      // More output than a pipe holds: with a pipe that nothing reads, the program would block.
      try install("#!/bin/sh\nyes 0123456789abcdef0123456789 | head -n 5000; read x || exit 0; exit 5")
      try await open(in: "bin")
    }

    @Test func noProgram() async throws {
      let reason = "There is no xdg-open in PATH. Install xdg-utils, or open the address yourself."
      await #expect(throws: OpenURLError.unavailable(reason: reason, address: Self.address)) { try await open() }
    }

    /// Provides a program that reports its start and waits until `body` returns.
    private func withProgramThatWaits(_ body: (_ hasBegun: () throws -> Void) async throws -> Void) async throws {
      let (begun, end) = (folder.path("begun"), folder.path("end"))
      #expect(mkfifo(begun, 0o600) == 0 && mkfifo(end, 0o600) == 0)
      try install("#!/bin/sh\necho > '\(begun)'; read x < '\(end)'")
      try await body { _ = try FileHandle(forReadingFrom: URL(filePath: begun)).readToEnd() }
      try Data("\n".utf8).write(to: URL(filePath: end))
    }

    @Test func cancellationEndsTheWaitAndNotTheProgram() async throws {
      try await withProgramThatWaits { hasBegun in
        let task = Task { try await open(in: "bin", patience: .never) }
        try hasBegun()
        task.cancel()
        try await task.value
      }
    }

    @Test func aProgramThatBecomesTheBrowserIsNotWaitedFor() async throws {
      try await withProgramThatWaits { hasBegun in
        try await open(in: "bin", patience: .milliseconds(1))
        try hasBegun()
      }
    }

    /// It would say that there is no program.
    @Test func whatIsCancelledBeforeIsNotOpened() async throws {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.cancelAll()
        group.addTask { try await open() }
        try await group.waitForAll()
      }
    }
  }
#endif
