import Features
import StoreInspection

/// The users and songs of the catalog.
func catalogScreen(_ state: ObservedState<Catalog.State>, _ context: ScreenContext) -> Screen<Catalog.Action> {
  let texts = context.texts
  var screen = Screen<Catalog.Action>(texts.title(of: .catalog), width: context.width)
  screen.command("r", texts.reload, .reloadPulled)
  let (users, songs) = (state.users, state.songs)
  screen.section(texts.users, users, context, state.$users) {
    (title: texts.name(first: $0.firstName, last: $0.lastName), trailing: "#\($0.id)")
  }
  screen.line()
  screen.section(state.artist.map { texts.songs(by: $0) } ?? texts.songs, songs, context, state.$songs) { song in
    .artistSelected(song.artist)
  } row: { song in
    (title: "\(song.title) — \(song.artist)", trailing: song.seconds.map(texts.minutes) ?? "")
  }
  if state.artist != nil { screen.button("[\(texts.allSongs)]", key: "a", .artistSelected(nil)) }
  if users.error != nil || songs.error != nil { screen.button("[\(texts.retry)]", .selected, .retryButtonTapped) }
  return screen
}

extension Screen<Catalog.Action> {
  /// Adds the state and the rows of a list that is loaded.
  fileprivate mutating func section<Row: Identifiable & Codable & Equatable & Sendable>(
    _ title: String,
    _ state: LoadState<[Row]>,
    _ context: ScreenContext,
    _ property: Get<[Row]>,
    action: ((Row) -> Catalog.Action)? = nil,
    row: (Row) -> (title: String, trailing: String)
  ) {
    let texts = context.texts
    let isPlaceholder: Bool
    let rows: [Row]
    if case .loading(let placeholder, nil) = state {
      (isPlaceholder, rows) = (true, placeholder)
    } else {
      (isPlaceholder, rows) = (false, state.value ?? [])
    }
    let isLoading = if case .loading = state { true } else { false }
    line(
      [.text(state.value.map { texts.heading(title, count: $0.count) } ?? title)],
      trailing: isLoading ? [.progress(texts.loading)] : [],
      .bold
    )
    asOf(property.asOf, context)
    omitted(property.omittedCount, texts)
    if let error = state.error { paragraph(texts.message(of: error), .failure) }
    if state.value?.isEmpty == true { line(texts.nothingThere) }
    let shown = shownRows(of: rows.count, context, limit: 10)
    list(
      "catalog",
      count: rows.count,
      shown: shown,
      rowID: { "\(title) \(rows[$0].id)" },
      action: { isPlaceholder ? nil : action?(rows[$0]) }
    ) { offset, screen in
      let (title, trailing) = row(rows[offset])
      screen.line("  \(title)", trailing: isPlaceholder ? "" : trailing, isPlaceholder ? .dim : .plain)
    }
    if shown.upperBound < rows.count { line("  " + texts.others(rows.count - shown.upperBound), .dim) }
  }
}
