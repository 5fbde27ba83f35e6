private let tracks = Tracklist.State(rows: [
  TrackRow.State(id: 1, title: "Alba"), TrackRow.State(id: 2, title: "Brio"),
])

let store = Store(initialState: tracks) { Tracklist() }
