import Dependencies
import Foundation
import Testing

@testable import StoreInspection

private enum Action: Codable, Equatable {
  case submit
  case queryChanged(String)
  case rowAppeared(id: Int)
  case moved(Int, Int)
  case resized(width: Double, height: Double?)
  case selected(Int?)
  case tagged(Int, label: String)
  case profileChanged(Profile)
  case level(UInt8)
  case due(Date)
  case search(Search)
  case rows(Elements<Int, Row>)
  case card(id: String, action: Row)
  case child(action: Row)
  case mode(Mode)
  case raw(Raw)
  case identified(UUID)

  enum Search: Codable, Equatable {
    case response(Response)
    case cleared

    enum Response: Codable, Equatable {
      case success([String])
      case failure(code: Int)
    }
  }

  enum Row: Codable, Equatable {
    case tapped
    case renamed(String)
    case rows(Elements<String, Row>)
  }

  /// Encoded like actions of the elements of a collection.
  indirect enum Elements<ID: Codable & Hashable, Element: Codable & Equatable>: Codable, Equatable {
    case element(id: ID, action: Element)
  }

  struct Profile: Codable, Equatable {
    var name: String
    var nickname: String?
    var emails: [Email] = []

    struct Email: Codable, Equatable {
      var address: URL
      var isVerified: Bool
    }
  }

  enum Mode: String, Codable {
    case light, dark
  }

  /// An action type that implements `init(from:)` itself.
  enum Raw: Codable, Equatable {
    case number(Int)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      let number = try container.decode(Int.self)
      guard number > 0 else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "a raw number is positive")
      }
      self = .number(number)
    }
  }
}

private func decode(_ text: String) throws -> Action { try action(of: "send " + text) }

/// Decodes the action of a `send`.
func action<Action: Decodable>(of line: String) throws -> Action {
  guard case .send(let path, let payload) = try script(line).statements.first?.kind else { throw CancellationError() }
  return try ActionDecoder<Action>().decode(path, payload: payload)
}

/// The error message for a `send`.
func error<Action: Decodable>(in line: String, of type: Action.Type) -> String? {
  do {
    let _: Action = try action(of: line)
    return nil
  } catch let diagnostic as Diagnostic {
    return diagnostic.rendered(in: SourceText(name: "test", text: line))
  } catch {
    return (error as? ScriptErrors)?.rendered
  }
}

