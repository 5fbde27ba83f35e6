import StoreInspection
import Features

/// The users and songs of the catalog.
func catalogScreen(_ state: Catalog.State, width: Int = 80) -> Screen {
  var screen = Screen("カタログ", width: width)
  screen.section("ユーザー", state.users) { (title: "\($0.lastName) \($0.firstName)", trailing: "#\($0.id)") }
  screen.line()
  screen.section("曲", state.songs) { song in
    let seconds = song.seconds.map { "\($0 / 60):\($0 % 60 < 10 ? "0" : "")\($0 % 60)" }
    return (title: "\(song.title) — \(song.artist)", trailing: seconds ?? "")
  }
  if state.users.error != nil || state.songs.error != nil { screen.line("[再試行]", .selected) }
  return screen
}

extension Screen {
  /// The first rows of a list that is loaded, and what is to be said about it.
  fileprivate mutating func section<Row>(
    _ title: String,
    _ state: LoadState<[Row]>,
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
    self.row(
      state.value.map { "\(title) \($0.count) 件" } ?? title,
      trailing: isLoading ? "読み込み中…" : "",
      .bold
    )
    if let error = state.error { paragraph(error.message, .failure) }
    if state.value?.isEmpty == true { line("ありません") }
    for element in rows.prefix(10) {
      let (title, trailing) = row(element)
      self.row("  \(title)", trailing: isPlaceholder ? "" : trailing, isPlaceholder ? .dim : .plain)
    }
    if rows.count > 10 { line("  ほか \(rows.count - 10) 件", .dim) }
  }
}
