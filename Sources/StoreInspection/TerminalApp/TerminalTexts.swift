import Foundation

/// The texts about keys that the terminal shows with a screen. They are in Japanese for a Japanese locale and otherwise
/// in English, so that they fit screens in both languages.
struct TerminalTexts {
  /// Whether F12 opens developer tools.
  var hasTools = false
  private let isJapanese: Bool

  init(_ locale: Locale) { isJapanese = locale.language.languageCode?.identifier == "ja" }

  var yes: String { text(en: "Enter: yes", ja: "Enter: はい") }
  var yesOrNo: String { "\(yes)  \(text(en: "any other key: no", ja: "ほかのキー: いいえ"))" }
  var anyKey: String { text(en: "any key: back", ja: "どのキーでも戻ります") }
  var scrolling: String { text(en: "↑ ↓: scroll  other keys: back", ja: "↑ ↓: スクロール  ほかのキー: 戻る") }
  var newLine: String { text(en: "Enter: new line", ja: "Enter: 改行") }
  var done: String { text(en: "Enter: done", ja: "Enter: 確定") }
  var typing: String { text(en: "Tab: next  Esc: stop typing", ja: "Tab: 次へ  Esc: 入力を終了") }
  var keysAndQuit: [String] { [text(en: "?: keys", ja: "?: キー一覧"), text(en: "q: quit", ja: "q: 終了")] }

  var saving: String {
    text(en: "Saving before it ends …  Ctrl-C: end at once", ja: "終了前に保存しています …  Ctrl-C: すぐに終了")
  }

  /// Says at which address a browser shows the session.
  func shown(at address: String) -> String { text(en: "in a browser: \(address)", ja: "ブラウザで表示: \(address)") }

  /// The keys that work on every screen.
  var keys: [(key: String, title: String)] {
    let tools = [("F12", text(en: "developer tools", ja: "開発者ツール"))]
    return [
      ("↑ ↓  j k", text(en: "up, down", ja: "上、下")),
      ("← →  Tab", text(en: "previous, next", ja: "前、次")),
      ("PgUp PgDn", text(en: "a page up, down", ja: "前のページ、次のページ")),
      ("Home End", text(en: "first, last", ja: "先頭、末尾")),
      ("Enter", text(en: "press, or type into a field", ja: "押す、または入力する")),
      ("Ctrl-L", text(en: "draw again", ja: "再描画")),
      ("Ctrl-Z", text(en: "suspend", ja: "中断")),
      ("q  Ctrl-C", text(en: "quit", ja: "終了")),
    ] + (hasTools ? tools : [])
  }

  func text(en: String, ja: String) -> String { isJapanese ? ja : en }
}
