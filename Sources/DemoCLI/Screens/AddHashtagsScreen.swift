import StoreInspection
import Features

/// The sheet in which hashtags are added to a recipe.
func addHashtagsScreen(_ state: AddHashtags.State, title: String? = nil, width: Int = 80) -> Screen {
  var screen = Screen("ハッシュタグを追加", width: width)
  screen.line(title ?? "レシピ \(state.recipeID)", .dim)
  screen.line()
  if state.text.isEmpty { screen.line("#タグ1　#タグ2（スペース区切り）", .dim) } else { screen.paragraph(state.text) }
  screen.line()
  screen.line("[ハッシュタグを追加する]", state.canSend ? .bold : .dim)
  screen.line("[キャンセル]")
  if state.isSending { screen.line("送信中…", .dim) }
  if let error = state.error { screen.paragraph("追加できませんでした。\(error.message)", .failure) }
  if let alert = state.alert {
    screen.line()
    screen.paragraph("\(alert)", .selected)
  }
  return screen
}
