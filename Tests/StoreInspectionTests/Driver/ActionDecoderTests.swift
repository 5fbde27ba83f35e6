import Dependencies
import Foundation
import Store
import Testing

@testable import StoreInspection
@testable import StoreScript
@testable import StoreTrace

/// Decodes the action of a `send`.
private func action(_ text: String) throws -> SampleAction {
  guard case .send(let path, let payload) = try script("send " + text).statements.first?.kind else {
    throw CancellationError()
  }
  return try ActionDecoder().decode(path, payload: payload)
}

struct ActionDecoderTests {
  /// What transcripts and traces say can be sent again.
  @Test(arguments: SampleAction.samples)
  func whatTranscriptsWriteDecodes(_ expected: SampleAction, _ text: String) throws {
    #expect(ActionText(expected).description == text)
    #expect(try action(text) == expected)
    guard case .object(let members) = try JSONValueEncoder().encode(expected), members.count == 1 else {
      Issue.record("It encodes as no object with one case.")
      return
    }
    #expect(try action("\(members[0].name) \(members[0].value)") == expected)
  }

  private enum TabAction: Codable, Equatable {
    case selected(Tab)

    enum Tab: String, Codable, CaseIterable { case toDos, search }
  }

  /// The case of an enum that is encoded as its raw value is named like that of any other.
  @Test func aPathLeadsIntoRawValues() throws {
    func path(_ text: String) throws -> ValuePath {
      var scanner = SourceScanner(SourceText(name: "path", text: text))
      return try scanner.path(.action)
    }
    let decoder = ActionDecoder<TabAction>()
    #expect(try decoder.decode(path("selected.toDos"), payload: nil) == .selected(.toDos))
    for action in [ActionText(TabAction.selected(.toDos)), ActionText(TabAction.selected(.toDos)).condensed()] {
      #expect(try action.matches(path("selected.toDos")) && action.matches(path("selected")))
      #expect(try !action.matches(path("selected.search")))
    }
    let error = #expect(throws: Diagnostic.self) { try decoder.check(path("selected.nope")) }
    #expect(error?.message == "unknown Tab `nope`" && error?.notes.first == "expected `toDos` or `search`")
  }

  private static let date = Date(timeIntervalSince1970: 1_769_860_800)
  private static let id = "00000000-0000-0000-0000-0000000000ff"
  private static let blob = SampleAction.Profile(
    name: "Blob",
    emails: [SampleAction.Profile.Email(address: "a", isVerified: true)]
  )

