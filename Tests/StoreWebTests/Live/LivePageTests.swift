import Dependencies
import Foundation
import Store
import TestSupport
import Testing

@testable import StoreWeb

/// The page in a browser, on a program that goes on.
@Suite(.ownThreads, .enabled(if: Browser.program != nil, "Chromium is not installed"))
struct LivePageTests {
  private let inspector = LiveInspector(program: "Test", access: .control)

  /// Opens the page of a program's stores.
  private func open(_ inspector: LiveInspector, size: (width: Int, height: Int) = (1400, 900)) throws -> Browser {
    let address = try #require(URL(string: try inspector.address ?? inspector.serve()))
    let browser = try Browser(size: size)
    try browser.open(address)
    return browser
  }

  /// Waits until the page, which may be loaded again meanwhile, shows a position.
  private func wait(for position: String, in browser: Browser) throws {
    try wait(until: "document.getElementById('position')?.textContent === '\(position)'", in: browser)
  }

  /// Waits for a condition of a page that may be loaded again meanwhile.
  private func wait(until condition: String, in browser: Browser) throws {
    for _ in 0..<20 {
      do {
        return try browser.wait(until: condition)
      } catch let failure as Browser.Failure {
        // The page in which the condition was looked at is gone.
        guard failure.description.contains("navigated") else { throw failure }
      }
    }
    Issue.record("The page is loaded again and again.")
  }

  private func text(_ id: String, _ browser: Browser) throws -> String {
    try browser.evaluate("document.getElementById('\(id)').textContent")
  }

  @Test func aPageShowsStepsAsTheyCome() async throws {
    let program = await Program(inspector)
    let browser = try open(inspector)
    defer { inspector.stop() }
    try wait(for: "Step 0 of 0", in: browser)
    #expect(try browser.evaluate("location.search", as: String.self) == "", "the token has left the address")
    await program.send(.titleChanged("Milk"))
    try wait(for: "Step 1 of 1", in: browser)
    #expect(try text("panel-step", browser).contains("Milk"))
    try browser.run("document.getElementById('live-follow').click()")
    await program.send(.titleChanged("Bread"))
    try wait(for: "Step 1 of 2", in: browser)
    #expect(browser.complaints == [])
  }

  @Test func newStepsAreShownToAReaderOfTheLatest() async throws {
    let program = await Program(inspector)
    let browser = try open(inspector)
    defer { inspector.stop() }
    func follows() throws -> Bool { try browser.evaluate("document.getElementById('live-follow').checked") }
    try wait(for: "Step 0 of 0", in: browser)
    await program.send(.titleChanged("1"))
    try wait(for: "Step 1 of 1", in: browser)
    // Longer than a page waits before it puts the step into the address.
    try browser.run("new Promise((done) => setTimeout(done, 300))")
    #expect(try browser.evaluate("location.hash", as: String.self) == "", "the latest step has no number")
    await program.send(.titleChanged("2"))
    try wait(for: "Step 2 of 2", in: browser)
    try browser.run("location.hash = 'step=1'")
    try wait(for: "Step 1 of 2", in: browser)
    #expect(try !follows())
    await program.send(.titleChanged("3"))
    try wait(for: "Step 1 of 3", in: browser)
    try browser.run("document.getElementById('last').click()")
    try wait(for: "Step 3 of 3", in: browser)
    #expect(try follows())
    await program.send(.titleChanged("4"))
    try wait(for: "Step 4 of 4", in: browser)
    #expect(try browser.evaluate("location.hash", as: String.self) == "")
    try browser.run("history.back()")
    try wait(for: "Step 1 of 4", in: browser)
    #expect(try !follows())
    #expect(browser.complaints == [])
  }

