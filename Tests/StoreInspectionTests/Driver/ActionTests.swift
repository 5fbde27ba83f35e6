import Foundation
import Store
import Testing

@testable import StoreInspection
@testable import StoreScript
@testable import StoreTrace

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
    #expect(try ActionText(expected).description == text && action(text) == expected)
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
  private static let blob = SampleAction.Profile(name: "Blob", emails: [.init(address: "a", isVerified: true)])

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
    (.profileChanged(blob), [#"profileChanged {"name": "Blob", "emails": [{"address": "a", "isVerified": true}]}"#]),
    (.profileChanged(SampleAction.Profile(name: "")), [#"profileChanged({"name": "", "emails": []})"#]),
    (.styleChanged(.dark), ["styleChanged .dark", "styleChanged dark"]), (.sizeChanged(.large), ["sizeChanged .large"]),
    (.tabSelected(.search), ["tabSelected search", #"tabSelected "search-tab""#]), (.raw(.number(3)), ["raw 3"]),
    (.linkOpened(.home), ["linkOpened .home", "linkOpened home", "linkOpened .home()", "linkOpened.home"]),
    (.linkOpened(.detail(id: 3)), ["linkOpened .detail(id: 3)", "linkOpened detail(id: 3)", "linkOpened .detail(3)"]),
    (.linkOpened(.detail(id: 3)), ["linkOpened(.detail(id: 3))", #"linkOpened {"detail": {"id": 3}}"#]),
    (.linkOpened(.detail(id: 3)), ["linkOpened.detail(id: 3)", "linkOpened.detail 3", "linkOpened.detail(3)"]),
    (.linkOpened(.detail(id: 3)), [#"linkOpened {"_0": .detail(3)}"#]),
    (.linkOpened(.search("a", page: 2)), [#"linkOpened .search("a", page: 2)"#]),
    (.linkOpened(.search("a", page: nil)), [#"linkOpened .search("a", page: nil)"#, #"linkOpened .search("a")"#]),
    (.linkOpened(.back(to: .detail(id: 1))), ["linkOpened .back(to: .detail(id: 1))", "linkOpened .back(.detail(1))"]),
    (.linkSet(link: .home), ["linkSet .home", "linkSet(link: .home)"]), (.linkSet(link: nil), ["linkSet nil"]),
    (.links([.home, .detail(id: 1)]), ["links [.home, detail(id: 1)]"]),
    (.search(.response(.failure(code: 404))), [#"search.response {"failure": {"code": 404}}"#]),
    (.search(.response(.failure(code: 404))), [#"search {"response": {"_0": {"failure": {"code": 404}}}}"#]),
    (.child(action: .tapped), ["child.tapped"]),
    (.rows(.element(id: 3, action: .renamed("a"))), [#"rows[id: 3] {"renamed": {"_0": "a"}}"#]),
    (.rows(.element(id: 3, action: .renamed("a"))), [#"rows.element {"id": 3, "action": {"renamed": {"_0": "a"}}}"#]),
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
  private static let table = #"""
    search.|clear| ⇒ unknown action `clear` ⇒ expected `response` or `cleared` ⇒ did you mean `cleared`?
    search|| ⇒ `search` needs a payload (Search)
    level |256| ⇒ expected UInt8, found 256
    submit |"now"| ⇒ `submit` takes no payload
    submit.|now| ⇒ `submit` has no nested actions
    queryChanged.|a| ⇒ `queryChanged` has no nested actions ⇒ it takes String
    rowAppeared|| ⇒ `rowAppeared` needs a payload with `id` (Int)
    resized |7| ⇒ `resized` takes its payload as an object, found 7 ⇒ it takes `width` and `height`
    rowAppeared {|"di"|: 7} ⇒ `rowAppeared` has no associated value `di`
    queryChanged(|text|: "a") ⇒ `queryChanged` has no associated value `text` ⇒ it takes one value without a label
    linkOpened .search(1, |2|) ⇒ `search` takes no value without a label here ⇒ \#
    it takes one value without a label, and `page`
    rowAppeared {"id": |"7"|} ⇒ expected Int for `id`, found "7"
    rowAppeared |seven| ⇒ expected Int for `id`, found `seven`
    rowAppeared 1|,| 2 ⇒ expected the end of the line, found `,`
    moved |[1]| ⇒ `_1` (Int) is missing
    isOnChanged |ture| ⇒ expected Bool, found `ture` ⇒ did you mean `true`?
    due |tomorrow| ⇒ expected a date such as 2026-01-31T12:00:00Z, found `tomorrow`
    identified |2026-01-31| ⇒ expected a UUID such as 00000000-0000-0000-0000-0000000000FF, found 2026-01-31
    styleChanged |"drak"| ⇒ unknown Style `drak`
    tabSelected |serach| ⇒ unknown case `serach`
    linkOpened .|detial|(id: 3) ⇒ unknown case `detial`
    search.response {|"sucess"|: {}} ⇒ unknown case `sucess`
    raw |-1| ⇒ a raw number is positive
    profileChanged {|"nmae"|: "Blob"} ⇒ `name` (String) is missing ⇒ did you mean `name` with `nmae`?
    profileChanged |blob| ⇒ expected Profile, found `blob`
    profileChanged {"name": "Blob", "emails": [{"address": "a", "isVerified": |1|}]} ⇒ \#
    expected Bool for `emails[0].isVerified`, found 1
    profileChanged {"name": "Blob", "emails": [|{"address": "a"}|]} ⇒ `isVerified` (Bool) is missing in `emails[0]`
    search.response |3| ⇒ expected an object with `success` or `failure`, found 3
    search.response |{}| ⇒ expected an object with one case ⇒ expected `success` or `failure`
    rows[id: |"a"|].tapped ⇒ expected Int for `id`, found "a"
    search|[id: 3]|.cleared ⇒ unknown action `element`
    rows[id: 3]|| ⇒ a nested action is missing ⇒ expected `tapped`, `renamed` or `rows`
    queryChanged |swift| ⇒ expected String, found `swift` ⇒ text stands between double quotes: "swift"
    queryChanged |2026-01-31| ⇒ expected String, found 2026-01-31
    """#

  @Test(arguments: Mistake.lines(table, of: "send "))
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

func actionPath(_ text: String) throws -> ValuePath {
  var scanner = SourceScanner(SourceText(name: "", text: text))
  return try scanner.path(.action)
}

struct ActionTextTests {
  @Test func otherTypesAreTheirJSON() {
    enum Raw: String, Encodable { case on }
    #expect(ActionText(Raw.on).description == #""on""#)
    #expect(ActionText([1, 2]).description == "[1, 2]")
    struct Failing: Encodable { func encode(to encoder: any Encoder) throws { throw CancellationError() } }
    #expect(ActionText(Failing()).description == "Failing()")
    // Key paths of computed properties are described by addresses, which differ in each run.
    struct Writing: Encodable {
      let keyPath: KeyPath<String, Int> = \.count

      func encode(to encoder: any Encoder) throws { throw CancellationError() }
    }
    #expect(!ActionText(Writing()).description.contains("0x"), "\(ActionText(Writing()))")
  }

  @Test(arguments: [
    ("submit", ["submit"], ["sub", "submit.now", "search"]),
    (
      #"search.response.success ["a"]"#, ["search", "search.response"],
      ["search.cleared", "response", "search.response.success.more"]
    ),
    (
      "rows[id: 3].tapped", ["rows", "rows[id: 3]", "rows[id: 3].tapped", "rows.element"],
      ["rows[id: 4]", "rows[id: 3].renamed", "rows[id: \"3\"].tapped"]
    ),
    (
      "detail.presented.starTapped", ["detail", "detail.presented", "detail.presented.starTapped"],
      ["detail.dismiss", "detail.presented.renamed", "detail.starTapped"]
    ),
    ("path[id: 2].cleared", ["path", "path[id: 2]", "path[id: 2].cleared"], ["path[id: 1].cleared"]),
    (#"card[id: "c"].tapped"#, ["card", "card[id: \"c\"].tapped"], ["card[id: \"d\"]", "card.tapped"]),
  ])
  func matches(description: String, matching: [String], others: [String]) throws {
    let action = try #require(SampleAction.samples.first { $0.1 == description }?.0)
    for path in matching { #expect(try ActionText(action).matches(actionPath(path)), "\(path)") }
    for path in others { #expect(try !ActionText(action).matches(actionPath(path)), "\(path)") }
  }
}

/// What is kept of received actions that no statement has awaited.
struct CondensedActionTests {
  private static let names = (0..<200).map { "row \($0)" }
  private static let actions =
    SampleAction.samples.map(\.0) + [
      .search(.response(.success(names))), .links(names.map { .search($0, page: 3) }),
      .profileChanged(SampleAction.Profile(name: names.joined(), nickname: "b")),
      .boxChanged(SampleAction.Box(content: SampleAction.Content(text: names.joined()))),
      .linkSet(link: .search(names.joined(), page: nil)), .child(action: .renamed(names.joined())),
    ]

  private static let paths = [
    "submit", "search", "search.response", "search.response.success", "search.cleared", "links", "profileChanged",
    "profileChanged.name", "boxChanged", "boxChanged.content", "boxChanged.content.text", "linkSet", "linkSet.link",
    "linkSet.search", "child", "child.renamed", "card", "card[id: \"c\"]", "card[id: \"d\"]", "card[id: \"c\"].tapped",
    "card[id: \"c\"].renamed", "rows[id: 3].rows[id: \"x\"]", "other",
  ]

  @Test func theSamePathsMatch() throws {
    let paths = try Self.paths.map(actionPath)
    for whole in Self.actions.map({ ActionText($0) }) {
      let condensed = whole.condensed()
      for path in paths { #expect(condensed.matches(path) == whole.matches(path), "\(path) of \(whole)") }
    }
  }

  @Test func thePathAndTheBeginningOfTheDescriptionStay() {
    for action in Self.actions {
      let whole = ActionText(action)
      let condensed = whole.condensed()
      #expect(condensed.path == whole.path)
      #expect(condensed.description == whole.description.truncated(to: ActionText.summaryLength))
      #expect(condensed == condensed.condensed())
      #expect(condensed.isSame(as: whole) && whole.isSame(as: condensed))
      #expect(condensed.payload == nil)
      #expect(condensed.json.description.count < 150, "The values are gone: \(condensed.json)")
    }
    let (one, other) = (ActionText(SampleAction.queryChanged("a")), ActionText(SampleAction.queryChanged("b")))
    #expect(!one.isSame(as: other.condensed()))
  }

  /// A character can have any number of bytes, and a name or a text can begin with what belongs to the one before it.
  @Test(arguments: ["漢", "👨‍👩‍👧‍👦", "\u{301}", "e\u{301}", "\r\n", "\"", "\u{1}", "🇯🇵"], [0, 1, 40, 149, 150, 299, 300, 301])
  func theDescriptionHasAsManyCharacters(character: String, count: Int) {
    let long = String(repeating: character, count: count)
    let actions: [SampleAction] = [
      .links(Array(repeating: .search(long, page: 1), count: 40)), .rows(.element(id: 3, action: .renamed(long))),
    ]
    for whole in actions.map({ ActionText($0) }) + [ActionText([long: [long, ""], "z": [long, "z"]])] {
      #expect(whole.condensed().description == whole.description.truncated(to: ActionText.summaryLength))
    }
  }
}

extension Mistake {
  /// Mistakes of a statement, one a line, such as `|7| ⇒ message ⇒ note`.
  static func lines(_ text: String, of statement: String) -> [Mistake] {
    text.split(separator: "\n").map { line in
      let parts = line.split(separator: " ⇒ ").map(String.init)
      let notes = parts.dropFirst(2).joined(separator: "\n  ")
      let marked = statement + parts[0]
      return notes.isEmpty ? Mistake(marked, parts[1]) : Mistake(marked, parts[1], notes)
    }
  }
}