  private static let spellings: [(SampleAction, [String])] = [
    (.submit, ["submit {}", "submit()"]), (.selected(nil), ["selected"]),
    (.queryChanged("a"), [#"queryChanged("a")"#, #"queryChanged {"_0": "a"}"#]),
    (.rowAppeared(id: 7), ["rowAppeared 7", "rowAppeared(7)", "rowAppeared(id: 7)"]),
    (.moved(1, 2), ["moved [1, 2]", "moved(1, 2)", "moved (1, 2)"]),
    (.tagged(1, label: "a"), [#"tagged(1, label: "a")"#]),
    (.resized(width: .infinity, height: nil), [#"resized {"width": "Infinity"}"#]),
    (.due(date), ["due 2026-01-31 12:00", #"due "2026-01-31 12:00""#, "due(2026-01-31T12:00:00Z)"]),
    (.dayPicked(SampleAction.Day("2026-01-31")), ["dayPicked 2026-01-31"]),
    (.identified(UUID(255)), ["identified \(id)", "identified \"\(id)\""]),
    (.identifiers([UUID(255): date]), ["identifiers [\(id), 2026-01-31 12:00]"]),
    (
      .profileChanged(blob),
      [#"profileChanged {"name": "Blob", "emails": [{"address": "a", "isVerified": true}]}"#]
    ),
    (.profileChanged(SampleAction.Profile(name: "")), [#"profileChanged({"name": "", "emails": []})"#]),
    (.styleChanged(.dark), ["styleChanged .dark", "styleChanged dark"]), (.sizeChanged(.large), ["sizeChanged .large"]),
    (.tabSelected(.search), ["tabSelected search", #"tabSelected "search-tab""#]), (.raw(.number(3)), ["raw 3"]),
    (.linkOpened(.home), ["linkOpened .home", "linkOpened home", "linkOpened .home()", "linkOpened.home"]),
    (
      .linkOpened(.detail(id: 3)),
      [
        "linkOpened .detail(id: 3)", "linkOpened detail(id: 3)", "linkOpened .detail(3)", "linkOpened(.detail(id: 3))",
        #"linkOpened {"detail": {"id": 3}}"#, "linkOpened.detail(id: 3)", "linkOpened.detail 3",
        #"linkOpened {"_0": .detail(3)}"#, "linkOpened.detail(3)",
      ]
    ),
    (.linkOpened(.search("a", page: 2)), [#"linkOpened .search("a", page: 2)"#]),
    (.linkOpened(.search("a", page: nil)), [#"linkOpened .search("a", page: nil)"#, #"linkOpened .search("a")"#]),
    (.linkOpened(.back(to: .detail(id: 1))), ["linkOpened .back(to: .detail(id: 1))", "linkOpened .back(.detail(1))"]),
    (.linkSet(link: .home), ["linkSet .home", "linkSet(link: .home)"]), (.linkSet(link: nil), ["linkSet nil"]),
    (.links([.home, .detail(id: 1)]), ["links [.home, detail(id: 1)]"]),
    (
      .search(.response(.failure(code: 404))),
      [#"search.response {"failure": {"code": 404}}"#, #"search {"response": {"_0": {"failure": {"code": 404}}}}"#]
    ),
    (.child(action: .tapped), ["child.tapped"]),
    (
      .rows(.element(id: 3, action: .renamed("a"))),
      [#"rows[id: 3] {"renamed": {"_0": "a"}}"#, #"rows.element {"id": 3, "action": {"renamed": {"_0": "a"}}}"#]
    ),
  ]

  @Test(arguments: spellings) func peopleWriteItInManyWays(_ expected: SampleAction, _ texts: [String]) throws {
    for text in texts { #expect(try action(text) == expected, "\(text)") }
  }

  /// Any payload for any path is an error, or an action that can be sent again as a transcript writes it.
  @Test func anyPayloadForAnyPath() {
    let texts = SampleAction.samples.map(\.1)
    let payloads =
      texts.map { $0.drop { $0 != " " } } + ["", " {}", " []", " nil", " x", " .a(b: 1)", "(1)", " {\"_0\": 1}"]
    for path in texts.map({ $0.prefix { $0 != " " } }) {
      for payload in payloads {
        guard let sent = try? action("\(path)\(payload)") else { continue }
        #expect((try? action(ActionText(sent).description)) == sent, "\(path)\(payload)")
      }
    }
  }

  @Test func asDeepAsItGets() throws {
    let depth = SourceScanner.Notation.script.depthLimit - 1
    let text = String(repeating: ".back(to: ", count: depth) + ".home" + String(repeating: ")", count: depth)
    guard case .linkOpened(var link) = try action("linkOpened \(text)") else {
      Issue.record("The action is another one.")
      return
    }
    var count = 0
    while case .back(let next) = link {
      link = next
      count += 1
    }
    #expect(count == depth)
  }

  @Test func aDictionaryWithManyMembersDecodesInTime() throws {
    let members = (0..<20_000).map { "\"key\($0)\":\($0)" }.joined(separator: ",")
    guard case .counted(let counts) = try action("counted {\(members)}") else {
      Issue.record("The action is another one.")
      return
    }
    #expect(counts["key19999"] == 19_999)
  }
}

struct ActionDecoderErrorTests {
  @Test(arguments: [
    Mistake(
      "send search.|clear|",
      "unknown action `clear`",
      "expected `response` or `cleared`",
      "did you mean `cleared`?"
    ),
    Mistake("send search||", "`search` needs a payload (Search)"),
    Mistake("send level |256|", "expected UInt8, found 256"),
    Mistake(#"send submit |"now"|"#, "`submit` takes no payload"),
    Mistake("send submit.|now|", "`submit` has no nested actions"),
    Mistake("send queryChanged.|a|", "`queryChanged` has no nested actions", "it takes String"),
    Mistake("send rowAppeared||", "`rowAppeared` needs a payload with `id` (Int)"),
    Mistake("send resized |7|", "`resized` takes its payload as an object, found 7", "it takes `width` and `height`"),
    Mistake(#"send rowAppeared {|"di"|: 7}"#, "`rowAppeared` has no associated value `di`"),
    Mistake(
      #"send queryChanged(|text|: "a")"#,
      "`queryChanged` has no associated value `text`",
      "it takes one value without a label"
    ),
    Mistake(
      "send linkOpened .search(1, |2|)",
      "`search` takes no value without a label here",
      "it takes one value without a label, and `page`"
    ),
    Mistake(#"send rowAppeared {"id": |"7"|}"#, #"expected Int for `id`, found "7""#),
    Mistake("send rowAppeared |seven|", "expected Int for `id`, found `seven`"),
    Mistake("send rowAppeared 1|,| 2", "expected the end of the line, found `,`"),
    Mistake("send moved |[1]|", "`_1` (Int) is missing"),
    Mistake("send isOnChanged |ture|", "expected Bool, found `ture`", "did you mean `true`?"),
    Mistake("send due |tomorrow|", "expected a date such as 2026-01-31T12:00:00Z, found `tomorrow`"),
    Mistake(
      "send identified |2026-01-31|",
      "expected a UUID such as 00000000-0000-0000-0000-0000000000FF, found 2026-01-31"
    ),
    Mistake(#"send styleChanged |"drak"|"#, "unknown Style `drak`"),
    Mistake("send tabSelected |serach|", "unknown case `serach`"),
    Mistake("send linkOpened .|detial|(id: 3)", "unknown case `detial`"),
    Mistake(#"send search.response {|"sucess"|: {}}"#, "unknown case `sucess`"),
    Mistake("send raw |-1|", "a raw number is positive"),
    Mistake(
      #"send profileChanged {|"nmae"|: "Blob"}"#,
      "`name` (String) is missing",
      "did you mean `name` with `nmae`?"
    ),
    Mistake("send profileChanged |blob|", "expected Profile, found `blob`"),
    Mistake(
      #"send profileChanged {"name": "Blob", "emails": [{"address": "a", "isVerified": |1|}]}"#,
      "expected Bool for `emails[0].isVerified`, found 1"
    ),
    Mistake(
      #"send profileChanged {"name": "Blob", "emails": [|{"address": "a"}|]}"#,
      "`isVerified` (Bool) is missing in `emails[0]`"
    ),
    Mistake("send search.response |3|", "expected an object with `success` or `failure`, found 3"),
    Mistake("send search.response |{}|", "expected an object with one case", "expected `success` or `failure`"),
    Mistake(#"send rows[id: |"a"|].tapped"#, #"expected Int for `id`, found "a""#),
    Mistake("send search|[id: 3]|.cleared", "unknown action `element`"),
    Mistake("send rows[id: 3]||", "a nested action is missing", "expected `tapped`, `renamed` or `rows`"),
    Mistake(
      "send queryChanged |swift|",
      "expected String, found `swift`",
      #"text stands between double quotes: "swift""#
    ),
    Mistake("send queryChanged |2026-01-31|", "expected String, found 2026-01-31"),
  ])
  func mistakes(_ mistake: Mistake) {
    var message: String?
    do {
      _ = try action(String(mistake.line.dropFirst("send ".count)))
    } catch let diagnostic as Diagnostic {
      message = diagnostic.rendered(in: SourceText(name: "test", text: mistake.line))
    } catch {
      message = (error as? ScriptErrors)?.rendered
    }
    mistake.expect(message)
  }

  @Test(arguments: [
    ("search", true), ("search.response", true), ("queryChanged", true), ("rows", true), ("rows[id: 3]", true),
    ("rows[id: 3].tapped", true), ("submit", true), ("serach", false), ("search.respond", false),
    ("submit.now", false), ("rows[id: \"a\"]", false), ("rows[id: 3].taped", false), ("queryChanged.a", false),
  ])
  func anAwaitNamesTheBeginningOfAPath(_ text: String, _ isRight: Bool) throws {
    let path = try actionPath(text)
    let isAccepted = (try? ActionDecoder<SampleAction>().check(path)) != nil
    #expect(isAccepted == isRight)
  }
}
