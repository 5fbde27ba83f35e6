import Features
import StoreInspection

/// The users and songs of the catalog.
func catalogScreen(_ state: ObservedState<Catalog.State>, _ context: ScreenContext) -> Screen<Catalog.Action> {
  var screen = Screen<Catalog.Action>("カタログ", width: context.width)
  screen.command("r", "更新", .reloadPulled)
  let (users, songs) = (state.users, state.songs)
  screen.section("ユーザー", users, context) { (title: "\($0.lastName) \($0.firstName)", trailing: "#\($0.id)") }
  screen.line()
  screen.section("曲", songs, context) { song in
    let seconds = song.seconds.map { "\($0 / 60):\($0 % 60 < 10 ? "0" : "")\($0 % 60)" }
    return (title: "\(song.title) — \(song.artist)", trailing: seconds ?? "")
  }
  if users.error != nil || songs.error != nil { screen.button("[再試行]", .selected, .retryButtonTapped) }
  return screen
}

extension Screen<Catalog.Action> {
  /// Adds the state and the rows of a list that is loaded.
  fileprivate mutating func section<Row: Identifiable>(
    _ title: String,
    _ state: LoadState<[Row]>,
    _ context: ScreenContext,
    row: (Row) -> (title: String, trailing: String)
  ) {
    let isPlaceholder: Bool
    let rows: [Row]
    if case .loading(let placeholder, nil) = state {
      (isPlaceholder, rows) = (true, placeholder)
    } else {
      (isPlaceholder, rows) = (false, state.value ?? [])
    }
    let isLoading = if case .loading = state { true } else { false }
    line(
      [.text(state.value.map { "\(title) \($0.count) 件" } ?? title)],
      trailing: isLoading ? [.progress("読み込み中…")] : [],
      .bold
    )
    if let error = state.error { paragraph(error.message, .failure) }
    if state.value?.isEmpty == true { line("ありません") }
    let shown = shownRows(of: rows.count, context, limit: 10)
    list("catalog", count: rows.count, shown: shown, rowID: { "\(title) \(rows[$0].id)" }) { offset, screen in
      let (title, trailing) = row(rows[offset])
      screen.row("  \(title)", trailing: isPlaceholder ? "" : trailing, isPlaceholder ? .dim : .plain)
    }
    if shown.upperBound < rows.count { line("  ほか \(rows.count - shown.upperBound) 件", .dim) }
  }
}
