import Store
import TestSupport
import Testing

@testable import StoreInspection

@Reducer
private struct Garden {
  struct Plant: Codable, Identifiable { var id: Int, name: String, isWatered = false }

  struct State: Codable {
    var plants = [Plant(id: 1, name: "Rose"), Plant(id: 2, name: "Rose of Sharon"), Plant(id: 3, name: "Fern")]
    var opened: Int?, draft: String?, appearances = 0, isAsking = false
  }

  enum Action: Codable {
    case newButtonTapped, nameChanged(String), saveButtonTapped, formAppeared
    case rowTapped(id: Int), waterButtonTapped(id: Int), clearButtonTapped, helpButtonTapped, helpClosed
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .newButtonTapped: state.draft = ""
    case .nameChanged(let name): state.draft = name
    case .saveButtonTapped:
      state.plants.append(Plant(id: state.plants.count + 1, name: state.draft ?? ""))
      state.draft = nil
    case .rowTapped(let id): state.opened = id
    case .waterButtonTapped(let id):
      for index in state.plants.indices where state.plants[index].id == id { state.plants[index].isWatered = true }
    case .formAppeared: state.appearances += 1
    case .clearButtonTapped: state.plants = []
    case .helpButtonTapped: state.isAsking = true
    case .helpClosed: state.isAsking = false
    }
    return .none
  }
}

private func gardenScreen(_ state: ObservedState<Garden.State>, _ context: ScreenContext) -> Screen<Garden.Action> {
  if let draft = state.draft {
    var screen = Screen<Garden.Action>("A new plant", width: context.width)
    screen.onAppear("form", .formAppeared)
    screen.line("Name")
    screen.field(text: draft, submit: draft.isEmpty ? nil : .saveButtonTapped) { .nameChanged($0) }
    screen.line([.button("[Save]", draft.isEmpty ? nil : .saveButtonTapped)])
    return screen
  }
  var screen = Screen<Garden.Action>("Plants", width: context.width)
  screen.line("\(state.plants.count) plants")
  screen.button("[New]", key: "n", .newButtonTapped)
  screen.button("[Clear]", asking: "Remove all plants?", .clearButtonTapped)
  screen.command("h", "Help", .helpButtonTapped)
  for plant in state.plants {
    screen.row(id: plant.id, action: .rowTapped(id: plant.id)) { screen in
      screen.line(plant.name, trailing: plant.isWatered ? "watered" : "")
      screen.command("w", "Water", .waterButtonTapped(id: plant.id))
    }
  }
  let help = AlertState<Never>(title: { TextState("Water them") }, actions: { ButtonState { TextState("Fine") } })
  screen.alert(state.isAsking ? help : nil) { _ in .helpClosed }
  return screen
}

@Suite struct ScreenStatementTests {
  private let folder = TemporaryFolder()

  private var program: StoreCommandLine<Garden> {
    var program = StoreCommandLine(of: Garden(), Garden.State(), commands: [.run, .replay])
    program.screen = gardenScreen
    return program
  }

  @Test func aPersonUsesTheScreen() async throws {
    let script = """
      see "3 plants"
      press "New"
      expect appearances == 1
      fill "Name" "Moss"
      press "Enter" in "Name"
      see "4 plants"
      see no "A new plant"
      open "Rose"
      expect opened == 1
      press "Water" in "Fern"
      see "watered"
      let name = "Moss"
      open "\\(name)"
      expect opened == 4
      press "Help"
      press "Fine"
      press "Clear"
      see "0 plants"
      """
    let trace = folder.path("t.jsonl")
    let lines = [
      "   2  press \"New\"\n        newButtonTapped sent by the user\n",
      "        nameChanged \"Moss\" sent by the user\n", "        saveButtonTapped sent by the user\n",
      "        ✓ \"4 plants\" is on the screen\n",
      "        ✓ \"A new plant\" is not on the screen\n", "        answered with yes: Remove all plants?\n",
      "18 steps, 10 actions sent, 0 received, 8 expectations, 0 failed",
    ]
    try await program.play(script: script, ["--trace", trace]).expect(texts: lines)
    // What was pressed is sent again.
    await program.play(["replay", trace]).expect(errors: "")
  }

