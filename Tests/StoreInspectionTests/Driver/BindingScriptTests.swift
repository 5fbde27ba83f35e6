import Dependencies
import Foundation
import Store
import StoreTesting
import TestSupport
import Testing

@testable import StoreInspection
@testable import StoreTrace

/// A feature whose properties are written through bindings.
@Reducer
struct Registration {
  enum Plan: String, Codable, CaseIterable { case free, team }

  struct Address: Codable, Equatable {
    var street = ""
    var city = ""
  }

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
      switch action {
      case .binding(\.name): return .send(.greeted("Hello, \(state.name)"))
      case .binding: return .none
      case .greeted(let greeting):
        state.greeting = greeting
        return .none
      }
    }
  }

  static var program: StoreCommandLine<Registration> {
    StoreCommandLine(of: Registration(), Registration.State(), commands: [.run, .replay, .generateTest])
  }

  static func screen(_ state: ObservedState<State>, _ context: ScreenContext) -> Screen<Action> {
    var screen = Screen<Action>("Registration", width: context.width)
    screen.field("name: ", \.name, of: state, key: "/")
    screen.toggle("send mail", \.wantsMail, of: state, key: "m")
    return screen
  }
}

struct BindingScriptTests {
  private let folder = TemporaryFolder()

  private func play(_ script: String) async throws -> Run {
    try folder.write(script, to: "script")
    var run = await Registration.program.play(["run", folder.path("script"), "--trace", folder.path("trace.jsonl")])
    run.errors = run.errors.replacing(folder.path("script"), with: "script")
    return run
  }

  private static let script = """
    send binding.name "Blob"
    await greeted
    send binding.seats 3
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
    """

  @Test func scriptsNameTheProperty() async throws {
    let run = try await play(Self.script)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains(#"binding.name "Blob" sent by the user"#), "\(run.output)")
    #expect(run.output.contains("after binding.name"))
  }

  @Test func aTraceIsReplayed() async throws {
    _ = try await play(Self.script)
    let text = try folder.text("trace.jsonl")
    #expect(text.contains(#"{"binding":{"_0":{"name":"Blob"}}}"#), "\(text)")
    // The name of the property decides about redaction.
    #expect(!text.contains("secret word"))
    let replay = await Registration.program.play(["replay", folder.path("trace.jsonl")])
    #expect(replay.status == 0, "\(replay.errors)\(replay.output)")
  }

  @Test func aSessionBecomesATest() async throws {
    let script = """
      send binding.name "Blob"
      await greeted
      send binding.seats null
      send binding.plan .team
      send binding.address {"street": "Main Street", "city": "Springfield"}
      """
    let made = try await SessionToTest.make(script, program: Registration.program)
    #expect(made.errors.hasPrefix("Registration: the trace is redacted: what was under `password` is not in it\n"))
    #expect(made.status == 0)
    #expect(
      made.output.contains(
        """
            await store.send(.binding(.set(\\.name, "Blob"))) { $0.name = "Blob" }
            await store.receive(.greeted("Hello, Blob")) { $0.greeting = "Hello, Blob" }
            await store.send(.binding(.set(\\.seats, nil))) { $0.seats = nil }
            await store.send(.binding(.set(\\.plan, .team))) { $0.plan = .team }
        """
      ),
      "\(made.output)"
    )
  }

  /// The test that `generate-test` makes of a session compiles and passes.
  @Test func theTestThatItBecomes() async {
    let store = TestStore(initialState: Registration.State()) {
      Registration()
    }
    await store.send(.binding(.set(\.name, "Blob"))) { $0.name = "Blob" }
    await store.receive(.greeted("Hello, Blob")) { $0.greeting = "Hello, Blob" }
    await store.send(.binding(.set(\.seats, nil))) { $0.seats = nil }
    await store.send(.binding(.set(\.plan, .team))) { $0.plan = .team }
  }

  @Test(arguments: [
    ("send binding.nme \"a\"", "unknown action `nme`", "did you mean `name`?"),
    ("send binding.name 3", "expected String, found 3", "1:19"),
    ("send binding.name", "expected String", "1:18"),
    ("send binding.plan .tem", "unknown case `tem`", "did you mean `team`?"),
    ("send binding {\"name\": \"a\", \"seats\": 1}", "A binding names one property that it writes", "1:14"),
  ])
  func mistakesAreNamed(_ statement: String, _ message: String, _ note: String) async throws {
    let run = try await play(statement)
    #expect(run.status == 2)
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(run.errors.contains(note), "\(run.errors)")
  }

  @Test func whatCanBeWrittenIsCompleted() {
    typealias Action = Registration.Action
    let names = ["name", "seats", "plan", "address", "wantsMail", "password", "greeting"]
    #expect(TypeProbe.shape(of: Action.self, at: ["binding"]) == .cases(names))
    #expect(TypeProbe.shape(of: Action.self, at: ["binding", "name"]) == .literals([.string("")]))
    #expect(
      TypeProbe.shape(of: Action.self, at: ["binding", "plan"]) == .literals([.string("free"), .string("team")])
    )
    #expect(
      TypeProbe.shape(of: Action.self, at: ["binding", "address"])
        == .object([
          TypeProbe.Member(name: "street", shape: .literals([.string("")])),
          TypeProbe.Member(name: "city", shape: .literals([.string("")])),
        ])
    )
  }

  @MainActor @Test func screensHaveFieldsForThem() throws {
    let store = Store(initialState: Registration.State(name: "Blob")) { Registration() }
    let context = ScreenContext(calendar: Calendar(identifier: .gregorian), now: .distantPast)
    let screen = Registration.screen(ObservedState(store), context)
    #expect(screen.text.contains("name: Blob\n[ ] send mail"))
    let controls = screen.lines.flatMap(\.controls)
    guard case .field(let field)? = controls.first?.content, case .button(let toggle)? = controls.last?.content else {
      Issue.record("There are no controls.")
      return
    }
    store.send(field.edit("Rob"))
    store.send(toggle)
    #expect(store.state == Registration.State(name: "Rob", wantsMail: true, greeting: "Hello, Rob"))
    #expect(Registration.screen(ObservedState(store), context).text.contains("name: Rob\n[x] send mail"))
  }
}
