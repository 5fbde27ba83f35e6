import Store
import Testing

@CasePathable private enum Field: Equatable {
  case title(String), body(String)
  case isLive
  case maybe(Int?)
  case row(Row)
  case never

  @CasePathable enum Row: Equatable { case tapped(Int) }
}

@CasePathable private enum Content<Element> { case one(Element), many([Element]), other([Int].Element) }

@CasePathable private enum Iterator { case next(Int), done }

@CasePathable private enum NoCases {}

@Suite struct CasePathIterableTests {
  @Test func pathsAreThoseOfTheCasesInTheirOrder() {
    func count<Enum: CasePathIterable>(_: Enum.Type) -> Int { Enum.allCasePaths.reduce(0) { count, _ in count + 1 } }
    #expect(count(Field.self) == 6)
    #expect(Array(Field.allCasePaths) == [\.title, \.body, \.isLive, \.maybe, \.row, \.never])
    #expect(Array(Content<Int>.allCasePaths) == [\.one, \.many, \.other])
    #expect(Array(Iterator.allCasePaths) == [\.next, \.done])
    #expect(Array(Int?.allCasePaths) == [\.none, \.some])
    #expect(Array(Result<Int, Never>.allCasePaths) == [\.success, \.failure])
    #expect(Array(NoCases.allCasePaths) == [])
    #expect(Array(Never.allCasePaths) == [])
  }

  @Test func valuesAreLookedUp() {
    for (value, path): (Field, PartialCaseKeyPath<Field>) in [
      (.title("a"), \.title), (.isLive, \.isLive), (.maybe(nil), \.maybe), (.row(.tapped(1)), \.row), (.never, \.never),
    ] {
      #expect(value.case == path && Field.allCasePaths[value] == path)
      #expect(value.is(path))
    }
    #expect(Content.many([1]).case == \.many && Optional(1).case == \.some)
    #expect(Result<Int, Never>.success(1).case == \.success)
    #expect(Set([Field.title("a"), .title("b"), .isLive].map(\.case)) == [\.title, \.isLive])
  }

  @Test func pathsWithoutTypesTakeOutPayloads() {
    let title = Field.title("").case
    #expect(Field.title("a")[case: title] as? String == "a" && Field.body("a")[case: title] == nil)
    #expect(Field.isLive[case: Field.isLive.case] is Void)
    // A case whose payload is `nil` still has a payload.
    #expect(Field.maybe(nil)[case: Field.maybe(1).case] != nil)
    #expect(Field.maybe(1)[case: Field.maybe(nil).case] as? Int == 1)
  }

  @Test func pathsWithoutTypesMakeValuesOfWhatFits() {
    #expect(Field.allCasePaths.compactMap { $0("a") } == [.title("a"), .body("a")])
    #expect(Field.allCasePaths.compactMap { $0(()) } == [.isLive, .never])
    #expect(Field.allCasePaths.compactMap { $0(1) } == [.maybe(1)])
    #expect(Field.allCasePaths.compactMap { $0(1.5) } == [])
    let nested: PartialCaseKeyPath<Field> = \.row.tapped
    #expect(nested(1) == .row(.tapped(1)))
  }

  @Test func neverIsACaseOfEveryEnumUnlessItHasOneOfThisName() {
    #expect(AnyCasePath(\Iterator.Cases.never).extract(from: .done) == nil && Iterator.done[case: \.never] == nil)
    #expect(!Iterator.done.is(\.never) && (\Field.Cases.never)() == .never)
  }
}
