import Features
import Store
import StoreInspection

/// The sheet that adds hashtags to a recipe.
func addHashtagsScreen(
  _ state: AddHashtags.State,
  title: String? = nil,
  _ context: ScreenContext
) -> Screen<AddHashtags.Action> {
  let texts = context.texts
  var screen = Screen<AddHashtags.Action>(texts.addHashtags, width: context.width)
  screen.line(title ?? texts.recipe(state.recipeID), .dim)
  screen.line()
  screen.field(
    text: state.text,
    placeholder: texts.hashtagsPlaceholder,
    key: "/",
    isFirst: true,
    isMultiline: true
  ) {
    .textChanged($0)
  }
  screen.line()
  screen.button("[\(texts.addHashtagsButton)]", state.canSend ? .bold : .dim, state.canSend ? .sendButtonTapped : nil)
  screen.button(
    "[\(texts.cancel)]",
    key: .escape,
    asking: state.value.isEmpty || state.isSending ? nil : texts.discardHashtags,
    .cancelButtonTapped
  )
  if state.isSending { screen.progress(texts.sending) }
  if let error = state.error {
    screen.paragraph(texts.sentences(texts.couldNotAdd, texts.message(of: error)), .failure)
  }
  screen.alert(state.alert) { .alert($0) }
  return screen
}
