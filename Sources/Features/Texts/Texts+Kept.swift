import Foundation

// Bookmarks, working offline, and kept responses.

extension Texts {
  package var bookmarks: String { text(en: "Bookmarks", ja: "ブックマーク") }
  package var bookmark: String { text(en: "Bookmark", ja: "ブックマークに追加") }
  package var removeBookmark: String { text(en: "Remove the bookmark", ja: "ブックマークを外す") }
  package var bookmarked: String { text(en: "Bookmarked", ja: "ブックマーク済み") }
  package var noBookmarks: String {
    text(
      en: "There are no bookmarks. Press b at a recipe or an article to keep it.",
      ja: "ブックマークはありません。レシピや記事で b キーを押すと追加できます。"
    )
  }
  package func removed(_ title: String) -> String { text(en: "Removed: \(title)", ja: "外しました: \(title)") }
  package func recipe(by author: String) -> String {
    text(en: "Recipe by \(author)", ja: "レシピ: \(self.author(author))")
  }
  package func article(by author: String) -> String {
    text(en: "Article by \(author)", ja: "記事: \(self.author(author))")
  }
  package func kept(_ date: Date, now: Date) -> String {
    text(en: "Kept \(minute(date)) (\(relative(date, to: now)))", ja: "追加: \(minute(date))（\(relative(date, to: now))）")
  }
  package var starredRepositories: String { text(en: "Starred repositories", ja: "スター付きのリポジトリ") }

  package var offline: String { text(en: "Offline", ja: "オフライン") }
  package var workOnline: String { text(en: "Work online", ja: "オンラインにする") }
  package var workOffline: String { text(en: "Work offline", ja: "オフラインにする") }
  package func asOf(_ date: Date, now: Date) -> String {
    text(
      en: "As of \(minute(date)) (\(relative(date, to: now)))",
      ja: "\(minute(date))（\(relative(date, to: now))）時点の内容"
    )
  }
  /// What happened to the cache and how to fix it. The cache needs no backup, because servers can send the responses
  /// again.
  package func answersNotKept(because error: DatabaseError) -> String {
    let problem = text(en: "Answers of servers are not kept.", ja: "サーバーの応答を保存できません。")
    guard case .corrupt(let path, let reason) = error else { return sentences(problem, message(of: error)) }
    return sentences(
      problem,
      text(
        en:
          "\(path) can't be read: \(reason). If it was damaged, choose “\(removeAnswers)” in \(bookmarks). If that does "
          + "not help, it may belong to another program: delete it if not, or name another database.",
        ja: "\(self.reason(path)) を読み込めません（\(self.reason(reason))）。壊れている場合は、「\(bookmarks)」で「\(removeAnswers)」を"
          + "選んでください。それでも続く場合は、ほかのプログラムのものでないことを確かめて削除するか、別のデータベースを指定してください。"
      )
    )
  }
  package var removeAnswers: String { text(en: "Remove kept answers", ja: "保存した応答を削除") }
  package var mayRemoveAnswers: String {
    text(
      en: "Remove the answers of servers that are shown while there is no network?",
      ja: "オフラインのときに表示する、サーバーの応答を削除しますか？"
    )
  }
}
