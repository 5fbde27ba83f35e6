import Foundation

/// Sample articles with a tag, newest first. They are the same in every process, so the mock client and the demo server
/// return the same articles.
package struct SampleArticles: RandomAccessCollection, Sendable {
  private static let counts = [
    "swift": 4_218, "swiftui": 2_037, "ios": 3_456, "linux": 1_029, "async": 61, "combine": 26, "c++": 17,
    "コードレビュー": 31, "日本語": 16, "kotlin": 7, "未投稿": 0,
  ]

  /// The tag in lowercase, because Qiita ignores the case of tags.
  private let tag: String
  package let startIndex = 0
  package let endIndex: Int

  /// Makes the articles with a tag; `nil` if there is no such tag.
  package init?(tag: String) {
    let tag = tag.lowercased()
    guard let count = Self.counts[tag] else { return nil }
    self.tag = tag
    endIndex = count
  }

  /// The articles on a page; empty after the last page.
  package func page(_ number: Int, size: Int = ArticlePage.size) -> [Article] {
    let first = Swift.min(Swift.max(number - 1, 0) * size, count)
    return self[first..<Swift.min(first + size, count)].map(\.self)
  }

  /// The number of pages.
  package func pageCount(size: Int = ArticlePage.size) -> Int { (count + size - 1) / size }

  /// A rate limit with fewer remaining requests from page to page.
  package static func rateLimit(page: Int) -> RateLimit {
    RateLimit(limit: 60, remaining: 60 - (page - 1) % 60, resetsAt: Date(timeIntervalSince1970: 1_767_229_200))
  }

  /// The article with an id, or `nil` if there is none.
  ///
  /// - Complexity: O(*n*) in the number of articles with any tag.
  package static func article(id: Article.ID) -> Article? {
    for (tag, count) in counts {
      guard let index = (0..<count).first(where: { self.id(tag, $0) == id }) else { continue }
      return SampleArticles(tag: tag)?[index]
    }
    return nil
  }

  private static func id(_ tag: String, _ index: Int) -> Article.ID {
    digits(hash(tag, index)) + digits(hash(tag, -index - 1)).prefix(4)
  }

  package subscript(index: Int) -> Article {
    let hash = Self.hash(tag, index)
    func pick<Value>(_ values: some RandomAccessCollection<Value>, _ shift: UInt64) -> Value {
      values[values.index(values.startIndex, offsetBy: Int(hash >> shift & 0xFFFF) % values.count)]
    }
    let other = pick(Self.counts.keys.sorted(), 0)
    let name = pick(Self.names, 8)
    let user = "\(name.key)\(hash % 90 + 10)"
    let id = Self.id(tag, index)
    let title = pick(
      [
        "\(tag) で\(pick(Self.things, 16))を作ってみた", "\(tag) の\(pick(Self.things, 16))を読み解く",
        "【\(tag)】\(pick(Self.things, 16))のベストプラクティス", "\(pick(Self.things, 16))と \(tag) の落とし穴",
      ],
      24
    )
    return Article(
      id: id,
      title: "\(title)（その\(count - index)）",
      url: URL(string: "https://qiita.example/\(user)/items/\(id)") ?? URL(filePath: "/"),
      user: Article.User(
        id: user,
        // Some authors have not written their name, and some have no picture.
        name: hash % 7 == 0 ? "" : name.value,
        profileImageURL: hash % 5 == 0 ? nil : "https://images.example/\(user).png"
      ),
      likesCount: Int((hash >> 32) % 1_000),
      commentsCount: Int((hash >> 40) % 12),
      // About six articles a day, back over years. Every 50th has no date.
      createdAt: index % 50 == 49 ? nil : Date(timeIntervalSince1970: 1_767_225_600 - Double(index + 1) * 14_437),
      tags: (other == tag ? [tag] : [tag, other]).map(Article.Tag.init)
    )
  }

  private static let names: KeyValuePairs = [
    "sakura": "さくら", "haruto": "陽翔", "yui": "結衣", "ren": "蓮", "aoi": "葵", "sota": "颯太", "hina": "陽菜", "riku": "陸",
  ]

  private static let things = [
    "無限スクロール", "非同期処理", "エラーハンドリング", "単体テスト", "状態管理", "API クライアント", "キャッシュ", "画面遷移", "依存性注入",
    "アニメーション", "プロパティラッパー", "マクロ",
  ]

  /// FNV-1a: unlike Swift's own hashes, it is the same in every process. The last steps are for texts that differ only
  /// at the end.
  private static func hash(_ tag: String, _ index: Int) -> UInt64 {
    var hash = "\(tag)/\(index)".utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
    }
    hash = (hash ^ (hash >> 32)) &* 0xD6E8_FEB8_6659_FD93
    return hash ^ (hash >> 32)
  }

  private static func digits(_ number: UInt64) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: 16 - text.count) + text
  }
}
