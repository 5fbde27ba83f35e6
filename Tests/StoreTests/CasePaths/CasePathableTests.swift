import Store
import Testing

@dynamicMemberLookup @CasePathable enum Screen: Equatable {
  case home, list([Int]), detail(id: Int, title: String), child(Child), maybe(Int?)

  @CasePathable enum Child: Equatable { case row(Row), closed }

  /// A conformance that is written by hand.
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
}

@Suite struct CasePathableTests {
  let row = Screen.child(.row(.tapped(1)))

  @Test func isTellsCasesApart() {
    #expect(Screen.home.is(\.home) && !Screen.home.is(\.list) && Screen.home.is(\.self))
    #expect(row.is(\.child) && row.is(\.child.row.tapped))
    #expect(!Screen.child(.closed).is(\.child.row) && !Screen.home.is(\.child.closed))
    #expect(Screen.maybe(nil).is(\.maybe) && Screen.maybe(nil).is(\.maybe.none) && !Screen.maybe(nil).is(\.maybe.some))
  }

  @Test func patternsMatch() {
    func name(_ screen: Screen) -> String {
      switch screen {
      case \.home: "home"
      case \.child.row: "row"
      case \.child: "child"
      default: "other"
      }
    }
    let screens: [Screen] = [.home, row, .child(.closed), .list([])]
    #expect(screens.map(name) == ["home", "row", "child", "other"])
  }

  @Test func callingEmbeds() {
    let list: CaseKeyPath<Screen, [Int]> = \.list
    #expect(list([1]) == .list([1]) && (\Screen.Cases.child.closed)() == .child(.closed))
    #expect((\Screen.Cases.child.row.tapped)(1) == row && (\Screen.Cases.maybe)(nil) == .maybe(nil))
    #expect((\Screen.Cases.maybe.some)(1) == .maybe(1) && (\Screen.Cases.self)(.home) == .home)
    #expect(AnyCasePath(\Screen.Cases.child).row.tapped.extract(from: row) == 1)
  }

  @Test func caseSubscriptReadsPayload() {
    #expect(Screen.list([1, 2])[case: \.list] == [1, 2] && Screen.list([1, 2]).list == [1, 2])
    #expect(Screen.home[case: \.list] == nil && Screen.home.list == nil && Screen.home[case: \.home] != nil)
    #expect(row[case: \.child.row.tapped] == 1 && Screen.child(.closed)[case: \.child.row.tapped] == nil)
    #expect(Screen.detail(id: 1, title: "a")[case: \.detail]?.title == "a" && Screen.home[case: \.self] == .home)
    #expect(Screen.maybe(nil)[case: \.maybe] == .some(nil))
  }

  @Test func caseSubscriptReplacesPayloadOfMatchingCaseOnly() {
    var screen = Screen.list([1])
    screen[case: \.list] = [2, 3]
    screen[case: \.maybe] = 4
    #expect(screen == .list([2, 3]))
    screen = row
    screen[case: \.child.row.tapped] = 5
    #expect(screen == .child(.row(.tapped(5))))
  }

  @Test func modifyChangesPayload() {
    var screen = Screen.detail(id: 1, title: "a")
    screen.modify(\.detail) { $0.title += "b" }
    #expect(screen == .detail(id: 1, title: "ab"))
    screen = row
    screen.modify(\.child.row.tapped) { $0 += 1 }
    #expect(screen == .child(.row(.tapped(2))))
    screen = .maybe(1)
    screen.modify(\.maybe) { $0 = nil }
    #expect(screen == .maybe(nil))
  }

  @Test func modifyDoesNotCopyPayload() {
    var screen = Screen.list(Array(0..<10_000))
    func address() -> UnsafeRawPointer? { screen.list?.withUnsafeBytes { $0.baseAddress } }
    let before = address()
    screen.modify(\.list) { $0[5_000] = -1 }
    #expect(address() == before && screen.list?[5_000] == -1)
  }

  @Test func modifyingAnotherCaseIsReported() {
    var screen = Screen.home
    let line = #line + 2
    let issues = withCapturedIssues {
      screen.modify(\.list) { _ in Issue.record("There is nothing to modify") }
      var optional: Screen? = nil
      optional.modify(\.child.row.tapped) { _ in Issue.record("There is nothing to modify") }
    }
    #expect(screen == .home && issues.map(\.line) == [line, line + 2])
    #expect(issues.first?.message.hasPrefix("Can't modify 'home' through '\\.list': the value is in another") == true)
    #expect(issues.last?.message.hasPrefix("Can't modify 'nil' through '\\.some.child.row.tapped': ") == true)
  }

  @Test func optionalsAndResults() {
    let (one, none): (Int?, Int?) = (1, nil)
    #expect(one.is(\.some) && none.is(\.none) && !one.is(\.none))
    #expect(one[case: \.some] == 1 && none[case: \.some] == nil)
    let success = Result<Int, Failure>.success(1)
    #expect(success[case: \.success] == 1 && success[case: \.failure] == nil && !success.is(\.failure))
    let failure = Result<Int, Failure>.failure(Failure())
    #expect(failure[case: \.failure] == Failure() && failure[case: \.success] == nil && failure.case == \.failure)
    #expect((\Result<Int, Failure>.Cases.failure)(Failure()) == failure && none.case == \.none)
    #expect((\Optional<Int>.Cases.none)() == none)

    var optional: Screen? = .list([1])
    #expect(optional.is(\.list) && !optional.is(\.home) && optional.is(\.some))
    optional.modify(\.list) { $0.append(2) }
    #expect(optional == .list([1, 2]))
    optional.modify(\.some) { $0 = .home }
    #expect(optional == .home)
    optional = nil
    #expect(!optional.is(\.home) && optional.is(\.none))
  }

  @Test func keyPathsAreSendableHashableAndAppendable() {
    let tapped: any CaseKeyPath<Screen, Int> & Sendable = \.child.row.tapped
    let extract: @Sendable (Screen) -> Int? = { $0[case: tapped] }
    #expect(extract(row) == 1)
    let partial: any PartialCaseKeyPath<Screen> & Sendable = \.list
    #expect(Screen.list([]).is(partial))
    #expect(partial == \Screen.Cases.list && partial != \Screen.Cases.home)
    let child: CaseKeyPath<Screen, Screen.Child> = \.child
    let appended: CaseKeyPath<Screen, Screen.Row> = child.appending(path: \.row)
    #expect(row[case: appended] == .tapped(1))
  }

  @Test func modifyOfACasePathReturnsResultOrNothing() {
    let path = AnyCasePath(\Screen.Cases.list)
    #expect(path.debugDescription == "AnyCasePath<Screen, Array<Int>>")
    var screen = Screen.list([1])
    let copy = screen
    #expect(path.modify(&screen) { $0.removeLast() } == 1)
    #expect(throws: Failure.self) {
      try path.modify(&screen) { (list: inout [Int]) throws in
        list.append(9)
        throw Failure()
      }
    }
    #expect(screen == .list([9]) && copy == .list([1]))
    screen = .home
    #expect(path.modify(&screen) { $0.count } == nil)
    #expect(screen == .home)
  }
}
