import Dependencies
import Foundation
import Store

/// An action with every kind of path and of payload that a script can write.
enum SampleAction: Codable, Equatable, Sendable {
  case submit
  case queryChanged(String)
  case isOnChanged(Bool)
  case level(UInt8)
  case selected(Int?)
  case rowAppeared(id: Int)
  case moved(Int, Int)
  case tagged(Int, label: String)
  case resized(width: Double, height: Double?)
  case due(Date)
  case dayPicked(Day)
  case identified(UUID)
  case identifiers([UUID: Date])
  case counted([String: Int])
  case profileChanged(Profile)
  case boxChanged(Box)
  case styleChanged(Style)
  case sizeChanged(Size)
  case tabSelected(Tab)
  case raw(Raw)
  case linkOpened(Link)
  case linkSet(link: Link?)
  case links([Link])
  case search(Search)
  case rows(IdentifiedAction<Int, Row>)
  case card(id: String, action: Row)
  case child(action: Row)
  case detail(PresentationAction<Detail>)
  case path(StackAction<Box, Search>)

  enum Detail: Codable, Equatable, Sendable { case starTapped, renamed(String), alert(PresentationAction<Search>) }
  enum Search: Codable, Equatable, Sendable { case response(Response), cleared }
  enum Response: Codable, Equatable, Sendable { case success([String]), failure(code: Int) }
  indirect enum Row: Codable, Equatable, Sendable { case tapped, renamed(String), rows(IdentifiedAction<String, Row>) }

  enum Link: Codable, Equatable, Sendable {
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
  enum Tab: String, Codable, CaseIterable { case home = "home-tab", search = "search-tab" }

  struct Profile: Codable, Equatable, Sendable {
    var name: String
    var nickname: String?
    var emails: [Email] = []

    struct Email: Codable, Equatable, Sendable {
      var address: String
      var isVerified: Bool
    }
  }

  /// Encoded just like an enum with one case.
  struct Box: Codable, Equatable, Sendable { var content = Content() }
  struct Content: Codable, Equatable, Sendable { var text = "Blob" }

  /// A day that is encoded as text.
  struct Day: Codable, Equatable, Sendable {
    let text: String

    init(_ text: String) { self.text = text }
    init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }
  }

  /// An action type that implements `init(from:)` itself.
  enum Raw: Codable, Equatable, Sendable {
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

  /// Actions, and how transcripts write them.
  static let samples: [(SampleAction, String)] = [
    (.submit, "submit"), (.queryChanged("a\u{2028}\"\\"), #"queryChanged "a\u2028\"\\""#), (.level(255), "level 255"),
    (.selected(nil), "selected null"), (.selected(1), "selected 1"),
    (.rowAppeared(id: .min), #"rowAppeared {"id": -9223372036854775808}"#),
    (.moved(.max, 0), #"moved {"_0": 9223372036854775807, "_1": 0}"#),
    (.tagged(1, label: ""), #"tagged {"_0": 1, "label": ""}"#),
    (.resized(width: 1, height: 2.5), #"resized {"width": 1, "height": 2.5}"#),
    (.due(Date(timeIntervalSinceReferenceDate: 0.25)), #"due "2001-01-01T00:00:00.250Z""#),
    (.boxChanged(Box()), #"boxChanged {"content": {"text": "Blob"}}"#),
    (.styleChanged(.dark), #"styleChanged "dark""#), (.sizeChanged(.large), "sizeChanged 1"),
    (.search(.cleared), "search.cleared"), (.search(.response(.success(["a"]))), #"search.response.success ["a"]"#),
    (.search(.response(.failure(code: 404))), #"search.response.failure {"code": 404}"#),
    (.rows(.element(id: 3, action: .tapped)), "rows[id: 3].tapped"),
    (.rows(.element(id: 3, action: .renamed("b"))), #"rows[id: 3].renamed "b""#),
    (.rows(.element(id: 3, action: .rows(.element(id: "x", action: .tapped)))), #"rows[id: 3].rows[id: "x"].tapped"#),
    (.card(id: "c", action: .tapped), #"card[id: "c"].tapped"#),
    (.detail(.dismiss), "detail.dismiss"), (.detail(.presented(.starTapped)), "detail.presented.starTapped"),
    (.detail(.presented(.renamed("b"))), #"detail.presented.renamed "b""#),
    (.detail(.presented(.alert(.presented(.cleared)))), "detail.presented.alert.presented.cleared"),
    (.path(.element(id: 2, action: .cleared)), "path[id: 2].cleared"),
    (.path(.popFrom(id: 2)), #"path.popFrom {"id": 2}"#),
    (.path(.push(id: 3, state: Box())), #"path.push {"id": 3, "state": {"content": {"text": "Blob"}}}"#),
  ]
}
