import Foundation
import TestSupport
import Testing

/// The pictures in the documents show the programs as they are.
///
/// If `RECORD_PICTURES` is set in the environment, this suite makes the pictures anew.
@Suite(.ownThreads) struct PictureTests {
  private let folder = TemporaryFolder()
  private static let isRecording = ProcessInfo.processInfo.environment["RECORD_PICTURES"] != nil
  private static let folder = Repository.root.appending(path: "Sources/StoreInspection/Documentation.docc/Resources")

  @Test func theTerminalApp() throws {
    let app = try TerminalProcess(["ui", "--locale", "en"], columns: 80, rows: 22)
    try app.wait(for: "Search:")
    try app.type("/swift", until: "apple/swift")
    let screen = try focusFirstResult(in: app)
    app.type("q")
    #expect(try app.end() == .exited(0))

    let file = Self.folder.appending(path: "terminal.svg")
    let picture = TerminalPicture(screen).svg
    if Self.isRecording { try Data(picture.utf8).write(to: file) }
    #expect(
      try String(contentsOf: file, encoding: .utf8) == picture,
      "The app looks different now. Run this test with RECORD_PICTURES=1, and look at what \(file.path) shows."
    )
  }

  private func focusFirstResult(in app: TerminalProcess) throws -> TerminalEmulator {
    app.type("\u{1B}[B")
    return try app.wait(for: "the focus on the first result") { $0.reversed.hasPrefix("apple/swift") }
  }

  /// What loads while a screen is shown may come sooner or later, so this picture is only made, not compared.
  @Test(
    .enabled(if: isRecording),
    arguments: [("en", "Search:", "terminal-session.svg"), ("ja", "検索:", "terminal-session.ja.svg")]
  )
  func theTerminalAppInMotion(locale: String, field: String, name: String) throws {
    let app = try TerminalProcess(["ui", "--locale", locale], columns: 80, rows: 22)
    let start = try app.wait(for: field)
    let results = try app.type("/swift", until: "apple/swift")
    let focus = try focusFirstResult(in: app)
    let repository = try app.type("\r", until: "[☆")
    let starred = try app.type("s", until: "[★")
    app.type("q")
    #expect(try app.end() == .exited(0))
    let picture = TerminalPicture(start, results, focus, repository, starred)
    try Data(picture.svg.utf8).write(to: Self.folder.appending(path: name))
  }

  /// The pixels of a page depend on the fonts of the machine, so this picture is only made, not compared.
  @Test(.enabled(if: isRecording && Browser.program != nil)) func theReport() throws {
    let trace = folder.path("session.jsonl")
    let page = folder.url.appending(path: "report.html")
    let script = Repository.root.appending(path: "Examples/repositories.script").path
    #expect(try run(["run", script, "--trace", trace]).status == 0)
    #expect(try run(["report", trace, "-o", page.path]).status == 0)

    let browser = try Browser(size: (1240, 720))
    try browser.send("Emulation.setScrollbarsHidden", ["hidden": true])
    try browser.open(page, fragment: "step=7")
    try browser.wait(until: "document.body.innerText.includes('Step 7 of')")
    let answer = try browser.send("Page.captureScreenshot", ["format": "png"])
    let picture = try #require((answer["data"] as? String).flatMap { Data(base64Encoded: $0) })
    try picture.write(to: Self.folder.appending(path: "report.png"))
  }
}
