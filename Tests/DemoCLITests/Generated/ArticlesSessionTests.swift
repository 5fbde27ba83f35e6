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
    await store.send(.rowAppeared(id: "8ca6aeb914e3cfb6785d")) {
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
      $0.list.rows = IdentifiedArray(uniqueElements: firstArticlePage.items)
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
    Article(
      id: "768808e8b16d5c985610",
      title: "swift の非同期処理を読み解く（その4215）",
      url: URL(string: "https://qiita.example/aoi74/items/768808e8b16d5c985610")!,
      user: Article.User(id: "aoi74", name: "葵", profileImageURL: "https://images.example/aoi74.png"),
      likesCount: 664,
      commentsCount: 4,
      createdAt: Date(timeIntervalSince1970: 1_767_167_852),
      tags: [Article.Tag(name: "swift"), Article.Tag(name: "未投稿")]
    ),
    Article(
      id: "fa18ac08656bd58bd41f",
      title: "swift の画面遷移を読み解く（その4214）",
      url: URL(string: "https://qiita.example/sota79/items/fa18ac08656bd58bd41f")!,
      user: Article.User(id: "sota79", name: "颯太", profileImageURL: "https://images.example/sota79.png"),
      likesCount: 904,
      commentsCount: 8,
      createdAt: Date(timeIntervalSince1970: 1_767_153_415),
      tags: [Article.Tag(name: "swift"), Article.Tag(name: "コードレビュー")]
    ),
    Article(
      id: "e70cf97abd5301bc9322",
      title: "swift のマクロを読み解く（その4213）",
      url: URL(string: "https://qiita.example/haruto80/items/e70cf97abd5301bc9322")!,
      user: Article.User(id: "haruto80", name: "陽翔"),
      likesCount: 194,
      commentsCount: 9,
      createdAt: Date(timeIntervalSince1970: 1_767_138_978),
      tags: [Article.Tag(name: "swift"), Article.Tag(name: "kotlin")]
    ),
    Article(
      id: "a9d0cf4920edeb689b39",
      title: "swift でAPI クライアントを作ってみた（その4212）",
      url: URL(string: "https://qiita.example/ren60/items/a9d0cf4920edeb689b39")!,
      user: Article.User(id: "ren60", name: "蓮"),
      likesCount: 57,
      commentsCount: 11,
      createdAt: Date(timeIntervalSince1970: 1_767_124_541),
      tags: [Article.Tag(name: "swift")]
    ),
    Article(
      id: "2480fdc527e00009772a",
      title: "依存性注入と swift の落とし穴（その4211）",
      url: URL(string: "https://qiita.example/sakura11/items/2480fdc527e00009772a")!,
      user: Article.User(id: "sakura11", name: "さくら", profileImageURL: "https://images.example/sakura11.png"),
      likesCount: 349,
      commentsCount: 9,
      createdAt: Date(timeIntervalSince1970: 1_767_110_104),
      tags: [Article.Tag(name: "swift"), Article.Tag(name: "日本語")]
    ),
    Article(
      id: "9748faf7f665a9583459",
      title: "【swift】API クライアントのベストプラクティス（その4210）",
      url: URL(string: "https://qiita.example/haruto74/items/9748faf7f665a9583459")!,
      user: Article.User(id: "haruto74", name: "陽翔", profileImageURL: "https://images.example/haruto74.png"),
      likesCount: 455,
      commentsCount: 2,
      createdAt: Date(timeIntervalSince1970: 1_767_095_667),
      tags: [Article.Tag(name: "swift"), Article.Tag(name: "c++")]
    ),
    Article(
      id: "e3345335713c84c7845c",
      title: "swift の依存性注入を読み解く（その4209）",
      url: URL(string: "https://qiita.example/aoi89/items/e3345335713c84c7845c")!,
      user: Article.User(id: "aoi89", name: "葵", profileImageURL: "https://images.example/aoi89.png"),
      likesCount: 205,
      commentsCount: 11,
      createdAt: Date(timeIntervalSince1970: 1_767_081_230),
      tags: [Article.Tag(name: "swift"), Article.Tag(name: "c++")]
    ),
    Article(
      id: "8ca6aeb914e3cfb6785d",
      title: "swift で画面遷移を作ってみた（その4208）",
      url: URL(string: "https://qiita.example/riku66/items/8ca6aeb914e3cfb6785d")!,
      user: Article.User(id: "riku66", name: "陸", profileImageURL: "https://images.example/riku66.png"),
      likesCount: 945,
      commentsCount: 6,
      createdAt: Date(timeIntervalSince1970: 1_767_066_793),
      tags: [Article.Tag(name: "swift"), Article.Tag(name: "async")]
    ),
    Article(
      id: "aeb0dad128d70463e3dc",
      title: "swift で単体テストを作ってみた（その4207）",
      url: URL(string: "https://qiita.example/aoi35/items/aeb0dad128d70463e3dc")!,
      user: Article.User(id: "aoi35", name: "葵"),
      likesCount: 937,
      commentsCount: 10,
      createdAt: Date(timeIntervalSince1970: 1_767_052_356),
      tags: [Article.Tag(name: "swift"), Article.Tag(name: "c++")]
    ),
    Article(
      id: "b5aa344bcf2db82af355",
      title: "アニメーションと swift の落とし穴（その4206）",
      url: URL(string: "https://qiita.example/sakura96/items/b5aa344bcf2db82af355")!,
      user: Article.User(id: "sakura96", name: "", profileImageURL: "https://images.example/sakura96.png"),
      likesCount: 603,
      commentsCount: 4,
      createdAt: Date(timeIntervalSince1970: 1_767_037_919),
      tags: [Article.Tag(name: "swift"), Article.Tag(name: "async")]
    ),
    Article(
      id: "61bc0dfd2d0495f995d6",
      title: "swift の状態管理を読み解く（その4205）",
      url: URL(string: "https://qiita.example/sota33/items/61bc0dfd2d0495f995d6")!,
      user: Article.User(id: "sota33", name: "颯太", profileImageURL: "https://images.example/sota33.png"),
      likesCount: 301,
      commentsCount: 1,
      createdAt: Date(timeIntervalSince1970: 1_767_023_482),
      tags: [Article.Tag(name: "swift"), Article.Tag(name: "ios")]
    ),
    Article(
      id: "0ea4262ab172d5c15d59",
      title: "swift のキャッシュを読み解く（その4204）",
      url: URL(string: "https://qiita.example/sota65/items/0ea4262ab172d5c15d59")!,
      user: Article.User(id: "sota65", name: "颯太"),
      likesCount: 698,
      commentsCount: 6,
      createdAt: Date(timeIntervalSince1970: 1_767_009_045),
      tags: [Article.Tag(name: "swift"), Article.Tag(name: "swiftui")]
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
    Article(
      id: "9248f35396e49bd47f84",
      title: "【swift】無限スクロールのベストプラクティス（その4200）",
      url: URL(string: "https://qiita.example/ren84/items/9248f35396e49bd47f84")!,
      user: Article.User(id: "ren84", name: "", profileImageURL: "https://images.example/ren84.png"),
      likesCount: 419,
      commentsCount: 11,
      createdAt: Date(timeIntervalSince1970: 1_766_951_297),
      tags: [Article.Tag(name: "swift")]
    ),
    Article(
      id: "584e0104028b332efeb3",
      title: "【swift】単体テストのベストプラクティス（その4199）",
      url: URL(string: "https://qiita.example/ren14/items/584e0104028b332efeb3")!,
      user: Article.User(id: "ren14", name: "蓮", profileImageURL: "https://images.example/ren14.png"),
      likesCount: 76,
      commentsCount: 5,
      createdAt: Date(timeIntervalSince1970: 1_766_936_860),
      tags: [Article.Tag(name: "swift"), Article.Tag(name: "c++")]
    ),
    Article(
      id: "796717608675982a1d3d",
      title: "【swift】API クライアントのベストプラクティス（その4198）",
      url: URL(string: "https://qiita.example/sakura18/items/796717608675982a1d3d")!,
      user: Article.User(id: "sakura18", name: "さくら", profileImageURL: "https://images.example/sakura18.png"),
      likesCount: 328,
      commentsCount: 7,
      createdAt: Date(timeIntervalSince1970: 1_766_922_423),
      tags: [Article.Tag(name: "swift"), Article.Tag(name: "ios")]
    ),
    Article(
      id: "35cf979ac93c343d7826",
      title: "swift の無限スクロールを読み解く（その4197）",
      url: URL(string: "https://qiita.example/aoi49/items/35cf979ac93c343d7826")!,
      user: Article.User(id: "aoi49", name: "葵", profileImageURL: "https://images.example/aoi49.png"),
      likesCount: 210,
      commentsCount: 3,
      createdAt: Date(timeIntervalSince1970: 1_766_907_986),
      tags: [Article.Tag(name: "swift"), Article.Tag(name: "コードレビュー")]
    ),
    Article(
      id: "b679f8261f082eba3aaa",
      title: "無限スクロールと swift の落とし穴（その4196）",
      url: URL(string: "https://qiita.example/hina90/items/b679f8261f082eba3aaa")!,
      user: Article.User(id: "hina90", name: "陽菜"),
      likesCount: 694,
      commentsCount: 8,
      createdAt: Date(timeIntervalSince1970: 1_766_893_549),
      tags: [Article.Tag(name: "swift"), Article.Tag(name: "linux")]
    ),
    Article(
      id: "f42351f45c94e3cd33ab",
      title: "swift で無限スクロールを作ってみた（その4195）",
      url: URL(string: "https://qiita.example/ren71/items/f42351f45c94e3cd33ab")!,
      user: Article.User(id: "ren71", name: "蓮", profileImageURL: "https://images.example/ren71.png"),
      likesCount: 444,
      commentsCount: 9,
      createdAt: Date(timeIntervalSince1970: 1_766_879_112),
      tags: [Article.Tag(name: "swift")]
    ),
    Article(
      id: "f33c538ebe5b04a811a7",
      title: "【swift】マクロのベストプラクティス（その4194）",
      url: URL(string: "https://qiita.example/aoi16/items/f33c538ebe5b04a811a7")!,
      user: Article.User(id: "aoi16", name: "葵", profileImageURL: "https://images.example/aoi16.png"),
      likesCount: 38,
      commentsCount: 11,
      createdAt: Date(timeIntervalSince1970: 1_766_864_675),
      tags: [Article.Tag(name: "swift"), Article.Tag(name: "kotlin")]
    ),
    Article(
      id: "4a1c66421307fac1e609",
      title: "マクロと swift の落とし穴（その4193）",
      url: URL(string: "https://qiita.example/yui89/items/4a1c66421307fac1e609")!,
      user: Article.User(id: "yui89", name: "結衣", profileImageURL: "https://images.example/yui89.png"),
      likesCount: 170,
      commentsCount: 6,
      createdAt: Date(timeIntervalSince1970: 1_766_850_238),
      tags: [Article.Tag(name: "swift"), Article.Tag(name: "コードレビュー")]
    ),
    Article(
      id: "304f3453c789aa2bd68f",
      title: "アニメーションと swift の落とし穴（その4192）",
      url: URL(string: "https://qiita.example/yui41/items/304f3453c789aa2bd68f")!,
      user: Article.User(id: "yui41", name: "結衣", profileImageURL: "https://images.example/yui41.png"),
      likesCount: 107,
      commentsCount: 8,
      createdAt: Date(timeIntervalSince1970: 1_766_835_801),
      tags: [Article.Tag(name: "swift"), Article.Tag(name: "ios")]
    ),
    Article(
      id: "e334656e78b0f2bb4588",
      title: "swift で依存性注入を作ってみた（その4191）",
      url: URL(string: "https://qiita.example/yui25/items/e334656e78b0f2bb4588")!,
      user: Article.User(id: "yui25", name: "結衣"),
      likesCount: 870,
      commentsCount: 5,
      createdAt: Date(timeIntervalSince1970: 1_766_821_364),
      tags: [Article.Tag(name: "swift"), Article.Tag(name: "async")]
    ),
    Article(
      id: "2ae434f7361056a5ac07",
      title: "【swift】状態管理のベストプラクティス（その4190）",
      url: URL(string: "https://qiita.example/hina75/items/2ae434f7361056a5ac07")!,
      user: Article.User(id: "hina75", name: "陽菜"),
      likesCount: 839,
      commentsCount: 4,
      createdAt: Date(timeIntervalSince1970: 1_766_806_927),
      tags: [Article.Tag(name: "swift"), Article.Tag(name: "linux")]
    ),
    Article(
      id: "67d113abc311fa04c005",
      title: "API クライアントと swift の落とし穴（その4189）",
      url: URL(string: "https://qiita.example/yui48/items/67d113abc311fa04c005")!,
      user: Article.User(id: "yui48", name: "", profileImageURL: "https://images.example/yui48.png"),
      likesCount: 307,
      commentsCount: 7,
      createdAt: Date(timeIntervalSince1970: 1_766_792_490),
      tags: [Article.Tag(name: "swift")]
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
    Article(
      id: "b920ef14f5c205936e88",
      title: "ios のプロパティラッパーを読み解く（その3453）",
      url: URL(string: "https://qiita.example/sota57/items/b920ef14f5c205936e88")!,
      user: Article.User(id: "sota57", name: "颯太", profileImageURL: "https://images.example/sota57.png"),
      likesCount: 316,
      commentsCount: 3,
      createdAt: Date(timeIntervalSince1970: 1_767_167_852),
      tags: [Article.Tag(name: "ios"), Article.Tag(name: "コードレビュー")]
    ),
    Article(
      id: "ec619bfa4f12ecb28222",
      title: "プロパティラッパーと ios の落とし穴（その3452）",
      url: URL(string: "https://qiita.example/aoi44/items/ec619bfa4f12ecb28222")!,
      user: Article.User(id: "aoi44", name: "葵", profileImageURL: "https://images.example/aoi44.png"),
      likesCount: 898,
      commentsCount: 11,
      createdAt: Date(timeIntervalSince1970: 1_767_153_415),
      tags: [Article.Tag(name: "ios"), Article.Tag(name: "swift")]
    ),
    Article(
      id: "d5740a3293bf54ef253b",
      title: "マクロと ios の落とし穴（その3451）",
      url: URL(string: "https://qiita.example/aoi85/items/d5740a3293bf54ef253b")!,
      user: Article.User(id: "aoi85", name: "葵"),
      likesCount: 794,
      commentsCount: 6,
      createdAt: Date(timeIntervalSince1970: 1_767_138_978),
      tags: [Article.Tag(name: "ios"), Article.Tag(name: "swiftui")]
    ),
    Article(
      id: "d9a2e2e83618865ef48e",
      title: "【ios】無限スクロールのベストプラクティス（その3450）",
      url: URL(string: "https://qiita.example/hina28/items/d9a2e2e83618865ef48e")!,
      user: Article.User(id: "hina28", name: "陽菜", profileImageURL: "https://images.example/hina28.png"),
      likesCount: 792,
      commentsCount: 2,
      createdAt: Date(timeIntervalSince1970: 1_767_124_541),
      tags: [Article.Tag(name: "ios"), Article.Tag(name: "c++")]
    ),
    Article(
      id: "af683cf6675097455def",
      title: "無限スクロールと ios の落とし穴（その3449）",
      url: URL(string: "https://qiita.example/riku53/items/af683cf6675097455def")!,
      user: Article.User(id: "riku53", name: "陸", profileImageURL: "https://images.example/riku53.png"),
      likesCount: 150,
      createdAt: Date(timeIntervalSince1970: 1_767_110_104),
      tags: [Article.Tag(name: "ios"), Article.Tag(name: "linux")]
    ),
    Article(
      id: "35cc62c2a854d3b647fe",
      title: "ios で無限スクロールを作ってみた（その3448）",
      url: URL(string: "https://qiita.example/ren34/items/35cc62c2a854d3b647fe")!,
      user: Article.User(id: "ren34", name: "蓮", profileImageURL: "https://images.example/ren34.png"),
      likesCount: 74,
      commentsCount: 10,
      createdAt: Date(timeIntervalSince1970: 1_767_095_667),
      tags: [Article.Tag(name: "ios"), Article.Tag(name: "c++")]
    ),
    Article(
      id: "264737d9d105060083d1",
      title: "ios の非同期処理を読み解く（その3447）",
      url: URL(string: "https://qiita.example/hina26/items/264737d9d105060083d1")!,
      user: Article.User(id: "hina26", name: "陽菜", profileImageURL: "https://images.example/hina26.png"),
      likesCount: 561,
      commentsCount: 11,
      createdAt: Date(timeIntervalSince1970: 1_767_081_230),
      tags: [Article.Tag(name: "ios"), Article.Tag(name: "swiftui")]
    ),
    Article(
      id: "bc52d0d48380dce3ee5f",
      title: "状態管理と ios の落とし穴（その3446）",
      url: URL(string: "https://qiita.example/aoi71/items/bc52d0d48380dce3ee5f")!,
      user: Article.User(id: "aoi71", name: "葵", profileImageURL: "https://images.example/aoi71.png"),
      likesCount: 20,
      commentsCount: 4,
      createdAt: Date(timeIntervalSince1970: 1_767_066_793),
      tags: [Article.Tag(name: "ios"), Article.Tag(name: "swiftui")]
    ),
    Article(
      id: "25807cb7768a7059d3ca",
      title: "【ios】プロパティラッパーのベストプラクティス（その3445）",
      url: URL(string: "https://qiita.example/sakura69/items/25807cb7768a7059d3ca")!,
      user: Article.User(id: "sakura69", name: "さくら", profileImageURL: "https://images.example/sakura69.png"),
      likesCount: 527,
      commentsCount: 4,
      createdAt: Date(timeIntervalSince1970: 1_767_052_356),
      tags: [Article.Tag(name: "ios"), Article.Tag(name: "swiftui")]
    ),
    Article(
      id: "027a51b2f9ccaeeb5d84",
      title: "ios の無限スクロールを読み解く（その3444）",
      url: URL(string: "https://qiita.example/hina85/items/027a51b2f9ccaeeb5d84")!,
      user: Article.User(id: "hina85", name: "陽菜"),
      likesCount: 738,
      commentsCount: 1,
      createdAt: Date(timeIntervalSince1970: 1_767_037_919),
      tags: [Article.Tag(name: "ios"), Article.Tag(name: "日本語")]
    ),
    Article(
      id: "506d2ff0d8f76de056fe",
      title: "ios で画面遷移を作ってみた（その3443）",
      url: URL(string: "https://qiita.example/sota22/items/506d2ff0d8f76de056fe")!,
      user: Article.User(id: "sota22", name: "颯太", profileImageURL: "https://images.example/sota22.png"),
      likesCount: 976,
      commentsCount: 11,
      createdAt: Date(timeIntervalSince1970: 1_767_023_482),
      tags: [Article.Tag(name: "ios"), Article.Tag(name: "c++")]
    ),
    Article(
      id: "bc1f24659bb8b5beaa8b",
      title: "無限スクロールと ios の落とし穴（その3442）",
      url: URL(string: "https://qiita.example/sota26/items/bc1f24659bb8b5beaa8b")!,
      user: Article.User(id: "sota26", name: "颯太", profileImageURL: "https://images.example/sota26.png"),
      likesCount: 541,
      createdAt: Date(timeIntervalSince1970: 1_767_009_045),
      tags: [Article.Tag(name: "ios"), Article.Tag(name: "swiftui")]
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
