import Dependencies
import Store
import Testing

@dynamicMemberLookup
enum Screen: CasePathable, Equatable {
  case home
  case list([Int])
  case detail(id: Int, title: String)
  case child(Child)
  case result(Result<Int, Failure>)
  case maybe(Int?)

  struct Failure: Error, Equatable {
    var code: Int
  }

  enum Child: CasePathable, Equatable {
    case row(Row)
    case closed

    struct AllCasePaths: Sendable {
      var row: AnyCasePath<Child, Row> {
        AnyCasePath(embed: { .row($0) }) {
          guard case .row(let value) = $0 else { return nil }
          return value
        }
      }
      var closed: AnyCasePath<Child, Void> {
        AnyCasePath(embed: { .closed }) {
          guard case .closed = $0 else { return nil }
          return ()
        }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  enum Row: CasePathable, Equatable {
    case tapped(Int)

    struct AllCasePaths: Sendable {
      var tapped: AnyCasePath<Row, Int> {
        AnyCasePath(embed: { .tapped($0) }) {
          guard case .tapped(let value) = $0 else { return nil }
          return value
        }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  struct AllCasePaths: Sendable {
    var home: AnyCasePath<Screen, Void> {
      AnyCasePath(embed: { .home }) {
        guard case .home = $0 else { return nil }
        return ()
      }
    }
    var list: AnyCasePath<Screen, [Int]> {
      AnyCasePath(embed: { .list($0) }) {
        guard case .list(let value) = $0 else { return nil }
        return value
      }
    }
    var detail: AnyCasePath<Screen, (id: Int, title: String)> {
      AnyCasePath(embed: { .detail(id: $0.id, title: $0.title) }) {
        guard case .detail(let id, let title) = $0 else { return nil }
        return (id, title)
      }
    }
    var child: AnyCasePath<Screen, Child> {
      AnyCasePath(embed: { .child($0) }) {
        guard case .child(let value) = $0 else { return nil }
        return value
      }
    }
    var result: AnyCasePath<Screen, Result<Int, Failure>> {
      AnyCasePath(embed: { .result($0) }) {
        guard case .result(let value) = $0 else { return nil }
        return value
      }
    }
    var maybe: AnyCasePath<Screen, Int?> {
      AnyCasePath(embed: { .maybe($0) }) {
        guard case .maybe(let value) = $0 else { return nil }
        return value
      }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

@Suite struct CasePathableTests {
  @Test func isTellsCasesApart() {
    #expect(Screen.home.is(\.home))
    #expect(!Screen.home.is(\.list))
    #expect(Screen.list([]).is(\.list))
    #expect(Screen.detail(id: 1, title: "").is(\.detail))
    #expect(Screen.child(.row(.tapped(1))).is(\.child))
    #expect(Screen.child(.row(.tapped(1))).is(\.child.row.tapped))
    #expect(!Screen.child(.closed).is(\.child.row))
    #expect(!Screen.home.is(\.child.closed))
    #expect(Screen.home.is(\.self))
    #expect(Screen.maybe(nil).is(\.maybe))
    #expect(Screen.maybe(nil).is(\.maybe.none))
    #expect(!Screen.maybe(nil).is(\.maybe.some))
    #expect(Screen.result(.success(1)).is(\.result.success))
    #expect(!Screen.result(.success(1)).is(\.result.failure))
  }

  @Test func caseSubscriptReadsPayload() {
    #expect(Screen.list([1, 2])[case: \.list] == [1, 2])
    #expect(Screen.home[case: \.list] == nil)
    #expect(Screen.home[case: \.home] != nil)
    #expect(Screen.child(.row(.tapped(3)))[case: \.child.row.tapped] == 3)
    #expect(Screen.child(.closed)[case: \.child.row.tapped] == nil)
    let detail = Screen.detail(id: 1, title: "a")[case: \.detail]
    #expect(detail?.id == 1)
    #expect(detail?.title == "a")
    #expect(Screen.home[case: \.self] == .home)
    #expect(Screen.maybe(nil)[case: \.maybe] == .some(nil))
  }

  @Test func caseSubscriptReplacesPayloadOfMatchingCaseOnly() {
    var screen = Screen.list([1])
    screen[case: \.list] = [2, 3]
    #expect(screen == .list([2, 3]))
    screen[case: \.maybe] = 4
    #expect(screen == .list([2, 3]))

    screen = .child(.row(.tapped(1)))
    screen[case: \.child.row.tapped] = 5
    #expect(screen == .child(.row(.tapped(5))))
  }

  @Test func dynamicMembersReadPayload() {
    #expect(Screen.list([1]).list == [1])
    #expect(Screen.list([1]).child == nil)
    #expect(Screen.child(.closed).child == .closed)
  }

  @Test func modifyChangesPayload() {
    var screen = Screen.list([1])
    screen.modify(\.list) { $0.append(2) }
    #expect(screen == .list([1, 2]))

    screen = .detail(id: 1, title: "a")
    screen.modify(\.detail) { $0.title += "b" }
    #expect(screen == .detail(id: 1, title: "ab"))

    screen = .child(.row(.tapped(1)))
    screen.modify(\.child.row.tapped) { $0 += 1 }
    #expect(screen == .child(.row(.tapped(2))))

    screen = .maybe(1)
    screen.modify(\.maybe) { $0 = nil }
    #expect(screen == .maybe(nil))
  }

  @Test func modifyingAnotherCaseIsReported() {
    var screen = Screen.home
    let issues = withCapturedIssues {
      screen.modify(\.list) { _ in Issue.record("There is nothing to modify") }
      var optional: Screen? = nil
      optional.modify(\.child.row.tapped) { _ in Issue.record("There is nothing to modify") }
    }
    #expect(screen == .home)
    #expect(issues.count == 2)
    #expect(issues.first?.message.hasPrefix("Can't modify 'home' through '\\.list': the value is in another") == true)
    #expect(issues.last?.message.hasPrefix("Can't modify 'nil' through '\\.some.child.row.tapped': ") == true)
  }

  @Test func modifyDoesNotCopyPayload() {
    var screen = Screen.list(Array(0..<10_000))
    func address() -> UnsafeRawPointer? {
      screen[case: \.list]?.withUnsafeBytes { $0.baseAddress }
    }
    let before = address()
    screen.modify(\.list) { $0[5_000] = -1 }
    #expect(address() == before)
    #expect(screen.list?[5_000] == -1)
  }

  @Test func optionalsAndResults() {
    let one: Int? = 1
    let none: Int? = nil
    #expect(one.is(\.some))
    #expect(none.is(\.none))
    #expect(!one.is(\.none))
    #expect(one[case: \.some] == 1)
    #expect(none[case: \.some] == nil)
    #expect(Result<Int, Screen.Failure>.success(1)[case: \.success] == 1)
    #expect(Result<Int, Screen.Failure>.success(1)[case: \.failure] == nil)
    #expect(Result<Int, Screen.Failure>.failure(.init(code: 4)).is(\.failure))

    var optional: Screen? = .list([1])
    #expect(optional.is(\.list))
    #expect(!optional.is(\.home))
    #expect(optional.is(\.some))
    optional.modify(\.list) { $0.append(2) }
    #expect(optional == .list([1, 2]))
    optional.modify(\.some) { $0 = .home }
    #expect(optional == .home)
    optional = nil
    #expect(!optional.is(\.home))
    #expect(optional.is(\.none))
  }
}
