import Store
import Testing

@Suite struct CaseKeyPathTests {
  @Test func callingEmbeds() {
    let list: CaseKeyPath<Screen, [Int]> = \.list
    #expect(list([1]) == .list([1]))
    let home: CaseKeyPath<Screen, Void> = \.home
    #expect(home() == .home)
    let tapped = \Screen.Cases.child.row.tapped
    #expect(tapped(7) == .child(.row(.tapped(7))))
    let closed = \Screen.Cases.child.closed
    #expect(closed() == .child(.closed))
    #expect((\Screen.Cases.maybe)(nil) == .maybe(nil))
    #expect((\Screen.Cases.maybe.some)(1) == .maybe(1))
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
    #expect(name(.home) == "home")
    #expect(name(.child(.row(.tapped(1)))) == "row")
    #expect(name(.child(.closed)) == "child")
    #expect(name(.list([])) == "other")
  }

  @Test func literalsAreSendableHashableAndAppendable() {
    let tapped: any CaseKeyPath<Screen, Int> & Sendable = \.child.row.tapped
    let extract: @Sendable (Screen) -> Int? = { $0[case: tapped] }
    #expect(extract(.child(.row(.tapped(2)))) == 2)

    let partial: any PartialCaseKeyPath<Screen> & Sendable = \.list
    #expect(Screen.list([]).is(partial))
    #expect(partial == \Screen.Cases.list)
    #expect(partial != \Screen.Cases.home)

    let child: CaseKeyPath<Screen, Screen.Child> = \.child
    let appended: CaseKeyPath<Screen, Screen.Row> = child.appending(path: \.row)
    #expect(Screen.child(.row(.tapped(2)))[case: appended] == .tapped(2))
  }

  @Test func keyPathsResolveToCasePaths() {
    let path = AnyCasePath(\Screen.Cases.child.row.tapped)
    #expect(path.embed(1) == .child(.row(.tapped(1))))
    #expect(path.extract(from: .child(.row(.tapped(1)))) == 1)
    #expect(path.extract(from: .home) == nil)

    let identity = AnyCasePath(\Screen.Cases.self)
    #expect(identity.embed(.home) == .home)
    #expect(identity.extract(from: .list([1])) == .list([1]))

    let nested = AnyCasePath(\Screen.Cases.child).row.tapped
    #expect(nested.extract(from: .child(.row(.tapped(1)))) == 1)
    #expect(nested.embed(3) == .child(.row(.tapped(3))))
  }

  @Test func modifyReturnsResultOrNothing() throws {
    let path = AnyCasePath(\Screen.Cases.list)
    var screen = Screen.list([1])
    #expect(path.modify(&screen) { $0.removeLast() } == 1)
    #expect(screen == .list([]))

    #expect(throws: Failure.self) {
      try path.modify(&screen) { (list: inout [Int]) throws in
        list.append(9)
        throw Failure()
      }
    }
    #expect(screen == .list([9]))

    screen = .home
    #expect(path.modify(&screen) { $0.count } == nil)
    #expect(screen == .home)
  }
}
