import Dependencies
import Foundation
import Store
import TestSupport
import Testing

@testable import StoreInspection
@testable import StoreTrace

/// Secrets are neither in traces nor in what is made of traces, wherever they come from.
struct RedactionTests {
  private let folder = RecordingFolder(Vault.program())

  private func record(_ script: String, from state: Vault.State = Vault.State()) async throws -> String {
    folder.program = Vault.program(state)
    try await folder.record(script, "--redact", "Hint", "--redact", "pin").expect(errors: "")
    return try folder.text()
  }

  /// Whoever reads the trace would also find them within longer texts. What replays it compares with the same texts.
  @Test func secretsAreNowhere() async throws {
    let attempt = Vault.Credentials(user: "blob", password: "0ldpass")
    let state = Vault.State(attempt: attempt, notice: "Until now it was 0ldpass.")
    let text = try await record(
      """
      section "Again as 0ldpass"
      send attemptRepeated
      send logInTapped(user: "blob", password: "hunter2/é")
      send logInTapped(user: "", password: "hunter2/é")
      send logInTapped(user: "nobody", password: "hunter2/é")
      send renewTapped {"user": "blob hunter2/é", "password": "hunter2/é"}
      send hintChanged "hunter2/é"
      send passwordAdded "hunter2/é"
      send passwordRemoved "hunter2/é"
      send passwordExplained("hunter2/é")
      send codeMade
      section "The code is 4711"
      send linkOpened("https://vault.example/0ldpass?key=hunter2%2F%C3%A9&page=2")
      send noticeChanged "no secret"
      """,
      from: state
    )
    for part in [
      #""redacted":["token","authorization","password","motto","hint","pin"]"#,
      // Arguments of calls, an error, and values of all kinds, which they keep.
      #""dependency":"vaultClient.logIn","arguments":["blob","[redacted]"]"#,
      #""dependency":"vaultClient.renew","arguments":[{"user":"blob [redacted]","password":"[redacted]"}]"#,
      #""value":{"password":"[redacted]"},"description":"[redacted]"}"#,
      #""token":{"value":"[redacted]","expires":"1970-01-01T00:00:00Z","id":"00000000-0000-0000-0000-000000000000","#
        + #""uses":0,"isFresh":false}"#,
      // The keys of a dictionary.
      #"/passwordCounts","value":{"[redacted]":0}"#,
      // Text that is not secret is kept.
      #""name":"blob""#, #""value":"no secret""#,
      // The names of effects, with a label and without, what cancels them, and titles.
      #""name":"[redacted]","location""#, #""cancellationIDs":["[redacted]"]"#, #""name":"Renew [redacted]""#,
      #""name":"Repeat as [redacted]""#, #""title":"Again as [redacted]""#,
      // What a reducer has made.
      #""name":"Send [redacted]""#, #""cancellationIDs":["Int.[redacted]"]"#, #""title":"The code is [redacted]""#,
      #""value":"The code is [redacted].""#,
      // Longer texts and addresses.
      #""notice":"Until now it was [redacted].""#, #""value":"From now on it is [redacted].""#,
      #""https://vault.example/%5Bredacted%5D?key=%5Bredacted%5D&page=2""#,
    ] { #expect(text.contains(part), "\(text)") }
    await folder.replay().expect(errors: "")
    await folder.run("report", folder.trace, "-o", folder.path("report.html")).expect(errors: "")
    // A difference that is none of redaction is still one.
    let different = try await folder.replay(replacing: "From now on", with: "Since then")
    different.expect(.failed, texts: ["Since then it is [redacted]."])
    let skipping = await folder.replay("--skip", "2")
    let readers = try [folder.text("report.html"), different.errors, skipping.output + skipping.errors]
    for secret in ["hunter2", "%2F", "0ldpass", "4711", "t0ps3cret", "2031-05", "11111111", "314159265358"] {
      for text in [text] + readers { #expect(!text.contains(secret), "\(text)") }
    }
    // An action that can't be encoded is recorded by its description.
    let odd = try await record(#"send oddTapped(password: "hunter2")"#)
    #expect(odd.contains(#""name":"[redacted]","action":null"#) && !odd.contains("hunter2"), "\(odd)")
  }

  /// Nothing of what it is given and answers is in the trace, and its answers are hidden in other texts, too.
  @Test func callsOfAnEndpointWhoseNameIsThatOfASecret() {
    let sink = RecordList()
    let recorder = TraceRecorder([sink], redaction: .standard, start: .null, time: nil)
    let refusal = RecordedError(Fetcher.Failure(reason: "b2-b2")).json
    recorder.call(effect: 3, "client.signToken", arguments: [.string("a1-a1")], outcome: .result(.string("c3-c3")))
    recorder.call(effect: nil, "client.setToken", arguments: [.integer(7)], outcome: .error(refusal))
    recorder.call(effect: nil, "client.dropToken", arguments: [], outcome: .error(.string("d4-d4")))
    recorder.section("After c3-c3")
    let lines = sink.lines
    #expect(lines[0].contains(#""effect":3,"dependency":"client.signToken","arguments":["[redacted]"]"#), "\(lines)")
    #expect(lines[0].contains(#""result":"[redacted]""#) && lines[1].contains(#""arguments":[0]"#), "\(lines)")
    #expect(lines[1].contains(#""value":{"reason":"[redacted]"},"description":"[redacted]"}"#), "\(lines)")
    #expect(lines[2].contains(#""error":"[redacted]""#) && lines[3].contains("After [redacted]"), "\(lines)")
    for secret in ["a1-a1", "b2-b2", "c3-c3", "d4-d4"] { #expect(!lines.joined().contains(secret), "\(lines)") }
  }

  private final class RecordList: TraceSink {
    private let texts = Locked<[String]>([])
    var failure: FileError? { nil }
    var lines: [String] { texts.withLock { $0 } }

    func write(_ record: TraceRecord) {
      var bytes: [UInt8] = []
      record.write(to: &bytes)
      let text = String(decoding: bytes, as: UTF8.self)
      texts.withLock { $0.append(text) }
    }
  }

  @Test func aTestSaysThatItIsRedacted() async throws {
    let run = try await folder.record(#"send passwordExplained("hunter2")"#)
    run.expect(texts: ["hunter2"])
    #expect(try !folder.text().contains("hunter2"), "only the trace is redacted")
    let made = await folder.run("generate-test", folder.trace)
    let message = """
      Vault: the trace is redacted: what was under `passwordExplained` is not in it
        The test has `[redacted]`, 0, `false` or the like in these places.

      """
    made.expect(errors: message)
    let note = "/// What was under `passwordExplained` was redacted when it was recorded.\n"
    made.expect(texts: ["made a test by `Vault generate-test`.\n\(note)"])
    #expect(!made.output.contains("hunter2"), "\(made.output)")
    try await folder.record("send nothingTapped\n").expect(errors: "")
    await folder.run("generate-test", folder.trace).expect(errors: "")
  }

  @Test(arguments: [
    ("Authorization", true), ("X-API-TOKEN", true), ("oldPasswordHash", true), ("новыйПароль", true), ("", false),
    ("tok", false), ("author", false), ("pass word", false), ("токен", false),
  ])
  func namesOfSecrets(_ name: String, _ isSecret: Bool) {
    #expect(Redaction(Redaction.standardWords + ["Пароль", ""]).matches(name) == isSecret)
    #expect(!Redaction.none.matches(name))
  }

  @Test(arguments: [
    (#"{"passwords":{"[redacted]":null,"[redacted 2]":null}}"#, ["passwords"]),
    (#"{"passwords":{"0":null}}"#, ["passwords"]),
    (#"{"password":{"value":null}}"#, []), (#"{"password":{}}"#, []), (#"{"password":""}"#, ["password"]),
  ])
  func namesOfWhatWasRedacted(_ text: String, _ expected: [String]) throws {
    var names: Set<String> = []
    Redaction.standard.addNames(in: try JSONValue.parsed(text), to: &names)
    #expect(names.sorted() == expected)
  }

  @Test(arguments: [
    ("LogIn(user: \"a\", password: \"b\")", true), ("https://example.com?q=1&access_token=b", true),
    ("[\"Authorization\" : \"Bearer b\"]", true), ("setToken(1)", true), ("passwordless login", false),
    ("CancelID.token", false), ("a: token", false),
  ])
  func textsWithLabels(text: String, isRedacted: Bool) {
    #expect(Redaction.standard.apply(toText: text) == (isRedacted ? "[redacted]" : text))
  }

  /// Secrets, as JSON, and a text that contains them. Short texts and numbers are found as whole words only.
  @Test(arguments: [
    (#"["swift"]"#, "Load page 1 of swift", "Load page 1 of [redacted]"),
    (#"["swift"]"#, "swiftly, swift", "[redacted]ly, [redacted]"),
    (#"["a"]"#, "a cat ate a", "[redacted] cat ate [redacted]"),
    (#"["ab", "abc"]"#, "Load ab of abc", "Load [redacted] of [redacted]"),
    (#"["東京都庁", "東京都"]"#, "「東京都」を検索", "「[redacted]」を検索"), (#"["", "no"]"#, "nothing", "nothing"),
    (#"["(a+b)"]"#, "(a+b)(a+b)", "[redacted][redacted]"), (#"["x"]"#, "", ""),
    ("1234", "Log in as 1234, 12345 and a1234", "Log in as [redacted], 12345 and a1234"),
    ("-1234", "-1234 (1234)", "-[redacted] ([redacted])"), ("18446744073709551615", "\(UInt64.max)", "[redacted]"),
    ("1234.5", "pin(1234.5)", "pin([redacted])"), ("1234.0", "1234 or 1234.0", "[redacted] or [redacted]"),
    (#"[1234, "1234"]"#, "12345", "[redacted]5"), (#"["1234", 1234]"#, "12345", "[redacted]5"),
    ("12", "page 12", "page 12"), ("true", "true", "true"),
  ])
  func whatWasRedactedIsFoundInTexts(_ secrets: String, _ text: String, _ expected: String) throws {
    var texts = RedactedTexts()
    texts.insert(from: .object([.init(name: "password", value: try JSONValue.parsed(secrets))]), .standard)
    #expect(texts.hidden(in: text) == expected)
  }
}

/// A feature with a secret in every possible place.
@Reducer
struct Vault {
  struct State: Equatable, Encodable {
    var attempt: Credentials?
    var session: Session?
    var failureCount = 0, hint = "", notice = ""
    var link: URL?
    var passwordCounts: [String: Int] = [:], passwordCode: Int?
  }

  struct Credentials: Codable, Equatable, Hashable { var user: String, password: String }
  struct Session: Codable, Equatable { var name: String, token = Token() }

  struct Token: Codable, Equatable {
    var value = "t0ps3cret", expires = Date(timeIntervalSince1970: 1_935_817_689), id = UUID(0x1111_1111)
    var uses = 314_159_265_358, isFresh = true
  }

  enum Action: Equatable, Codable {
    case logInTapped(user: String, password: String), renewTapped(Credentials), loggedIn(Session), failed
    case hintChanged(String), noticeChanged(String), passwordExplained(String), linkOpened(URL), passwordAdded(String)
    case passwordRemoved(String), oddTapped(password: Odd), attemptRepeated, codeMade, nothingTapped
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
          do { await send(.loggedIn(try await client.logIn(user, password))) } catch { await send(.failed) }
        }
        .cancellable(id: credentials)
      case .renewTapped(let credentials):
        return .run(name: "Renew \(credentials.password)") { [client] send in
          await send(.loggedIn(try await client.renew(credentials)))
        }
      case .loggedIn(let session): state.session = session
      case .failed: state.failureCount += 1
      case .hintChanged(let hint): state.hint = hint
      case .noticeChanged(let notice): state.notice = notice
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

  static func program(_ state: State = State()) -> StoreCommandLine<Vault> {
    var program = StoreCommandLine(of: Vault(), state, commands: [.run, .replay, .report, .generateTest])
    program.redactedNames = ["Motto"]
    program.recordedEndpoints = [
      .endpoint(\.vaultClient.logIn, "vaultClient.logIn(user:password:)"),
      .endpoint(\.vaultClient.renew, "vaultClient.renew(credentials:)"),
    ]
    return program
  }
}

private struct VaultClient: DependencyKey {
  var logIn: @Sendable (_ user: String, _ password: String) async throws -> Vault.Session
  var renew: @Sendable (_ credentials: Vault.Credentials) async throws -> Vault.Session

  static let liveValue = VaultClient(
    logIn: { user, password in
      if user.isEmpty { throw Vault.Refused(password: password) }
      if user == "nobody" { throw Vault.Plain(password: password) }
      return Vault.Session(name: user)
    },
    renew: { Vault.Session(name: $0.user) }
  )
  static let mockValue = liveValue
}

extension DependencyValues {
  fileprivate var vaultClient: VaultClient {
    get { self[VaultClient.self] }
    set { self[VaultClient.self] = newValue }
  }
}
