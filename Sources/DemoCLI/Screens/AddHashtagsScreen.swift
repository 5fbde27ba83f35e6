import Features
import Store
import StoreInspection

/// The sheet that adds hashtags to a recipe.
func addHashtagsScreen(
  _ state: AddHashtags.State,
  title: String? = nil,
  _ context: ScreenContext
) -> Screen<AddHashtags.Action> {
  var screen = Screen<AddHashtags.Action>("ハッシュタグを追加", width: context.width)
  screen.line(title ?? "レシピ \(state.recipeID)", .dim)
  screen.line()
  screen.field(
    text: state.text,
    placeholder: "#タグ1　#タグ2（スペース区切り）",
    key: "/",
    isFirst: true,
    isMultiline: true
  ) {
    .textChanged($0)
  }
  screen.line()
  screen.button("[ハッシュタグを追加する]", state.canSend ? .bold : .dim, state.canSend ? .sendButtonTapped : nil)
  screen.button(
    "[キャンセル]",
    key: .escape,
    asking: state.value.isEmpty || state.isSending ? nil : "入力したハッシュタグを破棄しますか？",
    .cancelButtonTapped
  )
  if state.isSending { screen.progress("送信中…") }
  if let error = state.error { screen.paragraph("追加できませんでした。\(error.message)", .failure) }
  screen.alert(state.alert) { .alert($0) }
  return screen
}