  @Test func twoPagesDriveOneProgram() async throws {
    let program = await Program(inspector)
    let first = try open(inspector)
    let second = try open(inspector)
    defer { inspector.stop() }
    for browser in [first, second] { try browser.wait(until: "!document.getElementById('live-send').hidden") }
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
    for browser in [first, second] {
      try wait(for: "Step 1 of 1", in: browser)
    }
    #expect(await program.rows == [3: "Eggs \"large\""])
    await program.send(.titleChanged("Bread"))
    try wait(for: "Step 2 of 2", in: second)
    // The step that is shown has not been.
    try second.run("location.hash = 'step=1'")
    try wait(for: "Step 1 of 2", in: second)
    try second.run("document.getElementById('live-skip').click()")
    try wait(for: "Step 3 of 3", in: first)
    #expect(await program.rows == [:])
    #expect(await program.title == "Bread")
    try first.run("document.getElementById('live-reset').click()")
    try second.wait(until: "document.getElementById('position').textContent.endsWith('of 3.1')")
    #expect(await program.title == "")
    try first.run("document.getElementById('live-commit').click()")
    for browser in [first, second] {
      try wait(for: "Step 0 of 0", in: browser)
    }
    #expect(first.complaints + second.complaints == [])
  }

  @Test func aMistakeIsExplained() async throws {
    let program = await Program(inspector)
    let browser = try open(inspector)
    defer { inspector.stop() }
    try browser.wait(until: "!document.getElementById('live-send').hidden")
    try browser.run(
      """
      document.getElementById('live-action').value = 'titelChanged "x"';
      document.querySelector('#live-send button').click();
      """
    )
    try browser.wait(until: "!document.getElementById('live-message').hidden")
    #expect(try text("live-message", browser).hasPrefix("unknown action `titelChanged`"))
    #expect(await program.title == "")
  }

  @Test func keysInAFieldAreNoCommands() async throws {
    let program = await Program(inspector)
    let browser = try open(inspector)
    defer { inspector.stop() }
    try browser.wait(until: "!document.getElementById('live-send').hidden")
    let typed = "cjkt 0123456 =+-?/"
    try browser.run("document.getElementById('live-action').focus()")
    for character in typed { try browser.press(String(character)) }
    #expect(try browser.evaluate("document.getElementById('live-action').value") == typed)
    #expect(try !browser.evaluate("document.querySelector('dialog[open]') !== null"))
    #expect(await program.title == "")
  }

  @Test func storesComeAndGo() async throws {
    let browser = try open(inspector)
    defer { inspector.stop() }
    try browser.wait(until: "document.getElementById('live-status').textContent === 'Connected'")
    var first: Program? = await Program(inspector, name: "First")
    try wait(for: "Step 0 of 0", in: browser)
    let second = await Program(inspector, name: "Second")
    let options = "[...document.getElementById('live-store').options].map((option) => option.textContent).join()"
    try browser.wait(until: "\(options) === 'First,Second'")
    await first?.send(.titleChanged("A"))
    first = nil
    try browser.wait(until: "\(options) === 'First, ended,Second'")
    #expect(try browser.evaluate("document.getElementById('live-send').hidden", as: Bool.self))
    try browser.run(
      """
      const select = document.getElementById('live-store');
      select.value = '2'; select.dispatchEvent(new Event('change'));
      """
    )
    try wait(
      until: "location.search === '?store=2' && document.getElementById('position')?.textContent === 'Step 0 of 0'",
      in: browser
    )
    await second.send(.titleChanged("B"))
    try wait(for: "Step 1 of 1", in: browser)
    #expect(first == nil)
  }

  @Test func nothingInTheStateIsMarkup() async throws {
    let program = await Program(inspector)
    let browser = try open(inspector)
    defer { inspector.stop() }
    try wait(for: "Step 0 of 0", in: browser)
    let texts = [
      "</script><script>document.title = 'hacked'</script>", "<img src=x onerror=\"document.title = 'hacked'\">",
      "\u{202E}\u{0}\u{1B}[2J\u{2028}\r\n\ndata: {}\n\nevent: header", "{{script}}",
      String(repeating: "x", count: 2_000_000),
    ]
    for text in texts { await program.send(.titleChanged(text)) }
    try wait(for: "Step \(texts.count) of \(texts.count)", in: browser)
    for step in 1...texts.count {
      try browser.run("location.hash = 'step=\(step)'")
      try wait(for: "Step \(step) of \(texts.count)", in: browser)
    }
    #expect(try browser.evaluate("document.title", as: String.self) == "Test")
    #expect(try browser.evaluate("document.images.length", as: Int.self) == 0)
    #expect(browser.complaints == [])
  }
}

/// A program with a store.
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
  struct State: Equatable, Encodable {
    var title = ""
    var rows: [Int: String] = [:]
  }
  enum Action: Codable, Sendable {
    case titleChanged(String)
    case rowAdded(id: Int, title: String)
  }

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
