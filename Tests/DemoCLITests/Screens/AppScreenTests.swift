import Features
import Foundation
import Testing

@testable import DemoCLI
@testable import StoreInspection

struct AppScreenTests {
  private func text(_ state: AppFeature.State, width: Int = 60) -> String {
    appScreen(state, calendar: Calendar(identifier: .gregorian), width: width).text
  }

  @Test(arguments: zip(AppTab.allCases, ["リポジトリ", "記事", "レシピ", "ToDo", "カタログ", "ブックマーク"]))
  func theTabOnShowIsMarked(_ tab: AppTab, _ title: String) {
    var state = AppFeature.State()
    state.tab = tab
    let first = text(state, width: 80).split(separator: "\n").first ?? ""
    #expect(first.contains("[\(title)]"))
    #expect(first.count(where: { $0 == "[" }) == 1)
  }

  @Test func errorsStandAboveTheTab() {
    var state = AppFeature.State()
    state.tab = .recipes
    state.linkError = DeepLinkError(link: "app://x", problem: .extraPart)
    state.preferencesError = .busy(path: "/a/b.sqlite")
    #expect(
      text(state) == """
         リポジトリ   記事  [レシピ]  ToDo   カタログ
         ブックマーク
        リンク app://x を開けません。ユーザー名、ポート、フラグメン
        トは含められません。
        保存も読み込みもできませんでした。/a/b.sqlite は使用中です。
        ほかのプログラム（デバッガーで停止中のものや、コピー中のもの
        など）がロックしています。終わるのを待つか終了させて、もう一
        度お試しください。

        レシピ一覧
        ────────────────────────────────────────────────────────────
        """
    )
  }
}
