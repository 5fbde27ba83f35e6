import Testing

@testable import StoreInspection
@testable import StoreScript

struct NearestSpellingTests {
  @Test(arguments: [
    ("serach", "search"), ("querychanged", "queryChanged"), ("sumbit", "submit"), ("row", "rows"), ("di", "id"),
    ("elephant", nil), ("", nil),
  ])
  func nearest(_ word: String, _ name: String?) {
    #expect(["queryChanged", "submit", "search", "rows", "id"].nearest(to: word) == name)
    #expect([String]().nearest(to: word) == nil)
  }

  @Test func aLongWordTakesNoTime() {
    #expect(["search"].nearest(to: String(repeating: "search", count: 100_000)) == nil)
  }

  @Test func lists() {
    #expect([String]().list() == "nothing")
    #expect(["a"].list() == "`a`")
    #expect(["a", "b", "c"].list(or: "and") == "`a`, `b` and `c`")
    #expect((0..<30).map(String.init).list().hasSuffix("`23`, … (30 in all)"))
  }
}
