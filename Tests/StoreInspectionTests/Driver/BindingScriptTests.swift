import Store
import TestSupport
import Testing

@testable import StoreInspection

@Reducer
struct Registration {
  enum Plan: String, Codable, CaseIterable { case free, team }
  struct Address: Codable, Equatable { var street = "", city = "" }

  @ObservableState
  struct State: Equatable, Encodable {
    var name = ""
    var seats: Int? = 1
    var plan = Plan.free
    var address = Address()
    var wantsMail = false
    var password = ""
    var greeting = ""
  }

  enum Action: BindableAction, Equatable, Codable {
    case binding(BindingAction<State>)
    case greeted(String)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      if case .binding(\.name) = action { return .send(.greeted("Hello, \(state.name)")) }
      if case .greeted(let greeting) = action { state.greeting = greeting }
      return .none
    }
  }

  static var program: StoreCommandLine<Registration> {
    var program = StoreCommandLine(of: Self(), State(), commands: [.run, .replay, .generateTest])
    program.screen = { state, context in
      var screen = Screen<Action>("Registration", width: context.width)
      screen.field("name: ", \.name, of: state, key: "/")
      screen.toggle("send mail", \.wantsMail, of: state, key: "m")
      return screen
    }
    return program
  }
}

struct BindingScriptTests {
  private let folder = TemporaryFolder()

  @Test func aScriptNamesThePropertyAndItsTraceIsReplayed() async throws {
    let script = """
      send binding.name "Blob"
      await greeted
      send binding.seats null
      send binding.plan "team"
      send binding.plan .free
      send binding .plan("team")
      send binding.address {"street": "Main Street", "city": "Springfield"}
      send binding {"wantsMail": true}
      send binding.password "secret word"
      expect name == "Blob"
      expect greeting == "Hello, Blob"
      expect seats == null
      expect plan == "team"
      expect address.city == "Springfield"
      expect wantsMail == true
      fill "name" "Rob"
      see "name: Rob"
      press "send mail"
      see "[ ] send mail"
      expect wantsMail == false
      """
    let trace = folder.path("trace.jsonl")
    try await Registration.program.play(script: script, ["--trace", trace])
      .expect(texts: [#"binding.name "Blob" sent by the user"#, "after binding.name"])
    // The name of the property decides about redaction.
    let text = try folder.text("trace.jsonl")
    #expect(text.contains(#"{"binding":{"_0":{"name":"Blob"}}}"#) && !text.contains("secret word"), "\(text)")
    await Registration.program.play(["replay", trace]).expect(errors: "")
  }

  @Test func aSessionBecomesATest() async throws {
    let script = "send binding.name \"Blob\"\nawait greeted\nsend binding.seats null\nsend binding.plan .team"
    let made = try await SessionToTest.make(script, program: Registration.program)
    let lines = """
          await store.send(.binding(.set(\\.name, "Blob"))) { $0.name = "Blob" }
          await store.receive(.greeted("Hello, Blob")) { $0.greeting = "Hello, Blob" }
          await store.send(.binding(.set(\\.seats, nil))) { $0.seats = nil }
          await store.send(.binding(.set(\\.plan, .team))) { $0.plan = .team }
      """
    made.expect(texts: ["Registration: the trace is redacted: what was under `password` is not in it\n", lines])
  }

  @Test(arguments: [
    ("send binding.nme \"a\"", "unknown action `nme`", "did you mean `name`?"),
    ("send binding.name 3", "expected String, found 3", "1:19"), ("send binding.name", "expected String", "1:18"),
    ("send binding.plan .tem", "unknown case `tem`", "did you mean `team`?"),
    ("send binding {\"name\": \"a\", \"seats\": 1}", "A binding names one property that it writes", "1:14"),
  ])
  func mistakesAreNamed(_ statement: String, _ message: String, _ note: String) async throws {
    try await Registration.program.play(script: statement).expect(.wrongInput, texts: [message, note])
  }

  @Test func whatCanBeWrittenIsCompleted() {
    func shape(_ path: String...) -> TypeProbe.Shape { TypeProbe.shape(of: Registration.Action.self, at: path) }
    #expect(shape("binding") == .cases(["name", "seats", "plan", "address", "wantsMail", "password", "greeting"]))
    #expect(shape("binding", "plan") == .literals([.string("free"), .string("team")]))
    #expect(shape("binding", "address").template?.description == #"{"street": "", "city": ""}"#)
  }
}
