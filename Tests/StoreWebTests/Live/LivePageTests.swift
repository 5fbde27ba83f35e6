import Foundation
import Store
import TestSupport
import Testing

@testable import StoreWeb

/// The page in a browser, on a program that goes on.
@Suite(.ownThreads, .enabled(if: Browser.program != nil, "Chromium is not installed")) final class LivePageTests {
  private let inspector = LiveInspector(program: "Test", access: .control)

  deinit { inspector.stop() }

  private func open() throws -> Browser {
    let browser = try Browser(size: (1400, 900))
    try browser.open(#require(URL(string: try inspector.address ?? inspector.serve())))
    return browser
  }

  @Test func newStepsAreShownToAReaderOfTheLatest() async throws {
    let program = await Program(inspector)
    let browser = try open()
    func follows() throws -> Bool { try browser.evaluate("document.getElementById('live-follow').checked") }
    try browser.wait(forPosition: "Step 0 of 0")
    #expect(try browser.evaluate("location.search", as: String.self) == "", "the token has left the address")
    await program.send(.titleChanged("Milk"))
    try browser.wait(forPosition: "Step 1 of 1")
    #expect(try browser.text("panel-step").contains("Milk"))
    // Longer than a page waits before it puts the step into the address.
    try browser.run("new Promise((done) => setTimeout(done, 300))")
    #expect(try browser.evaluate("location.hash", as: String.self) == "", "the latest step has no number")
    await program.send(.titleChanged("2"))
    try browser.wait(forPosition: "Step 2 of 2")
    try browser.run("location.hash = 'step=1'")
    try browser.wait(forPosition: "Step 1 of 2")
    #expect(try !follows())
    await program.send(.titleChanged("3"))
    try browser.wait(forPosition: "Step 1 of 3")
    try browser.click("last")
    try browser.wait(forPosition: "Step 3 of 3")
    #expect(try follows())
    await program.send(.titleChanged("4"))
    try browser.wait(forPosition: "Step 4 of 4")
    #expect(try browser.evaluate("location.hash", as: String.self) == "")
    try browser.run("history.back()")
    try browser.wait(forPosition: "Step 1 of 4")
    #expect(try !follows())
    try browser.click("last")
    try browser.wait(forPosition: "Step 4 of 4")
    try browser.click("live-follow")
    await program.send(.titleChanged("5"))
    try browser.wait(forPosition: "Step 4 of 5")
    #expect(browser.complaints == [])
  }

  @Test func twoPagesDriveOneProgram() async throws {
    let program = await Program(inspector)
    let first = try open()
    let second = try open()
    for browser in [first, second] { try browser.waitUntilShown("live-send") }
    // A form is made from the type of the action.
    try first.run(
      """
      document.getElementById('live-action').value = 'rowAdded';
      document.getElementById('live-action').dispatchEvent(new Event('input'));
      """
    )
    try first.wait(until: "document.querySelectorAll('#live-fields input').length === 2")
    let names = "[...document.querySelectorAll('#live-fields span')].map((span) => span.textContent)"
    #expect(try first.evaluate(names, as: [String].self) == ["id", "title"])
    try first.run(
      """
      const [id, title] = document.querySelectorAll('#live-fields input');
      id.value = '3'; title.value = 'Eggs "large"';
      document.querySelector('#live-send button').click();
      """
    )
    for browser in [first, second] { try browser.wait(forPosition: "Step 1 of 1") }
    #expect(await program.rows == [3: "Eggs \"large\""])
    await program.send(.titleChanged("Bread"))
    try second.wait(forPosition: "Step 2 of 2")
    // The step that is shown has not been.
    try second.run("location.hash = 'step=1'")
    try second.wait(forPosition: "Step 1 of 2")
    try second.click("live-skip")
    try first.wait(forPosition: "Step 3 of 3")
    #expect(await program.rows == [:])
    #expect(await program.title == "Bread")
    try first.click("live-reset")
    try second.wait(until: "document.getElementById('position').textContent.endsWith('of 3.1')")
    #expect(await program.title == "")
    try first.click("live-commit")
    for browser in [first, second] { try browser.wait(forPosition: "Step 0 of 0") }
    #expect(first.complaints + second.complaints == [])
  }

  @Test func keysInAFieldAreNoCommands() async throws {
    let program = await Program(inspector)
    let browser = try open()
    try browser.waitUntilShown("live-send")
    let typed = "cjkt 0123456 =+-?/"
    try browser.run("document.getElementById('live-action').focus()")
    for character in typed { try browser.press(String(character)) }
    #expect(try browser.evaluate("document.getElementById('live-action').value") == typed)
    #expect(try !browser.evaluate("document.querySelector('dialog[open]') !== null"))
    // What cannot be sent is explained.
    try browser.run("document.getElementById('live-action').value = 'titelChanged \"x\"'")
    try browser.run("document.querySelector('#live-send button').click()")
    try browser.waitUntilShown("live-message")
    #expect(try browser.text("live-message").hasPrefix("unknown action `titelChanged`"))
    #expect(await program.title == "")
  }

  @Test func storesComeAndGo() async throws {
    let browser = try open()
    try browser.wait(until: "document.getElementById('live-status').textContent === 'Connected'")
    var first: Program? = await Program(inspector, name: "First")
    try browser.wait(forPosition: "Step 0 of 0")
    let second = await Program(inspector, name: "Second")
    let options = "[...document.getElementById('live-store').options].map((option) => option.textContent).join()"
    try browser.wait(until: "\(options) === 'First,Second'")
    await first?.send(.titleChanged("A"))
    first = nil
    try browser.wait(until: "\(options) === 'First, ended,Second'")
    #expect(try browser.isHidden("live-send"))
    try browser.run(
      """
      const select = document.getElementById('live-store');
      select.value = '2'; select.dispatchEvent(new Event('change'));
      """
    )
    try browser.waitAcrossLoads(until: "location.search === '?store=2'")
    try browser.wait(forPosition: "Step 0 of 0")
    await second.send(.titleChanged("B"))
    try browser.wait(forPosition: "Step 1 of 1")
    #expect(first == nil)
  }

  @Test func nothingInTheStateIsMarkup() async throws {
    let program = await Program(inspector)
    let browser = try open()
    try browser.wait(forPosition: "Step 0 of 0")
    let texts = [
      "</script><script>document.title = 'hacked'</script>", "<img src=x onerror=\"document.title = 'hacked'\">",
      "\u{202E}\u{0}\u{1B}[2J\u{2028}\r\n\ndata: {}\n\nevent: header", "{{script}}",
      String(repeating: "x", count: 2_000_000),
    ]
    for text in texts { await program.send(.titleChanged(text)) }
    try browser.wait(forPosition: "Step \(texts.count) of \(texts.count)")
    for step in 1...texts.count {
      try browser.run("location.hash = 'step=\(step)'")
      try browser.wait(forPosition: "Step \(step) of \(texts.count)")
    }
    #expect(try browser.evaluate("document.title", as: String.self) == "Test")
    #expect(try browser.evaluate("document.images.length", as: Int.self) == 0)
    #expect(browser.complaints == [])
  }
}

private actor Program {
  private var store: StoreOf<Shopping>?

  init(_ inspector: LiveInspector, name: String = "Shopping") async {
    let store = Store(initialState: Shopping.State(), isolation: self) { Shopping() }
    store.inspect(on: inspector, name: name)
    self.store = store
  }

  func send(_ action: Shopping.Action) { store?.send(action) }
  var title: String? { store?.title }
  var rows: [Int: String]? { store?.rows }
}

private struct Shopping: Reducer {
  struct State: Equatable, Encodable { var title = "", rows: [Int: String] = [:] }
  enum Action: Codable, Sendable { case titleChanged(String), rowAdded(id: Int, title: String) }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .titleChanged(let title): state.title = title
      case .rowAdded(let id, let title): state.rows[id] = title
      }
      return .none
    }
  }
}