struct ActionDecoderTests {
  @Test func payloads() throws {
    #expect(try decode("submit") == .submit)
    #expect(try decode("submit {}") == .submit)
    #expect(try decode(#"queryChanged "swift""#) == .queryChanged("swift"))
    #expect(try decode(#"rowAppeared {"id": 7}"#) == .rowAppeared(id: 7))
    #expect(try decode("rowAppeared 7") == .rowAppeared(id: 7))
    #expect(try decode("moved [1, 2]") == .moved(1, 2))
    #expect(try decode(#"resized {"width": 1, "height": 2.5}"#) == .resized(width: 1, height: 2.5))
    #expect(try decode(#"resized {"width": "Infinity"}"#) == .resized(width: .infinity, height: nil))
    #expect(try decode("selected") == .selected(nil))
    #expect(try decode("selected null") == .selected(nil))
    #expect(try decode("selected 3") == .selected(3))
    #expect(try decode("level 255") == .level(255))
    #expect(try decode(#"mode "dark""#) == .mode(.dark))
    #expect(try decode("raw 3") == .raw(.number(3)))
    #expect(try decode(#"due "2026-01-31T12:00:00.5Z""#) == .due(Date(timeIntervalSince1970: 1_769_860_800.5)))
    #expect(
      try decode(
        #"profileChanged {"name": "Blob", "emails": [{"address": "mailto:blob@example.com", "isVerified": true}]}"#
      )
        == .profileChanged(
          Action.Profile(
            name: "Blob",
            emails: [Action.Profile.Email(address: #require(URL(string: "mailto:blob@example.com")), isVerified: true)]
          )
        )
    )
  }

  @Test func explicitLabels() throws {
    #expect(try decode(#"queryChanged {"_0": "swift"}"#) == .queryChanged("swift"))
    #expect(try decode(#"moved {"_0": 1, "_1": 2}"#) == .moved(1, 2))
    #expect(try decode(#"tagged {"_0": 1, "label": "a"}"#) == .tagged(1, label: "a"))
    #expect(
      try decode(#"search {"response": {"_0": {"failure": {"code": 404}}}}"#)
        == .search(.response(.failure(code: 404)))
    )
  }

  @Test func nestedPaths() throws {
    #expect(try decode("search.cleared") == .search(.cleared))
    #expect(try decode(#"search.response.success ["a"]"#) == .search(.response(.success(["a"]))))
    #expect(try decode(#"search.response.failure {"code": 404}"#) == .search(.response(.failure(code: 404))))
    #expect(try decode(#"search.response {"failure": {"code": 404}}"#) == .search(.response(.failure(code: 404))))
    #expect(try decode("child.tapped") == .child(action: .tapped))
  }

  @Test func elements() throws {
    #expect(try decode("rows[id: 3].tapped") == .rows(.element(id: 3, action: .tapped)))
    #expect(try decode(#"rows[id: 3].renamed "a""#) == .rows(.element(id: 3, action: .renamed("a"))))
    #expect(
      try decode(#"rows[id: 3].rows[id: "a"].tapped"#)
        == .rows(.element(id: 3, action: .rows(.element(id: "a", action: .tapped))))
    )
    #expect(try decode(#"rows[id: 3] {"renamed": {"_0": "a"}}"#) == .rows(.element(id: 3, action: .renamed("a"))))
    #expect(try decode(#"rows.element {"id": 3, "action": {"tapped": {}}}"#) == .rows(.element(id: 3, action: .tapped)))
    #expect(try decode(#"card[id: "c"].tapped"#) == .card(id: "c", action: .tapped))
  }

  /// Actions that were encoded by synthesized code decode again, so a trace can be replayed as a script.
  @Test func everyEncodedActionDecodes() throws {
    let actions: [Action] = [
      .submit, .queryChanged("a\u{2028}\"\\"), .rowAppeared(id: .min), .moved(.max, 0), .selected(nil), .selected(1),
      .tagged(1, label: ""), .due(Date(timeIntervalSinceReferenceDate: 0.25)), .search(.response(.success([]))),
      .rows(.element(id: 1, action: .renamed("b"))), .card(id: "", action: .tapped),
    ]
    for action in actions {
      guard case .object(let members) = try JSONValueEncoder().encode(action) else {
        Issue.record("\(action) encodes as no object")
        continue
      }
      for member in members { #expect(try decode("\(member.name) \(member.value)") == action) }
    }
  }
}

struct ActionDecoderErrorTests {
  @Test func aMessage() {
    #expect(
      error(in: "send serach.cleared", of: Action.self) == """
        test:1:6: error: unknown action `serach`
          send serach.cleared
               ^~~~~~
          expected `submit`, `queryChanged`, `rowAppeared`, `moved`, `resized`, `selected`, `tagged`, `profileChanged`, \
        `level`, `due`, `search`, `rows`, `card`, `child`, `mode`, `raw` or `identified`
          did you mean `search`?
        """
    )
  }

  @Test(arguments: [
    Mistake(
      "send search.|clear|",
      "unknown action `clear`",
      "expected `response` or `cleared`",
      "did you mean `cleared`?"
    ),
    Mistake("send search||", "`search` needs a payload (Search)", "expected `response` or `cleared`"),
    Mistake("send queryChanged||", "`queryChanged` needs a payload (String)"),
    Mistake("send queryChanged |3|", "expected String, found 3"),
    Mistake(#"send submit |"now"|"#, "`submit` takes no payload"),
    Mistake("send submit.|now|", "`submit` has no nested actions"),
    Mistake("send queryChanged.|a|", "`queryChanged` has no nested actions", "it takes String"),
    Mistake("send rowAppeared||", "`rowAppeared` needs a payload with `id` (Int)"),
    Mistake("send resized |7|", "`resized` takes its payload as an object, found 7", "it takes `width` and `height`"),
    Mistake(
      #"send rowAppeared {|"di"|: 7}"#,
      "`rowAppeared` has no associated value `di`",
      "it takes `id`",
      "did you mean `id`?"
    ),
    Mistake(#"send rowAppeared {"id": |"7"|}"#, #"expected Int for `id`, found "7""#),
    Mistake("send level |256|", "expected UInt8, found 256"),
    Mistake("send moved |[1]|", "`_1` (Int) is missing"),
    Mistake(#"send due |"tomorrow"|"#, #"expected a date such as 2026-01-31T12:00:00Z, found "tomorrow""#),
    Mistake(#"send mode |"drak"|"#, "unknown Mode `drak`"),
    Mistake("send raw |-1|", "a raw number is positive"),
    Mistake(
      #"send profileChanged {|"nmae"|: "Blob"}"#,
      "`name` (String) is missing",
      "did you mean `name` with `nmae`?"
    ),
    Mistake(
      #"send profileChanged {"name": "Blob", "emails": [{"address": "a", "isVerified": |1|}]}"#,
      "expected Bool for `emails[0].isVerified`, found 1"
    ),
    Mistake(
      #"send profileChanged {"name": "Blob", "emails": [|{"address": "a"}|]}"#,
      "`isVerified` (Bool) is missing in `emails[0]`"
    ),
    Mistake("send search.response |3|", "expected an object with `success` or `failure`, found 3"),
    Mistake(
      #"send search.response {|"sucess"|: {}}"#,
      "unknown case `sucess`",
      "expected `success` or `failure`",
      "did you mean `success`?"
    ),
    Mistake("send search.response |{}|", "expected an object with one case", "expected `success` or `failure`"),
    Mistake(#"send rows[id: |"a"|].tapped"#, #"expected Int for `id`, found "a""#),
    Mistake("send search|[id: 3]|.cleared", "unknown action `element`", "expected `response` or `cleared`"),
    Mistake("send rows[id: 3]||", "a nested action is missing", "expected `tapped`, `renamed` or `rows`"),
    Mistake(#"send identified |"x"|"#, #"expected a UUID such as 00000000-0000-0000-0000-0000000000FF, found "x""#),
  ])
  func mistakes(_ mistake: Mistake) {
    #expect(error(in: mistake.line, of: Action.self) == mistake.message)
  }

  @Test(arguments: ["search", "search.response", "queryChanged", "rows", "rows[id: 3]", "rows[id: 3].tapped", "submit"])
  func checkAcceptsPrefixes(path: String) throws {
    guard case .await(let path, _) = try script("await \(path)").statements.first?.kind else { return }
    try ActionDecoder<Action>().check(path)
  }

  @Test(arguments: ["serach", "search.respond", "submit.now", "rows[id: \"a\"]", "rows[id: 3].taped", "queryChanged.a"])
  func checkRefusesWhatNoActionHas(path: String) throws {
    guard case .await(let path, _) = try script("await \(path)").statements.first?.kind else { return }
    #expect(throws: Diagnostic.self) { try ActionDecoder<Action>().check(path) }
  }

  @Test func aDictionaryWithManyMembersDecodesInTime() throws {
    enum Action: Decodable { case values([String: Int]) }
    let members = (0..<20_000).map { "\"key\($0)\":\($0)" }.joined(separator: ",")
    guard case .send(let path, let payload) = try script("send values {\(members)}").statements.first?.kind else {
      return
    }
    guard case .values(let values) = try ActionDecoder<Action>().decode(path, payload: payload) else { return }
    #expect(values["key19999"] == 19_999)
  }

  /// Decoding any text of a `send` ends in an action or an error.
  @Test(arguments: UInt64(0)..<40)
  func randomSends(seed: UInt64) {
    let names = [
      "submit", "queryChanged", "rowAppeared", "moved", "search", "rows[id: 3]", "card", "response", "raw", "due", "_0",
      "level", "selected", "profileChanged", "tapped", "x", "element", "mode", "child",
    ]
    let payloads = [
      "", "null", "3", "-1.5e300", "\"a\"", "[]", "[1,2]", "{}", "{\"id\": 1}", "{\"_0\": 1}", "{\"name\": 1}", "true",
      "{\"_0\": {\"_0\": {}}}", "18446744073709551615", "{\"element\": {\"id\": [], \"action\": null}}", "[[[[]]]]",
      ".a(b: 1)", "x", ".success([1])", "tapped", ".tapped", "2026-01-31", "00000000-0000-0000-0000-000000000001",
      "{\"id\": .a}", ".renamed(\"a\")", ".element(id: 1, action: .tapped)", "nil", "[.dark, light]", ".dark", "(1)",
      "(id: 1)", "(1, label: \"a\")", "()",
    ]
    var random = SeededRandomNumberGenerator(seed: seed)
    for _ in 0..<50 {
      let path = (0...Int.random(in: 0..<4, using: &random)).map { _ in names.randomElement(using: &random) ?? "" }
      let text = path.joined(separator: ".") + " " + (payloads.randomElement(using: &random) ?? "")
      do {
        _ = try decode(text)
      } catch {
        #expect(error is Diagnostic, "\(text): \(error)")
      }
    }
  }
}
