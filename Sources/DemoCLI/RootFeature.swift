import Dependencies
import Features

/// The feature that scripts drive: the one place that names it.
enum RootFeature {
  static func player(_ options: RunOptions, console: Console) -> ScriptPlayer<AppFeature> {
    ScriptPlayer(isLive: options.isLive, console: console) {
      AppFeature.State()
    } reducer: {
      AppFeature()
    } dependencies: {
      if let database = options.database { $0.databaseLocation = .file(path: database) }
    } screen: {
      @Dependency(\.calendar) var calendar
      return appScreen($0, calendar: calendar)
    }
  }
}
