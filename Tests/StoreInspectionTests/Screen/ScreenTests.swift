import Testing

@testable import StoreInspection

struct ScreenTests {
  private func body(_ width: Int = 20, _ fill: (inout Screen<Int>) -> Void) -> [String] {
    var screen = Screen<Int>("T", width: width)
    fill(&screen)
    return screen.lines.dropFirst(2).map(\.text)
  }

  @Test func linesAreCutToTheWidth() {
    #expect(body { $0.line("exactly twenty chars") } == ["exactly twenty chars"])
    #expect(body { $0.line("more than twenty chars") } == ["more than twenty ch…"])
    #expect(body { $0.line("日本語日本語日本語日本語") } == ["日本語日本語日本語…"])
  }

  @Test func rowsKeepTheirEnds() {
    #expect(body { $0.line("swift", trailing: "★ 5") } == ["swift            ★ 5"])
    #expect(body { $0.line("a title that is long", trailing: "★ 5") } == ["a title that is… ★ 5"])
    #expect(body { $0.line("日本", trailing: "") } == ["日本"])
  }

  @Test func paragraphsBreakAtSpacesOrBetweenWideCharacters() {
    #expect(body { $0.paragraph("one two three four five six") } == ["one two three four ", "five six"])
    #expect(body { $0.paragraph("日本語の文章には空白がありません") } == ["日本語の文章には空白", "がありません"])
    #expect(body { $0.paragraph("日本語の文章はここま。次の文") } == ["日本語の文章はここ", "ま。次の文"])
    #expect(body { $0.paragraph("日本語の文章はここ」。次の文") } == ["日本語の文章はこ", "こ」。次の文"])
    #expect(body { $0.paragraph("日本語の文章ですよ（次の文") } == ["日本語の文章ですよ", "（次の文"])
    #expect(body { $0.paragraph("averyveryverylongwordindeed") } == ["averyveryverylongwor", "dindeed"])
    #expect(body { $0.paragraph("a\n\nb") } == ["a", "", "b"])
  }

  @Test func nothingMovesTheCursor() {
    #expect(body { $0.line("a\u{1B}[2Jb\nc\td\u{202E}") } == ["a\u{FFFD}[2Jb c d\u{FFFD}"])
    #expect(body { $0.paragraph("a\u{1B}b") } == ["a\u{FFFD}b"])
  }

  @Test func textHasNoTrailingSpaces() {
    var screen = Screen<Int>("T", width: 20)
    screen.line("a  ")
    #expect(screen.text == "T\n────────────────────\na")
  }
}
