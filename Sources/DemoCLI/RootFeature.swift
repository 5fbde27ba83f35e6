import Features

/// The feature that scripts drive: the one place that names it.
enum RootFeature {
  static func player(isLive: Bool, console: Console) -> ScriptPlayer<SearchRepos> {
    ScriptPlayer(isLive: isLive, console: console) {
      SearchRepos.State()
    } reducer: {
      SearchRepos()
    }
  }
}
