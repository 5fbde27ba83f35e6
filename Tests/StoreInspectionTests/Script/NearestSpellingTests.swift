import Testing

@testable import StoreInspection
@testable import StoreScript

struct NearestSpellingTests {
  @Test func nearest() {
    let names = ["queryChanged", "submit", "search", "rows", "id"]
    #expect(names.nearest(to: "serach") == "search")
    #expect(names.nearest(to: "querychanged") == "queryChanged")
    #expect(names.nearest(to: "sumbit") == "submit")
    #expect(names.nearest(to: "row") == "rows")
    #expect(names.nearest(to: "di") == "id")
    #expect(names.nearest(to: "elephant") == nil)
    #expect(names.nearest(to: "") == nil)
    #expect(names.nearest(to: String(repeating: "search", count: 100_000)) == nil)
    #expect([String]().nearest(to: "a") == nil)
  }

  @Test func lists() {
    #expect([String]().list() == "nothing")
    #expect(["a"].list() == "`a`")
    #expect(["a", "b", "c"].list(or: "and") == "`a`, `b` and `c`")
    #expect((0..<30).map(String.init).list().hasSuffix("`23`, … (30 in all)"))
  }
}
