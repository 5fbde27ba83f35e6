import Features
import Store
import Testing

@testable import DemoCLI
@testable import StoreInspection

struct CatalogScreenTests {
  private static let users = [
    User(id: 1, firstName: "葵", lastName: "佐藤"), User(id: 2, firstName: "Ada", lastName: "Lovelace"),
  ]
  private static let songs = [
    Song(id: 1, title: "夜明けの海", artist: "Nagori", seconds: 187), Song(id: 2, title: "夏のうた", artist: "青い電車"),
  ]

  private func body(_ state: Catalog.State) -> String {
    catalogScreen(ObservedState(state), .japanese(width: 40)).text
      .split(separator: "\n", omittingEmptySubsequences: false).dropFirst(2).joined(separator: "\n")
  }

  @Test func rows() {
    var state = Catalog.State()
    state.users = .success(Self.users)
    state.songs = .success(Self.songs)
    #expect(
      body(state) == """
        ユーザー 2 件
          佐藤 葵                             #1
          Ada Lovelace                        #2

        曲 2 件
          夜明けの海 — Nagori               3:07
          夏のうた — 青い電車
        """
    )
    state.users = .success([])
    state.songs = .success((1...25).map { Song(id: $0, title: "曲\($0)", artist: "A", seconds: 60) })
    #expect(body(state).hasPrefix("ユーザー 0 件\nありません\n"))
    #expect(body(state).hasSuffix("\n  曲10 — A                          1:00\n  ほか 15 件"))
    // What is loading has placeholders; what is loaded again, or has failed to, keeps its rows.
    #expect(body(Catalog.State()).hasPrefix("ユーザー                     読み込み中…\n  ――― ―――\n"))
    state.users = .loading(placeholder: [], previous: Self.users)
    #expect(body(state).hasPrefix("ユーザー 2 件                読み込み中…\n  佐藤 葵"))
    state.users = .failure(.cancelled, previous: Self.users)
    #expect(body(state).contains("リクエストはキャンセルされました。\n") && body(state).contains("\n  佐藤 葵"))
  }
}
