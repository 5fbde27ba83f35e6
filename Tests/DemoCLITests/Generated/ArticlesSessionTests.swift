import Foundation
import Store
import StoreTesting
import Testing

@testable import Features

/// A session of DemoCLI on mock values, made a test by `DemoCLI generate-test --feature articles`.
/// It calls memberwise initializers of `Article.Tag`. Where a type has another one, the command line's
/// `swiftSpellings` have to say so.
struct ArticlesSessionTests {
  @Test func session() async {
    let store = TestStore(initialState: Articles.State()) {
      Articles()
    } withDependencies: {
      $0.qiitaClient.articles = { tag, page in
        switch (tag, page) {
        case ("swift", 1): return firstArticlePage
        case ("swift", 2): return secondArticlePage
        case ("ios", 1): return thirdArticlePage
        default:
          Issue.record("no such call was recorded: \((tag, page))")
          throw CancellationError()
        }
      }
      $0.qiitaClient.article = { id in
        switch id {
        case "4401325cba9c0b127f5d": return secondArticlePage.items[0]
        case "nothing": throw APIError.status(code: 404, message: "Not found", retryAt: nil)
        default:
          Issue.record("no such call was recorded: \(String(describing: id))")
          throw CancellationError()
        }
      }
      $0.openURL = OpenURL { _ in }
    }

    await store.send(.appeared) { $0.list.request = Articles.List.Request(query: "swift") }
    await store.receive(\.pageLoaded) {
      $0.list.query = "swift"
      $0.list.rows = IdentifiedArray(uniqueElements: firstArticlePage.items)
      $0.list.totalCount = 4218
      $0.list.nextCursor = 2
      $0.list.request = nil
      $0.rateLimit = firstArticlePage.rateLimit
    }
    await store.send(.rowAppeared(id: "aebab98897392c8dac94")) {
      $0.list.request = Articles.List.Request(query: "swift", cursor: 2)
    }
    await store.receive(\.pageLoaded) {
      $0.list.rows.append(contentsOf: secondArticlePage.items)
      $0.list.nextCursor = 3
      $0.list.request = nil
      $0.rateLimit?.remaining = 59
    }
    await store.send(.refreshPulled) { $0.list.request = Articles.List.Request(query: "swift") }
    await store.receive(\.pageLoaded) {
      $0.list.rows.remove(id: "4401325cba9c0b127f5d")
      $0.list.rows.remove(id: "c4132a27def7c91a8ed6")
      $0.list.rows.remove(id: "e32b69d9c8096639e788")
      $0.list.nextCursor = 2
      $0.list.request = nil
      $0.rateLimit?.remaining = 60
    }
    await store.send(.tagChanged("ios")) { $0.tag = "ios" }
    await store.send(.tagSubmitted) { $0.list.request = Articles.List.Request(query: "ios") }
    await store.receive(\.pageLoaded) {
      $0.list.query = "ios"
      $0.list.rows = IdentifiedArray(uniqueElements: thirdArticlePage.items)
      $0.list.totalCount = 3456
      $0.list.request = nil
    }
    await store.send(.appeared)
    await store.send(.articleOpened(id: "4401325cba9c0b127f5d")) { $0.openingID = "4401325cba9c0b127f5d" }
    await store.receive(.articleLoaded(secondArticlePage.items[0])) { $0.openingID = nil }
    await store.send(.appeared)
    await store.send(.articleOpened(id: "nothing")) { $0.openingID = "nothing" }
    await store.receive(.articleFailed(.status(code: 404, message: "Not found", retryAt: nil))) {
      $0.articleError = .status(code: 404, message: "Not found", retryAt: nil)
    }
    await store.send(.openErrorDismissed) {
      $0.openingID = nil
      $0.articleError = nil
    }
    await store.send(.rowTapped(id: "b2128799c4b23d2550c0"))
  }
}

// swift-format-ignore: NeverForceUnwrap
private let firstArticlePage = ArticlePage(
  items: [
    Article(
      id: "91238df9c4dc9ade71b7",
      title: "swift で依存性注入を作ってみた（その4218）",
      url: URL(string: "https://qiita.example/yui52/items/91238df9c4dc9ade71b7")!,
      user: Article.User(id: "yui52", name: "", profileImageURL: "https://images.example/yui52.png"),
      likesCount: 425,
      commentsCount: 9,
      createdAt: Date(timeIntervalSince1970: 1_767_211_163),
      tags: [Article.Tag(name: "swift"), Article.Tag(name: "combine")]
    ),
    Article(
      id: "303e3f6cb50a6306796d",
      title: "swift のエラーハンドリングを読み解く（その4217）",
      url: URL(string: "https://qiita.example/ren62/items/303e3f6cb50a6306796d")!,
      user: Article.User(id: "ren62", name: "蓮", profileImageURL: "https://images.example/ren62.png"),
      likesCount: 836,
      commentsCount: 11,
      createdAt: Date(timeIntervalSince1970: 1_767_196_726),
      tags: [Article.Tag(name: "swift")]
    ),
    Article(
      id: "aebab98897392c8dac94",
      title: "非同期処理と swift の落とし穴（その4216）",
      url: URL(string: "https://qiita.example/aoi79/items/aebab98897392c8dac94")!,
      user: Article.User(id: "aoi79", name: "葵", profileImageURL: "https://images.example/aoi79.png"),
      likesCount: 776,
      commentsCount: 5,
      createdAt: Date(timeIntervalSince1970: 1_767_182_289),
      tags: [Article.Tag(name: "swift"), Article.Tag(name: "日本語")]
    ),
  ],
  totalCount: 4218,
  nextPage: 2,
  rateLimit: RateLimit(limit: 60, remaining: 60, resetsAt: Date(timeIntervalSince1970: 1_767_229_200))
)

