import Features
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
    catalogScreen(state, width: 40).text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(2)
      .joined(separator: "\n")
  }

  @Test func placeholders() {
    let lines = catalogScreen(Catalog.State(), width: 40).lines
    #expect(lines[2].text == "ユーザー                     読み込み中…")
    #expect(lines[3].text == "  ――― ―――" && lines[3].style == .dim)
    #expect(lines.map(\.text).filter { $0.hasSuffix("読み込み中…") }.count == 2)
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
  }

  @Test func nothingAndMany() {
    var state = Catalog.State()
    state.users = .success([])
    state.songs = .success((1...25).map { Song(id: $0, title: "曲\($0)", artist: "A", seconds: 60) })
    let text = body(state)
    #expect(text.hasPrefix("ユーザー 0 件\nありません\n"))
    #expect(text.hasSuffix("\n  曲10 — A                          1:00\n  ほか 15 件"))
  }

  @Test func reloadingKeepsTheRows() {
    var state = Catalog.State()
    state.users = .loading(placeholder: [], previous: Self.users)
    state.songs = .success(Self.songs)
    #expect(body(state).hasPrefix("ユーザー 2 件                読み込み中…\n  佐藤 葵"))
  }

  @Test(arguments: [
    APIError.noConnection(reason: "lost"), .timeout(seconds: 5), .cancelled, .notHTTP, .responseTooLarge(limit: 1),
    .status(code: 500, message: nil, retryAt: nil), .rateLimited(retryAt: nil, message: nil),
    .undecodable(path: "[0].id", expected: "a whole number"), .invalidRequest(reason: "no"), .unexpected(reason: "no"),
  ])
  func aFailureKeepsTheRowsAndTheOtherSection(_ error: APIError) {
    var state = Catalog.State()
    state.users = .failure(error, previous: Self.users)
    state.songs = .success(Self.songs)
    let lines = catalogScreen(state, width: 300).lines
    #expect(lines.filter { $0.style == .failure }.map(\.text) == [Texts.japanese.message(of: error)])
    #expect(lines.contains { $0.text.hasPrefix("  佐藤 葵") } && lines.contains { $0.text.hasPrefix("  夏のうた") })
    #expect(lines.last?.text == "[再試行]")
    state.users = .failure(error)
    #expect(!catalogScreen(state).lines.contains { $0.text.contains("佐藤") })
  }
}
