import Foundation
import TestSupport
import Testing

@testable import StoreInspection

@Suite struct PromptHistoryTests {
  private let folder = TemporaryFolder()

  private func history(_ name: String = "history") -> PromptHistory {
    PromptHistory(url: folder.url.appending(path: name))
  }

  private func permissions(_ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: folder.path(name))[.posixPermissions] as? Int
  }

  @Test func linesAreKept() throws {
    var (one, other) = (history("state/Counter/history"), history("state/Counter/history"))
    #expect(one.entries == [])
    one.add("send tapped")
    one.add("send tapped")
    // Two sessions add to the same file.
    other.add("show 日本")
    one.add(String(repeating: "x", count: PromptHistory.entryLimit + 1))
    one.add("show")
    #expect(one.problem == nil)
    #expect(one.entries == ["send tapped", "show"], "a line that is repeated is kept once, one that is long is not")
    #expect(history("state/Counter/history").entries == ["send tapped", "show 日本", "show"])
    #expect(try permissions("state/Counter/history") == 0o600)
  }

  @Test func aLongFileIsCut() throws {
    try folder.write((0..<3000).map { "line \($0)\n" }.joined(), to: "history")
    let history = history()
    #expect(history.entries.count == PromptHistory.limit)
    #expect(history.entries.last == "line 2999")
    #expect(try folder.text("history").hasPrefix("line 2000\n") && permissions("history") == 0o600)
    let long = String(repeating: "x", count: PromptHistory.byteLimit)
    try folder.write("first\n\(long)\n\tsecond line\nlast\n", to: "history")
    #expect(self.history().entries == ["last"], "of a file that is too large the end is read")
    #expect(try folder.text("history") == "last\n")
    try Data([0x61, 0xFF, 0x0A, 0x00, 0x0D, 0x62]).write(to: folder.url.appending(path: "history"))
    #expect(self.history().entries.last == "b", "bytes that are no text do no harm")
  }

  /// A pipe in place of the file, a folder, and a file where a folder should be.
  @Test func whyNothingIsKeptIsANote() throws {
    #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
    try folder.write("", to: "file")
    for (name, reason) in [
      ("pipe", "cannot read \(folder.path("pipe")): it is not a regular file; delete it"),
      ("", "cannot read \(folder.path("")): Is a directory"), ("file/history", "cannot "),
    ] {
      var history = history(name)
      history.add("show")
      #expect(history.entries == ["show"], "the line is there for this session")
      let problem = try #require(history.problem)
      #expect(problem.hasPrefix("the history is not kept: \(reason)"), "\(problem)")
    }
  }

  /// The history of another user's session is nobody's business, not even for the moment in which a file is replaced.
  @Test func aPrivateFileIsPrivateBeforeItReplacesAnother() throws {
    let file = try OutputFile(folder.path("history"), permissions: 0o600)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(try names.count == 1 && permissions(try #require(names.first)) == 0o600)
    try file.install()
  }

  @Test(arguments: [
    (["HOME": "/home/me"], "/home/me/.local/state"), (["HOME": "/home/me", "XDG_STATE_HOME": "/state"], "/state"),
    (["HOME": "/home/me", "XDG_STATE_HOME": "relative"], "/home/me/.local/state"),
    // It is not the current folder.
    (["HOME": ""], NSHomeDirectory() + "/.local/state"), (["HOME": "relative"], NSHomeDirectory() + "/.local/state"),
  ])
  func theDirectoryIsTheUsers(_ environment: [String: String], _ directory: String) {
    let url = PromptHistory.url(program: "Counter", environment: environment)
    #expect(url.path == directory + "/Counter/history")
  }

  @Test(arguments: [
    ("send a {\n  \"x\": 1\n}\n", "send a {\n  \"x\": 1\n}"),
    ("\trepeat 2 {\n\tsend a # why\n\n}", "repeat 2 {\n\tsend a # why\n}"), ("show", "show"), ("  show \n", "show "),
  ])
  func aStatementIsBroughtBackAsItWas(_ statement: String, _ entry: String) throws {
    #expect(PromptHistory.entry(of: statement) == entry)
    var history = history()
    for entry in ["before", entry, "after"] { history.add(entry) }
    #expect(self.history().entries == ["before", entry, "after"])
  }
}
