import Store
import Foundation
import Testing

@testable import StoreCore

@Suite struct TextStateTests {
  let styled = TextState("Delete ") + TextState("every").italic() + TextState("thing").italic() + TextState("?").bold()

  @Test func plainTextAndRuns() {
    #expect([String(styled), String(state: styled), "\(styled)"] == Array(repeating: "Delete everything?", count: 3))
    #expect(String(TextState(verbatim: "a %@")) == "a %@" && String(TextState("abc".dropFirst())) == "bc")
    #expect(styled.runs.map(\.text) == ["Delete ", "everything", "?"])
    #expect(styled.runs.map(\.styles) == [[], [.italic], [.bold]])
    #expect(TextState("").runs.isEmpty && String(TextState("")) == "")
  }

  @Test func textsAreEqualIfTheyLookAlike() {
    #expect(TextState("a") + TextState("b") == TextState("ab"))
    #expect(TextState("a").bold() + TextState("") + TextState("b").bold() == TextState("ab").bold())
    #expect(TextState("a").bold().italic() == TextState("a").italic().bold().bold())
    #expect(TextState("a").bold().bold(isActive: false) == TextState("a") && TextState("") == TextState("").bold())
    #expect(Set([TextState("a") + TextState("b"), TextState("ab"), TextState("a").bold(), TextState("a")]).count == 3)
    let struck = TextState("a").strikethrough().underline()
    #expect(struck.runs.map(\.styles) == [[.strikethrough, .underline]])
    #expect(struck.strikethrough(false).underline(false).italic(isActive: false) == TextState("a"))
  }

  @Test func styleOfAWholeTextIsThatOfEveryPart() {
    #expect(styled.bold().runs.map(\.styles) == [[.bold], [.bold, .italic], [.bold]])
    #expect(styled.bold().bold(isActive: false).runs.map(\.styles) == [[], [.italic], []])
  }

  @Test func manyPartsNeedNoStack() {
    let text = (0..<100_000).reduce(TextState("")) { $1 % 20_000 == 0 ? $0 + TextState("!").bold() : $0 }
    #expect(text.runs.count == 1)
    let long = (0..<2_000).map { TextState("\($0)").bold(isActive: $0 % 2 == 0) }.reduce(TextState(""), +)
    #expect(long.runs.count == 2_000 && long == long.underline().underline(false))
  }

  @Test func json() throws {
    for text in ["", "a"] { try expectJSON(TextState(text), "\"\(text)\"") }
    try expectJSON(TextState("a") + TextState("b").bold(), #"[{"text":"a"},{"styles":["bold"],"text":"b"}]"#)
    try expectJSON(
      styled.underline(),
      #"[{"styles":["underline"],"text":"Delete "},{"styles":["italic","underline"],"text":"everything"},"#
        + #"{"styles":["bold","underline"],"text":"?"}]"#
    )
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(TextState.self, from: Data("1".utf8)) }
  }

  @Test func messages() {
    #expect(valueDump(TextState("")) == #""""#)
    #expect(valueDump(styled) == #"TextState.Styled(markup: "Delete _everything_**?**")"#)
    #expect(
      valueDump(TextState("a").bold().italic().underline().strikethrough())
        == #"TextState.Styled(markup: "**_~~<u>a</u>~~_**")"#
    )
    #expect(valueDiff(TextState("a"), TextState("a").bold()) == "- \"a\"\n+ TextState.Styled(markup: \"**a**\")")
  }
}