// swift-format-ignore: NeverForceUnwrap
private let secondArticlePage = ArticlePage(
  items: [
    Article(
      id: "4401325cba9c0b127f5d",
      title: "【swift】無限スクロールのベストプラクティス（その4203）",
      url: URL(string: "https://qiita.example/ren82/items/4401325cba9c0b127f5d")!,
      user: Article.User(id: "ren82", name: "蓮", profileImageURL: "https://images.example/ren82.png"),
      likesCount: 116,
      commentsCount: 2,
      createdAt: Date(timeIntervalSince1970: 1_766_994_608),
      tags: [Article.Tag(name: "swift"), Article.Tag(name: "swiftui")]
    ),
    Article(
      id: "c4132a27def7c91a8ed6",
      title: "【swift】画面遷移のベストプラクティス（その4202）",
      url: URL(string: "https://qiita.example/haruto12/items/c4132a27def7c91a8ed6")!,
      user: Article.User(id: "haruto12", name: "陽翔", profileImageURL: "https://images.example/haruto12.png"),
      likesCount: 311,
      commentsCount: 2,
      createdAt: Date(timeIntervalSince1970: 1_766_980_171),
      tags: [Article.Tag(name: "swift"), Article.Tag(name: "combine")]
    ),
    Article(
      id: "e32b69d9c8096639e788",
      title: "swift でAPI クライアントを作ってみた（その4201）",
      url: URL(string: "https://qiita.example/hina25/items/e32b69d9c8096639e788")!,
      user: Article.User(id: "hina25", name: "陽菜"),
      likesCount: 177,
      commentsCount: 9,
      createdAt: Date(timeIntervalSince1970: 1_766_965_734),
      tags: [Article.Tag(name: "swift"), Article.Tag(name: "async")]
    ),
  ],
  totalCount: 4218,
  nextPage: 3,
  rateLimit: RateLimit(limit: 60, remaining: 59, resetsAt: Date(timeIntervalSince1970: 1_767_229_200))
)

// swift-format-ignore: NeverForceUnwrap
private let thirdArticlePage = ArticlePage(
  items: [
    Article(
      id: "b2128799c4b23d2550c0",
      title: "ios でエラーハンドリングを作ってみた（その3456）",
      url: URL(string: "https://qiita.example/sota51/items/b2128799c4b23d2550c0")!,
      user: Article.User(id: "sota51", name: "颯太", profileImageURL: "https://images.example/sota51.png"),
      likesCount: 809,
      commentsCount: 7,
      createdAt: Date(timeIntervalSince1970: 1_767_211_163),
      tags: [Article.Tag(name: "ios"), Article.Tag(name: "async")]
    ),
    Article(
      id: "4eb8b8243f277aa546f1",
      title: "単体テストと ios の落とし穴（その3455）",
      url: URL(string: "https://qiita.example/yui11/items/4eb8b8243f277aa546f1")!,
      user: Article.User(id: "yui11", name: "結衣", profileImageURL: "https://images.example/yui11.png"),
      likesCount: 612,
      commentsCount: 8,
      createdAt: Date(timeIntervalSince1970: 1_767_196_726),
      tags: [Article.Tag(name: "ios")]
    ),
    Article(
      id: "121a9f5325f84e99ff43",
      title: "ios の無限スクロールを読み解く（その3454）",
      url: URL(string: "https://qiita.example/hina47/items/121a9f5325f84e99ff43")!,
      user: Article.User(id: "hina47", name: "陽菜", profileImageURL: "https://images.example/hina47.png"),
      likesCount: 611,
      commentsCount: 11,
      createdAt: Date(timeIntervalSince1970: 1_767_182_289),
      tags: [Article.Tag(name: "ios"), Article.Tag(name: "combine")]
    ),
  ],
  totalCount: 3456,
  nextPage: 2,
  rateLimit: RateLimit(limit: 60, remaining: 60, resetsAt: Date(timeIntervalSince1970: 1_767_229_200))
)

// swift-format-ignore: NeverForceUnwrap
private let article = Article(
  id: "4401325cba9c0b127f5d",
  title: "【swift】無限スクロールのベストプラクティス（その4203）",
  url: URL(string: "https://qiita.example/ren82/items/4401325cba9c0b127f5d")!,
  user: Article.User(id: "ren82", name: "蓮", profileImageURL: "https://images.example/ren82.png"),
  likesCount: 116,
  commentsCount: 2,
  createdAt: Date(timeIntervalSince1970: 1_766_994_608),
  tags: [Article.Tag(name: "swift"), Article.Tag(name: "swiftui")]
)
