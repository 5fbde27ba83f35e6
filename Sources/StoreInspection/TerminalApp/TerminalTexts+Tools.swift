/// The texts of the developer tools.
extension TerminalTexts {
  func name(of view: ToolPane.View) -> String {
    switch view {
    case .actions: text(en: "Actions", ja: "アクション")
    case .difference: text(en: "Difference", ja: "差分")
    case .state: text(en: "State", ja: "状態")
    }
  }

  var toolKeys: String {
    text(
      en: "Esc: close  ↑ ↓: step  Enter: go there  u: undo  Tab: view  PgUp PgDn: scroll",
      ja: "Esc: 閉じる  ↑ ↓: ステップ  Enter: 移動  u: 元に戻す  Tab: 表示切替  PgUp PgDn: スクロール"
    )
  }
  var start: String { text(en: "start", ja: "開始") }
  var noChange: String { text(en: "no change", ja: "変更なし") }
  var nothingToUndo: String { text(en: "There is no step to undo.", ja: "元に戻すステップがありません。") }

  /// Says that the session has gone to a step, and what has become of its running effects.
  func arrival(at step: Int, cancelled count: Int) -> String {
    text(en: "At step \(step). Effects that were cancelled: \(count)", ja: "ステップ \(step) に移動。キャンセルしたエフェクト: \(count)")
  }

  /// Says that the state after a step is not kept.
  func noState(after step: Int, limit: Int) -> String {
    text(
      en: "The state of step \(step) is gone: only the latest \(limit) steps have theirs.",
      ja: "ステップ \(step) の状態は残っていません。状態が残るのは最新の \(limit) ステップです。"
    )
  }
}
