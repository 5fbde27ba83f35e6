import Foundation
import Testing

@testable import StoreInspection
@testable import StoreScript
@testable import StoreTrace

private enum Action: Codable, Equatable {
  case submit
  case queryChanged(String)
  case rowAppeared(id: Int)
  case moved(Int, Int)
  case tagged(Int, label: String)
  case linkOpened(Link)
  case linkSet(link: Link?)
  case styleChanged(Style)
  case sizeChanged(Size)
  case tabSelected(Tab)
  case isOnChanged(Bool)
  case due(Date)
  case dayPicked(Day)
  case identified(UUID)
  case identifiers([UUID: Date])
  case pointMoved(Point)
  case links([Link])

  enum Link: Codable, Equatable {
    case home
    case detail(id: Int)
    case search(String, page: Int?)
    indirect case back(to: Link)
  }

  /// Encoded as text.
  enum Style: String, Codable { case light, dark }
  /// Encoded as a number.
  enum Size: Int, Codable, CaseIterable { case small, large }
  /// Encoded as text that differs from the names of the cases.
  enum Tab: String, Codable, CaseIterable {
    case home = "home-tab"
    case search = "search-tab"
  }

  /// A day that is encoded as text.
  struct Day: Codable, Equatable {
    let text: String

    init(_ text: String) { self.text = text }
    init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }
  }

  struct Point: Codable, Equatable { var x = 0, y = 0 }
}

private func decode(_ text: String) throws -> Action { try action(of: "send " + text) }

struct WrittenPayloadTests {
  @Test(arguments: [
    "linkOpened .detail(id: 3)", "linkOpened detail(id: 3)", "linkOpened .detail(3)", "linkOpened(.detail(id: 3))",
    #"linkOpened {"detail": {"id": 3}}"#, "linkOpened.detail(id: 3)", "linkOpened.detail 3",
    #"linkOpened {"_0": .detail(3)}"#,
    "linkOpened.detail(3)",
  ])
  func aCaseWithALabelledValue(text: String) throws {
    #expect(try decode(text) == .linkOpened(.detail(id: 3)))
  }

  @Test func cases() throws {
    #expect(try decode("linkOpened .home") == .linkOpened(.home))
    #expect(try decode("linkOpened home") == .linkOpened(.home))
    #expect(try decode("linkOpened .home()") == .linkOpened(.home))
    #expect(try decode("linkOpened.home") == .linkOpened(.home))
    #expect(try decode(#"linkOpened .search("a", page: 2)"#) == .linkOpened(.search("a", page: 2)))
    #expect(try decode(#"linkOpened .search("a", page: nil)"#) == .linkOpened(.search("a", page: nil)))
    #expect(try decode(#"linkOpened .search("a")"#) == .linkOpened(.search("a", page: nil)))
    #expect(try decode("linkOpened .back(to: .detail(id: 1))") == .linkOpened(.back(to: .detail(id: 1))))
    #expect(try decode("linkOpened .back(.home)") == .linkOpened(.back(to: .home)))
    #expect(try decode("linkSet .home") == .linkSet(link: .home))
    #expect(try decode("linkSet(link: .home)") == .linkSet(link: .home))
    #expect(try decode("linkSet nil") == .linkSet(link: nil))
    #expect(try decode("links [.home, detail(id: 1)]") == .links([.home, .detail(id: 1)]))
  }

  @Test func asDeepAsItGets() throws {
    let depth = SourceScanner.Notation.script.depthLimit - 1
    let text = String(repeating: ".back(to: ", count: depth) + ".home" + String(repeating: ")", count: depth)
    guard case .linkOpened(var link) = try decode("linkOpened \(text)") else { return }
    var count = 0
    while case .back(let next) = link {
      link = next
      count += 1
    }
    #expect(count == depth)
  }

  @Test func casesThatAreEncodedAsSomethingElse() throws {
    #expect(try decode("styleChanged .dark") == .styleChanged(.dark))
    #expect(try decode("styleChanged dark") == .styleChanged(.dark))
    #expect(try decode("sizeChanged .large") == .sizeChanged(.large))
    #expect(try decode("sizeChanged 1") == .sizeChanged(.large))
    #expect(try decode("tabSelected search") == .tabSelected(.search))
    #expect(try decode(#"tabSelected "search-tab""#) == .tabSelected(.search))
  }

