import Foundation

/// What the terminal says beside a screen: which keys do what. In Japanese for a Japanese locale, otherwise in English, so
/// that a screen in one of these languages has no words of another one below it.
struct TerminalTexts {
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

  /// What each key does on every screen.
  var keys: [(key: String, title: String)] {
    [
      ("↑ ↓  j k", text(en: "up, down", ja: "上、下")),
      ("← →  Tab", text(en: "previous, next", ja: "前、次")),
      ("PgUp PgDn", text(en: "a page up, down", ja: "前のページ、次のページ")),
      ("Home End", text(en: "first, last", ja: "先頭、末尾")),
      ("Enter", text(en: "press, or type into a field", ja: "押す、または入力する")),
      ("Ctrl-L", text(en: "draw again", ja: "再描画")),
      ("Ctrl-Z", text(en: "suspend", ja: "中断")),
      ("q  Ctrl-C", text(en: "quit", ja: "終了")),
    ]
  }

  private func text(en: String, ja: String) -> String { isJapanese ? ja : en }
}