  @Test(arguments: [
    ("press \"New\"\npress \"Enter\" in \"Name\"", "Enter does nothing in \"Name\"", "there is nothing"),
    ("press \"Svae\"", "there is nothing to press with \"Svae\" on the screen", "there are \"New\", \"Clear\", "),
    ("press \"Ne\"\npress \"Save\"", "with \"Save\" on the screen", "the words are there, but now they are only text"),
    ("press \"Nwe\"", "with \"Nwe\" on the screen", "did you mean \"New\"?"),
    ("press \"Water\"", "\"Water\" is on the screen 3 times", "`press \"Water\" in \"ROW\"` says which"),
    ("press \"Water\" in \"Oak\"", "no row with \"Oak\" can be pressed", "there are \"Rose\", \"Rose of Sharon\""),
    ("open \"Rose o\"\nopen \"R\"", "\"R\" is on the screen 3 times", "\"Rose\", \"Rose of Sharon\", \"Fern\""),
    ("open \"New\"", "there is no row to open with \"New\"", "it is pressed: `press \"New\"`"),
    ("fill \"Name\" \"a\"", "there is no field with \"Name\" on the screen", "there is nothing"),
    ("press \"New\"\npress \"Name\"", "nothing to press with \"Name\"", "it is a field: `fill \"Name\" \"TEXT\"`"),
    ("press \"Help\"\npress \"New\"", "nothing to press with \"New\"", "there are \"Fine\""),
    ("see \"4 plants\"", "\"4 plants\" is not on the screen", "the screen is\n    Plants\n"),
    ("see no \"3 plants\"", "\"3 plants\" is on the screen", "the screen is"),
  ])
  func whatIsNotOnTheScreenIsToldWithWhatIs(_ script: String, _ message: String, _ note: String) async throws {
    try await program.play(script: script).expect(.failed, texts: [message, note])
  }

  @Test(arguments: [
    ("press New", "expected words on the screen in double quotes, found `New`"),
    ("press \" \"", "expected words on the screen in double quotes"),
    ("fill \"Name\"", "expected the text for the field in double quotes, found the end of the line"),
    ("open \"Rose\" in \"Fern\"", "expected the end of the line, found `in`"),
    ("see 3", "expected a text in double quotes, found `3`"),
  ])
  func mistakesAreNamedBeforeAnythingRuns(_ statement: String, _ message: String) async throws {
    let run = try await program.play(script: "press \"New\"\n\(statement)\n")
    run.expect(.wrongInput, output: "")
    run.expect(.wrongInput, texts: ["main.script:2:", message])
  }

  @Test(arguments: ["press \"New\"", "see \"New\"", "fill \"Name\" \"a\"", "open \"Rose\""])
  func aFeatureWithoutAScreenHasNoWords(_ statement: String) async throws {
    var program = program
    program.screen = nil
    let run = try await program.play(script: "send newButtonTapped\n\(statement)\n")
    run.expect(.wrongInput, output: "")
    #expect(run.mistakes == ["main.script:2:1: error: this feature has no screen"])
  }

  @Test func theWordsOfAScreenAreCompleted() {
    let screen = gardenScreen(ObservedState(Garden.State()), ScreenContext())
    #expect(screen.words(for: .press) == ["New", "Clear", "Rose", "Rose of Sharon", "Fern", "Help", "Water"])
    #expect(screen.words(for: .open) == ["Rose", "Rose of Sharon", "Fern"])
    #expect(screen.words(for: .fill) == [])
    var completer = Completer(keywords: ["press"])
    completer.words = { screen.words(for: $0) }
    #expect(completer.complete("press \"N").insertion == "ew\" ")
    #expect(completer.complete("open ").candidates == ["\"Rose\"", "\"Rose of Sharon\"", "\"Fern\""])
  }
}
