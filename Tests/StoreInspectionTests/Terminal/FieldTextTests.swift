import Testing

@testable import StoreInspection
@testable import StoreScript
@testable import StoreTrace

struct FieldTextTests {
  @Test func linesBreakAnywhere() {
    #expect(FieldText.wrapped("one two three", columns: 5) == ["one t", "wo th", "ree"])
    #expect(FieldText.wrapped("日本語", columns: 5) == ["日本", "語"])
    #expect(FieldText.wrapped("a\n\nb\n", columns: 5) == ["a", "", "b", ""])
    #expect(FieldText.wrapped("", columns: 5) == [""])
  }

  @Test func theCursorIsBeforeItsCharacter() {
    func position(_ offset: Int) -> [Int] {
      let position = FieldText.position(of: offset, in: "a日\n本b", columns: 5)
      return [position.line, position.column]
    }
    #expect((0...5).map(position) == [[0, 0], [0, 1], [0, 3], [1, 0], [1, 2], [1, 3]])
    #expect(FieldText.position(of: 5, in: "abcde", columns: 5).column == 4, "It stays on the screen.")
  }

  @Test func theCursorStaysInView() {
    func window(_ caret: Int, _ text: String = "0123456789") -> String {
      var (shown, column) = FieldText.window(text, caret: caret, columns: 5)
      let index = shown.index(shown.startIndex, offsetBy: min(column, shown.count))
      shown.insert("|", at: index)
      return shown
    }
    #expect(window(0) == "|01234")
    #expect(window(3) == "012|34")
    #expect(window(10) == "6789|")
    #expect(window(2, "a\nb") == "a↵|b")
    #expect(FieldText.window("日本語日本", caret: 5, columns: 5).text == "日本")
    #expect(FieldText.window("日本語日本", caret: 5, columns: 5).column == 4)
  }
}
