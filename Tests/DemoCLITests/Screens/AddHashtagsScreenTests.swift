import Features
import Store
import Testing

@testable import DemoCLI
@testable import StoreInspection

struct AddHashtagsScreenTests {
  private func text(_ text: String, title: String? = nil, _ change: (inout AddHashtags.State) -> Void = { _ in })
    -> String
  {
    var state = AddHashtags.State(recipeID: 42, text: text)
    change(&state)
    return addHashtagsScreen(state, title: title, width: 44).text
  }

  @Test func nothingTyped() {
    #expect(
      text("") == """
        ハッシュタグを追加
        ────────────────────────────────────────────
        レシピ 42

        #タグ1　#タグ2（スペース区切り）

        [ハッシュタグを追加する]
        [キャンセル]
        """
    )
  }

  @Test func somethingTyped() {
    #expect(
      text("＃夕食　#簡単", title: "肉じゃが") == """
        ハッシュタグを追加
        ────────────────────────────────────────────
        肉じゃが

        ＃夕食　#簡単

        [ハッシュタグを追加する]
        [キャンセル]
        """
    )
    let lines = addHashtagsScreen(AddHashtags.State(recipeID: 1, text: "#a")).lines
    #expect(lines.first { $0.text == "[ハッシュタグを追加する]" }?.style == .bold)
    let blank = addHashtagsScreen(AddHashtags.State(recipeID: 1, text: " ")).lines
    #expect(blank.first { $0.text == "[ハッシュタグを追加する]" }?.style == .dim)
  }

  @Test func sending() {
    #expect(
      text("#a") { $0.isSending = true } == """
        ハッシュタグを追加
        ────────────────────────────────────────────
        レシピ 42

        #a

        [ハッシュタグを追加する]
        [キャンセル]
        送信中…
        """
    )
  }

  @Test func failed() {
    #expect(
      text("#a") { $0.error = .notHTTP } == """
        ハッシュタグを追加
        ────────────────────────────────────────────
        レシピ 42

        #a

        [ハッシュタグを追加する]
        [キャンセル]
        追加できませんでした。応答したのは Web サー
        バーではありません。アドレスを確認してくださ
        い。
        """
    )
  }

  @Test func added() {
    #expect(
      text("#a") { $0.alert = .hashtagsAdded(.japanese) } == """
        ハッシュタグを追加
        ────────────────────────────────────────────
        レシピ 42

        #a

        [ハッシュタグを追加する]
        [キャンセル]

        ハッシュタグを追加しました
          1. OK
        """
    )
  }
}
