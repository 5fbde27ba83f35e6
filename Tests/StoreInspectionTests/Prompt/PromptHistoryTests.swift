import Foundation
import TestSupport
import Testing

@testable import StoreInspection

@Suite struct PromptHistoryTests {
  private let folder = TemporaryFolder()

  @Test func linesAreKept() throws {
    let url = folder.url.appending(path: "state/Counter/history")
    var history = PromptHistory(url: url)
    #expect(history.entries == [])
    history.add("send tapped")
    history.add("send tapped")
    history.add("show 日本")
    #expect(history.problem == nil)
    #expect(PromptHistory(url: url).entries == ["send tapped", "show 日本"], "a line that is repeated is kept once")
    let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func twoSessionsAddToTheSameFile() throws {
    let url = folder.url.appending(path: "history")
    var (one, other) = (PromptHistory(url: url), PromptHistory(url: url))
    one.add("a")
    other.add("b")
    one.add("c")
    #expect(PromptHistory(url: url).entries == ["a", "b", "c"])
  }

  @Test func aLongFileIsCut() throws {
    let url = folder.url.appending(path: "history")
    let text = (0..<3000).map { "line \($0)\n" }.joined()
    try folder.write(text, to: "history")
    let history = PromptHistory(url: url)
    #expect(history.entries.count == PromptHistory.limit)
    #expect(history.entries.last == "line 2999")
    #expect(try folder.text("history").hasPrefix("line 2000\n"))
    let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  /// The history of another user's session is nobody's business, not even for the moment in which a file is replaced.
  @Test func aPrivateFileIsPrivateBeforeItReplacesAnother() throws {
    let file = try OutputFile(folder.path("history"), permissions: 0o600)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    let attributes = try FileManager.default.attributesOfItem(
      atPath: folder.url.appending(path: try #require(names.first)).path
    )
    #expect(names.count == 1)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    try file.install()
  }

  @Test func ofAFileThatIsTooLargeTheEndIsRead() throws {
    let url = folder.url.appending(path: "history")
    let long = String(repeating: "x", count: PromptHistory.byteLimit)
    try folder.write("first\n\(long)\n\tsecond line\nlast\n", to: "history")
    let history = PromptHistory(url: url)
    #expect(history.problem == nil)
    #expect(history.entries == ["last"])
    #expect(try folder.text("history") == "last\n")
  }

  @Test func aVeryLongStatementIsNotKept() throws {
    let url = folder.url.appending(path: "history")
    var history = PromptHistory(url: url)
    history.add(String(repeating: "x", count: PromptHistory.entryLimit + 1))
    history.add("show")
    #expect(history.entries == ["show"])
    let written = try folder.text("history")
    #expect(written == "show\n")
  }

  @Test func aPipeInPlaceOfTheFileIsANote() throws {
    let path = folder.path("history")
    #expect(mkfifo(path, 0o600) == 0)
    var history = PromptHistory(url: URL(filePath: path))
    history.add("show")
    #expect(
      history.problem == "the history is not kept: cannot read \(path): it is no regular file; delete it"
    )
  }

  @Test func aFileThatCannotBeReadIsANote() throws {
    let history = PromptHistory(url: folder.url)
    let problem = try #require(history.problem)
    #expect(problem.hasPrefix("the history is not kept: cannot read \(folder.url.path)"), "\(problem)")
    #expect(problem.hasSuffix(": Is a directory"), "\(problem)")
  }

  @Test func aFileThatCannotBeWrittenIsANote() throws {
    let file = folder.url.appending(path: "file")
    try Data().write(to: file)
    var history = PromptHistory(url: file.appending(path: "history"))
    history.add("show")
    #expect(history.entries == ["show"], "the line is there for this session")
    #expect(try #require(history.problem).hasPrefix("the history is not kept: cannot "))
  }

  @Test func bytesThatAreNoTextDoNoHarm() throws {
    let url = folder.url.appending(path: "history")
    try Data([0x61, 0xFF, 0x0A, 0x00, 0x0D, 0x62]).write(to: url)
    #expect(PromptHistory(url: url).entries.last == "b")
  }

  @Test func theDirectoryIsTheUsers() {
    func path(_ environment: [String: String]) -> String {
      PromptHistory.url(program: "Counter", environment: environment).path
    }
    #expect(path(["HOME": "/home/me"]) == "/home/me/.local/state/Counter/history")
    #expect(path(["HOME": "/home/me", "XDG_STATE_HOME": "/state"]) == "/state/Counter/history")
    #expect(path(["HOME": "/home/me", "XDG_STATE_HOME": "relative"]) == "/home/me/.local/state/Counter/history")
    for home in ["", "relative"] {
      #expect(path(["HOME": home]) == NSHomeDirectory() + "/.local/state/Counter/history", "not the current folder")
    }
  }

  @Test(arguments: [
    ("send a {\n  \"x\": 1\n}\n", "send a {\n  \"x\": 1\n}"),
    ("\trepeat 2 {\n\tsend a # why\n\n}", "repeat 2 {\n\tsend a # why\n}"),
    ("show", "show"), ("  show \n", "show "),
  ])
  func aStatementIsBroughtBackAsItWas(_ statement: String, _ entry: String) throws {
    #expect(PromptHistory.entry(of: statement) == entry)
    let url = folder.url.appending(path: "history")
    var history = PromptHistory(url: url)
    for entry in ["before", entry, "after"] { history.add(entry) }
    #expect(PromptHistory(url: url).entries == ["before", entry, "after"])
  }
}
