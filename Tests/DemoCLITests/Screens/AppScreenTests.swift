import Features
import Foundation
import Testing

@testable import DemoCLI
@testable import StoreInspection

struct AppScreenTests {
  private func text(_ state: AppFeature.State) -> String {
    appScreen(state, calendar: Calendar(identifier: .gregorian), width: 60).text
  }

  @Test(arguments: zip(AppTab.allCases, ["リポジトリ", "記事", "レシピ", "ToDo", "カタログ"]))
  func theTabOnShowIsMarked(_ tab: AppTab, _ title: String) {
    var state = AppFeature.State()
    state.tab = tab
    let first = text(state).split(separator: "\n").first ?? ""
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
        The link app://x can't be opened: there is no place of that
        name.
        Nothing was saved or read: /a/b.sqlite is in use. Another
        program holds it locked, often one that is stopped in a
        debugger, or that copies it. Wait for it or end it, then try
        again.

        レシピ一覧
        ────────────────────────────────────────────────────────────
        """
    )
  }
}