  @Test func otherValues() throws {
    #expect(try decode("submit()") == .submit)
    #expect(try decode("rowAppeared 7") == .rowAppeared(id: 7))
    #expect(try decode("rowAppeared(7)") == .rowAppeared(id: 7))
    #expect(try decode("rowAppeared(id: 7)") == .rowAppeared(id: 7))
    #expect(try decode("moved(1, 2)") == .moved(1, 2))
    #expect(try decode("moved (1, 2)") == .moved(1, 2))
    #expect(try decode(#"tagged(1, label: "a")"#) == .tagged(1, label: "a"))
    #expect(try decode(#"queryChanged("a")"#) == .queryChanged("a"))
    #expect(try decode(#"pointMoved {"x": 1, "y": 2}"#) == .pointMoved(Action.Point(x: 1, y: 2)))
    #expect(try decode(#"pointMoved({"x": 1, "y": 2})"#) == .pointMoved(Action.Point(x: 1, y: 2)))
    let date = Date(timeIntervalSince1970: 1_769_860_800)
    #expect(try decode("due 2026-01-31 12:00") == .due(date))
    #expect(try decode(#"due "2026-01-31 12:00""#) == .due(date))
    #expect(try decode("due(2026-01-31T12:00:00Z)") == .due(date))
    #expect(try decode("dayPicked 2026-01-31") == .dayPicked(Action.Day("2026-01-31")))
    let id = try #require(UUID(uuidString: "6F9619FF-8B86-D011-B42D-00C04FC964FF"))
    #expect(try decode("identified 6f9619ff-8b86-d011-b42d-00c04fc964ff") == .identified(id))
    #expect(try decode(#"identified "6f9619ff-8b86-d011-b42d-00c04fc964ff""#) == .identified(id))
    #expect(
      try decode("identifiers [6f9619ff-8b86-d011-b42d-00c04fc964ff, 2026-01-31 12:00]") == .identifiers([id: date])
    )
  }

  @Test func aMessage() {
    #expect(
      error(in: "send linkOpened .detial(id: 3)", of: Action.self) == """
        test:1:18: error: unknown case `detial`
          send linkOpened .detial(id: 3)
                           ^~~~~~
          expected `home`, `detail`, `search` or `back`
          did you mean `detail`?
        """
    )
  }

  @Test(arguments: [
    Mistake(
      "send linkOpened .detail(|di|: 3)",
      "`detail` has no associated value `di`",
      "it takes `id`",
      "did you mean `id`?"
    ),
    Mistake(#"send linkOpened .detail(|"x"|)"#, #"expected Int for `id`, found "x""#),
    Mistake("send linkOpened .detail||", "`detail` needs a payload with `id` (Int)"),
    Mistake("send linkOpened .home|(1)|", "`home` takes no payload"),
    Mistake(
      "send linkOpened .search(1, |2|)",
      "`search` takes no value without a label here",
      "it takes one value without a label, and `page`"
    ),
    Mistake(
      "send linkOpened .back(to: .|hoem|)",
      "unknown case `hoem`",
      "expected `home`, `detail`, `search` or `back`",
      "did you mean `home`?"
    ),
    Mistake(
      #"send queryChanged(|text|: "a")"#,
      "`queryChanged` has no associated value `text`",
      "it takes one value without a label"
    ),
    Mistake(
      "send queryChanged |swift|",
      "expected String, found `swift`",
      #"text stands between double quotes: "swift""#
    ),
    Mistake(
      "send queryChanged |2026-01-31|",
      "expected String, found 2026-01-31",
      #"text stands between double quotes: "2026-01-31""#
    ),
    Mistake("send isOnChanged |ture|", "expected Bool, found `ture`", "did you mean `true`?"),
    Mistake("send rowAppeared |seven|", "expected Int for `id`, found `seven`"),
    Mistake(
      "send tabSelected |serach|",
      "unknown case `serach`",
      "expected `home` or `search`",
      "did you mean `search`?"
    ),
    Mistake(
      "send pointMoved |origin|",
      "expected Point, found `origin`",
      #"text stands between double quotes: "origin""#
    ),
    Mistake("send due |tomorrow|", "expected a date such as 2026-01-31T12:00:00Z, found `tomorrow`"),
    Mistake("send due 2026-01-|32|", "expected a day from 01 to 31, found `32`"),
    Mistake(
      "send identified |2026-01-31|",
      "expected a UUID such as 00000000-0000-0000-0000-0000000000FF, found 2026-01-31"
    ),
    Mistake("send rowAppeared 1|,| 2", "expected the end of the line, found `,`"),
  ])
  func mistakes(_ mistake: Mistake) {
    #expect(error(in: mistake.line, of: Action.self) == mistake.message)
  }
}
