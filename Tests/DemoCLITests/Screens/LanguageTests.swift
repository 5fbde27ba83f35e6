import Foundation
import StoreInspection
import Testing

@testable import DemoCLI
@testable import StoreScript

/// Every screen with all of its parts, in both languages.
struct LanguageTests {
  @Test func noEnglishIsLeftInJapanese() {
    for text in texts(.japanese(width: 2_000)) {
      let words = text.matches(of: #/[A-Za-z]{2,}/#).map { String($0.output) }
      #expect(words.allSatisfy(Self.names.contains), "\(text)")
    }
  }

  @Test func noJapaneseIsLeftInEnglish() {
    for text in texts(ScreenContext(width: 2_000)) {
      #expect(!text.unicodeScalars.contains { 0x3000...0x9FFF ~= $0.value }, "\(text)")
    }
  }

  @Test func marksHaveWords() {
    for text in texts(ScreenContext(width: 2_000)) + texts(.japanese(width: 2_000)) where text.contains(/[♥★☆☑☐↑↓]/) {
      #expect(text.contains(/[♥★☆☑☐↑↓][^\p{L}]*\p{L}/), "\(text)")
    }
  }

  /// Names that are the same in both languages; the last ones open addresses.
  private static let names: Set<String> = ["GitHub", "OK", "ToDo", "Web", "swift", "xdg", "open", "utils", "PATH"]

  /// The texts of all screens: their lines, and the labels and questions of their keys and controls.
  private func texts(_ context: ScreenContext) -> [String] {
    func texts<Action>(_ screens: [Screen<Action>]) -> [String] {
      screens.flatMap { screen in
        screen.lines.map(\.text) + screen.commands.flatMap { [$0.title, $0.question ?? ""] }
          + screen.lines.flatMap(\.controls).flatMap { [$0.label, $0.question ?? ""] }
      }
    }
    let all = SampleScreens(context: context)
    return texts(all.app) + texts(all.repositories) + texts(all.articles) + texts(all.recipes) + texts(all.sheets)
      + texts(all.toDos) + texts(all.forms) + texts(all.catalog)
  }
}
