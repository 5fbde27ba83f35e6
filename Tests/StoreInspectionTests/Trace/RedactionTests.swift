import Dependencies
import DependenciesMacros
import Foundation
import Store
import TestSupport
import Testing

@testable import StoreInspection
@testable import StoreTrace

/// Secrets are neither in traces nor in what is made of traces, wherever they come from.
struct RedactionTests {
  private let folder = TemporaryFolder()
  private static let secrets = ["hunter2", "t0ps3cret"]

  @Test func secretsAreNowhere() async throws {
    let trace = folder.path("trace.jsonl")
    let record = try await run(
      ["run", "-", "--trace", trace, "--redact", "Hint"],
      script: """
        send logInTapped(user: "blob", password: "hunter2")
        section "Again as hunter2"
        send logInTapped(user: "", password: "hunter2")
        send logInTapped(user: "nobody", password: "hunter2")
        send renewTapped {"user": "blob", "password": "hunter2"}
        send hintChanged "hunter2"
        send passwordAdded "hunter2"
        send passwordRemoved "hunter2"
        """
    )
    #expect(record.status == 0, "\(record.errors)")
    let text = try folder.text("trace.jsonl")
    for secret in Self.secrets { #expect(!text.contains(secret), "\(text)") }
    #expect(text.contains(#""dependency":"vaultClient.logIn","arguments":["blob","[redacted]"]"#), "\(text)")
    #expect(text.contains(#""dependency":"vaultClient.renew","arguments":[{"user":"blob","password":"[redacted]"}]"#))
    #expect(text.contains(#"/passwordCounts","value":{"[redacted]":0}"#), "keys: \(text)")
    // Text that is not secret is kept.
    #expect(text.contains(#""name":"blob""#), "\(text)")
    #expect(text.contains(#""name":"[redacted]","location""#), "the name of an effect: \(text)")
    #expect(text.contains(#""cancellationIDs":["[redacted]"]"#), "\(text)")
    #expect(text.contains(#""name":"Renew [redacted]""#), "a name without a label: \(text)")
    #expect(text.contains(#""title":"Again as [redacted]""#), "\(text)")
    #expect(text.contains(#""value":{"password":"[redacted]"},"description":"[redacted]"}"#), "an error: \(text)")

    let replay = try await run(["replay", trace])
    #expect(replay.status == 0, "\(replay.errors)")
    let report = try await run(["report", trace, "-o", folder.path("report.html")])
    #expect(report.status == 0, "\(report.errors)")
    let page = try folder.text("report.html")
    for secret in Self.secrets { #expect(!page.contains(secret)) }
  }

  @Test(arguments: [
    ("Load page 1 of swift", ["swift"], "Load page 1 of [redacted]"),
    ("swiftly, swift", ["swift"], "[redacted]ly, [redacted]"),
    ("a cat ate a", ["a"], "[redacted] cat ate [redacted]"),
    ("Load ab of abc", ["ab", "abc"], "Load [redacted] of [redacted]"),
    ("「東京都」を検索", ["東京都庁", "東京都"], "「[redacted]」を検索"), ("nothing", ["", "no"], "nothing"),
    ("(a+b)(a+b)", ["(a+b)"], "[redacted][redacted]"), ("", ["x"], ""),
  ])
  func textsThatWereRedactedAreFound(_ text: String, _ secrets: [String], _ expected: String) {
    var texts = RedactedTexts()
    texts.insert(from: .object([.init(name: "password", value: .array(secrets.map(JSONValue.string)))]), .standard)
    #expect(texts.hidden(in: text) == expected)
  }

  /// Whoever reads the trace would find it there. What replays it compares with the same texts.
  @Test func secretsWithinLongerTexts() async throws {
    let trace = folder.path("trace.jsonl")
    var state = Vault.State()
    state.attempt = Vault.Credentials(user: "blob", password: "0ldpass")
    state.notice = "Until now it was 0ldpass."
    let script = """
      send attemptRepeated
      send passwordExplained("hunter2/é")
      send codeMade
      send linkOpened("https://vault.example/0ldpass?key=hunter2%2F%C3%A9&page=2")
      send renewTapped {"user": "blob hunter2/é", "password": "hunter2/é"}
      send hintChanged "no secret"
      """
    let record = try await run(["run", "-", "--trace", trace], state, script: script)
    #expect(record.status == 0, "\(record.errors)")
    let text = try folder.text("trace.jsonl")
    for secret in ["hunter2", "0ldpass", "4711", "%2F"] { #expect(!text.contains(secret), "\(text)") }
    #expect(text.contains(#""notice":"Until now it was [redacted].""#), "the start: \(text)")
    #expect(text.contains(#""value":"From now on it is [redacted].""#), "\(text)")
    #expect(text.contains(#""value":"The code is [redacted].""#), "\(text)")
    #expect(text.contains(#""https://vault.example/%5Bredacted%5D?key=%5Bredacted%5D&page=2""#), "\(text)")
    #expect(text.contains(#""arguments":[{"user":"blob [redacted]","password":"[redacted]"}]"#), "\(text)")
    #expect(text.contains(#""value":"no secret""#), "\(text)")

    let replay = try await run(["replay", trace], state)
    #expect(replay.status == 0, "\(replay.errors)")
    let skipping = try await run(["replay", trace, "--skip", "6"], state)
    #expect(!(skipping.output + skipping.errors).contains("0ldpass"), "\(skipping.output)\(skipping.errors)")
    // A difference that is none of redaction is still one.
    try text.replacing("From now on", with: "Since then").write(toFile: trace, atomically: true, encoding: .utf8)
    let different = try await run(["replay", trace], state)
    #expect(different.status == 1)
    #expect(different.errors.contains("Since then it is [redacted]."), "\(different.errors)")
    #expect(!different.errors.contains("0ldpass"), "\(different.errors)")
  }

  @Test func aTestOfASessionWithSecretsWithinLongerTexts() async throws {
    let trace = folder.path("trace.jsonl")
    let script =
      #"send passwordExplained("hunter2")"# + "\n" + #"send renewTapped {"user": "hunter2", "password": "hunter2"}"#
    #expect(try await run(["run", "-", "--trace", trace], script: script).status == 0)
    let made = try await run(["generate-test", trace])
    #expect(made.status == 0, "\(made.errors)")
    #expect(made.output.contains(#"$0.notice = "From now on it is [redacted].""#), "\(made.output)")
    #expect(!made.output.contains("hunter2"), "\(made.output)")
  }

  @Test(arguments: [
    (JSONValue.integer(1234), "Log in as 1234, 12345 and a1234", "Log in as [redacted], 12345 and a1234"),
    (.integer(-1234), "-1234 (1234)", "-[redacted] ([redacted])"), (.unsigned(.max), "\(UInt64.max)", "[redacted]"),
    (.number(1234.5), "pin(1234.5)", "pin([redacted])"),
    (.number(1234), "1234 or 1234.0", "[redacted] or [redacted]"),
    (.array([.integer(1234), .string("1234")]), "12345", "[redacted]5"),
    (.array([.string("1234"), .integer(1234)]), "12345", "[redacted]5"), (.integer(12), "page 12", "page 12"),
    (.bool(true), "true", "true"),
  ])
  func numbersThatWereRedactedAreFoundAsWholeWords(_ secret: JSONValue, _ text: String, _ expected: String) {
    var texts = RedactedTexts()
    texts.insert(from: .object([.init(name: "password", value: secret)]), .standard)
    #expect(texts.hidden(in: text) == expected)
  }

  /// They may be there from the beginning, or be made by a reducer.
  @Test func secretsOfTheStateAreHiddenInNamesAndTitles() async throws {
    let trace = folder.path("trace.jsonl")
    var state = Vault.State()
    state.attempt = Vault.Credentials(user: "blob", password: "hunter2")
    let record = try await run(
      ["run", "-", "--trace", trace],
      state,
      script: """
        section "Again as hunter2"
        send attemptRepeated
        send codeMade
        section "The code is 4711"
        """
    )
    #expect(record.status == 0, "\(record.errors)")
    let text = try folder.text("trace.jsonl")
    for secret in ["hunter2", "4711"] { #expect(!text.contains(secret), "\(text)") }
    #expect(text.contains(#""title":"Again as [redacted]""#), "\(text)")
    #expect(text.contains(#""name":"Repeat as [redacted]""#), "\(text)")
    #expect(text.contains(#""name":"Send [redacted]""#), "\(text)")
    #expect(text.contains(#""cancellationIDs":["Int.[redacted]"]"#), "\(text)")
    #expect(text.contains(#""title":"The code is [redacted]""#), "\(text)")
  }

  @Test(arguments: [
    (#"{"passwords":{"[redacted]":null,"[redacted 2]":null}}"#, ["passwords"]),
    (#"{"passwords":{"0":null}}"#, ["passwords"]),
    (#"{"password":{"value":null}}"#, []), (#"{"password":{}}"#, []), (#"{"password":""}"#, ["password"]),
  ])
  func namesOfWhatWasRedacted(_ text: String, _ expected: [String]) throws {
    var names: Set<String> = []
    Redaction.standard.addNames(in: try JSONParser.parse(SourceText(name: "test", text: text)).value, to: &names)
    #expect(names.sorted() == expected)
  }

  /// An action that can't be encoded is recorded by its description.
  @Test func anActionThatCannotBeEncoded() async throws {
    let trace = folder.path("trace.jsonl")
    let record = try await run(
      ["run", "-", "--trace", trace],
      script: #"send oddTapped(password: "hunter2")"#
    )
    #expect(record.status == 0, "\(record.errors)")
    let text = try folder.text("trace.jsonl")
    #expect(text.contains(#""name":"[redacted]","action":null"#), "\(text)")
    #expect(!text.contains("hunter2"), "\(text)")
  }

  @Test func aTestSaysThatItIsRedacted() async throws {
    let trace = folder.path("trace.jsonl")
    let script = #"send logInTapped(user: "blob", password: "hunter2")"# + "\n"
    _ = try await run(["run", "-", "--trace", trace], script: script)
    let made = try await run(["generate-test", trace])
    #expect(made.status == 0, "\(made.errors)")
    #expect(
      made.errors == """
        Vault: the trace is redacted: what was under `password` and `token` is not in it
          The test has `[redacted]`, 0, `false` or the like in these places.

        """
    )
    #expect(
      made.output.contains(
        "made a test by `Vault generate-test`.\n/// What was under `password` and `token` was redacted when it was recorded.\n"
      ),
      "\(made.output)"
    )
    for secret in Self.secrets { #expect(!made.output.contains(secret), "\(made.output)") }

    _ = try await run(["run", "-", "--trace", trace], script: "send nothingTapped\n")
    #expect(try await run(["generate-test", trace]).errors == "")
  }

  @Test(arguments: [
    ("LogIn(user: \"a\", password: \"b\")", true), ("https://example.com?q=1&access_token=b", true),
    ("[\"Authorization\" : \"Bearer b\"]", true), ("setToken(1)", true), ("passwordless login", false),
    ("CancelID.token", false), ("a: token", false),
  ])
  func texts(text: String, isRedacted: Bool) {
    #expect(Redaction.standard.apply(toText: text) == (isRedacted ? "[redacted]" : text))
  }

  private func run(
    _ arguments: [String],
    _ state: Vault.State = Vault.State(),
    script: String = ""
  ) async throws -> Run {
    var program = StoreCommandLine(of: Vault(), state, commands: [.run, .replay, .report, .generateTest])
    program.recordedEndpoints = [
      .endpoint(\.vaultClient.logIn, "vaultClient.logIn(user:password:)"),
      .endpoint(\.vaultClient.renew, "vaultClient.renew(credentials:)"),
    ]
    try folder.write(script, to: "vault.script")
    return await program.play(arguments.map { $0 == "-" ? folder.path("vault.script") : $0 })
  }
}

/// A feature with a secret in every possible place.
@Reducer
struct Vault {
  struct State: Equatable, Encodable {
    var attempt: Credentials?
    var session: Session?
    var failureCount = 0
    var hint = ""
    var notice = ""
    var link: URL?
    var passwordCounts: [String: Int] = [:]
    var passwordCode: Int?
  }

  struct Credentials: Codable, Equatable, Hashable {
    var user: String
    var password: String
  }

  struct Session: Codable, Equatable {
    var name: String
    var token: String
  }

  enum Action: Equatable, Codable {
    case logInTapped(user: String, password: String)
    case renewTapped(Credentials)
    case loggedIn(Session)
    case failed
    case hintChanged(String)
    case passwordExplained(String)
    case linkOpened(URL)
    case passwordAdded(String)
    case passwordRemoved(String)
    case oddTapped(password: Odd)
    case attemptRepeated
    case codeMade
    case nothingTapped
  }

  /// Can be decoded but not encoded.
  struct Odd: Codable, Equatable {
    var text: String

    init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }

    func encode(to encoder: any Encoder) throws { throw Plain(password: text) }
  }

  /// An error that is recorded as JSON.
  struct Refused: Error, Codable { var password: String }
  /// An error that is recorded as text.
  struct Plain: Error { var password: String }

  @Dependency(\.vaultClient) private var client

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .logInTapped(let user, let password):
        let credentials = Credentials(user: user, password: password)
        state.attempt = credentials
        return .run(name: "log in, password: \(password)") { [client] send in
          do {
            await send(.loggedIn(try await client.logIn(user, password)))
          } catch {
            await send(.failed)
          }
        }
        .cancellable(id: credentials)
      case .renewTapped(let credentials):
        return .run(name: "Renew \(credentials.password)") { [client] send in
          await send(.loggedIn(try await client.renew(credentials)))
        }
      case .loggedIn(let session): state.session = session
      case .failed: state.failureCount += 1
      case .hintChanged(let hint): state.hint = hint
      case .passwordExplained(let password): state.notice = "From now on it is \(password)."
      case .linkOpened(let url): state.link = url
      case .passwordAdded(let password): state.passwordCounts[password, default: 0] += 1
      case .passwordRemoved(let password): state.passwordCounts[password] = nil
      case .attemptRepeated: return .run(name: "Repeat as \(state.attempt?.password ?? "")") { _ in }
      case .codeMade:
        let code = 4711
        state.passwordCode = code
        state.notice = "The code is \(code)."
        return .run(name: "Send \(code)") { _ in }.cancellable(id: code)
      case .oddTapped, .nothingTapped: break
      }
      return .none
    }
  }
}

@DependencyClient
struct VaultClient: Sendable {
  var logIn: @Sendable (_ user: String, _ password: String) async throws -> Vault.Session
  var renew: @Sendable (_ credentials: Vault.Credentials) async throws -> Vault.Session
}

extension VaultClient: DependencyKey {
  static let liveValue = mockValue
  static let mockValue = Self(
    logIn: { user, password in
      if user.isEmpty { throw Vault.Refused(password: password) }
      if user == "nobody" { throw Vault.Plain(password: password) }
      return Vault.Session(name: user, token: "t0ps3cret")
    },
    renew: { Vault.Session(name: $0.user, token: "t0ps3cret") }
  )
  static let testValue = Self()
}

extension DependencyValues {
  var vaultClient: VaultClient {
    get { self[VaultClient.self] }
    set { self[VaultClient.self] = newValue }
  }
}
