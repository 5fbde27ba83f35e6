import ComposableArchitecture
import Testing

extension Case {
  /// As libraries such as TCACoordinators convert payloads.
  fileprivate subscript<Element>() -> Case<ArraySlice<Element>> where Value == [Element] {
    Case<ArraySlice<Element>>(embed: { self._embed(Array($0)) }, extract: { self._extract(from: $0).map { $0[...] } })
  }
}

@CasePathable private enum Loading: Equatable {
  case idle
  case rows([Int])
  case nested(Inner)

  @CasePathable enum Inner: Equatable { case rows([Int]) }
}

@Suite struct CaseTests {
  @Test func aCaseCanBeMadeOfFunctions() {
    let rows: CaseKeyPath<Loading, ArraySlice<Int>> = \.rows[]
    #expect(rows([1, 2]) == .rows([1, 2]))
    #expect(AnyCasePath(rows).extract(from: .idle) == nil)
    #expect(Loading.rows([4])[case: rows] == [4])
    let nested: CaseKeyPath<Loading, ArraySlice<Int>> = \.nested.rows[]
    #expect(nested([1, 2]) == .nested(.rows([1, 2])))
    #expect(AnyCasePath(nested).extract(from: .nested(.rows([3]))) == [3])
    #expect(AnyCasePath(nested).extract(from: .rows([3])) == nil)
  }

  @Test func aCaseEmbedsAndExtracts() {
    let inner = Case<Loading.Inner>(\Case<Loading>.nested)
    #expect(inner._embed(.rows([1])) as? Loading == .nested(.rows([1])))
    #expect(inner._extract(from: Loading.nested(.rows([1]))) == .rows([1]))
    #expect(inner._extract(from: 1) == nil)
  }
}
