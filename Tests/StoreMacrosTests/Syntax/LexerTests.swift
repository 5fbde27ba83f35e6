import Testing

@testable import StoreMacros

@Suite struct LexerTests {
  @Test func slices() {
    let source = SourceText("let a = 1")
    #expect(SourceSlice(source: source, range: 4..<5).text == "a")
  }
}
