internal import Features
internal import Foundation
package import StoreWeb

/// Qiita's list of the articles with a tag, and single articles, with sample articles.
package struct QiitaEndpoints: Endpoints {
  package let name = "qiita"
  package let variables = ["QIITA_API_URL"]

  package init() {}

  package func respond(to request: WebRequest) -> WebResponse? {
    guard let call = Call(request, of: self), call.path.starts(with: ["api", "v2"]) else { return error(404) }
    let isList = call.path.count == 5 && call.path[2] == "tags" && call.path[4] == "items"
    guard isList || call.path.count == 4 && call.path[2] == "items" else { return error(404) }
    guard call.method == "GET" else { return error(405) }
    if let authorization = request[header: "Authorization"], !Self.isToken(authorization) { return error(401) }
    return isList ? list(call) : item(call.path[3])
  }

  private func item(_ id: String) -> WebResponse {
    SampleArticles.article(id: id).map { .encoding(Item(index: 1, article: $0)) } ?? error(404)
  }

  private func list(_ call: Call) -> WebResponse {
    let numbers = 1...100
    guard let page = call.number("page", default: 1), let size = call.number("per_page", default: 20),
      numbers.contains(page), numbers.contains(size)
    else { return error(400) }
    guard let articles = SampleArticles(tag: call.path[3]) else { return error(404) }
    let limit = SampleArticles.rateLimit(page: page)
    let headers: [WebResponse.Header] = [
      .init("Total-Count", "\(articles.count)"),
      .init("Link", links(call.request, page: page, size: size, last: min(articles.pageCount(size: size), 100))),
      .init("Rate-Limit", "\(limit.limit ?? 0)"),
      .init("Rate-Remaining", "\(limit.remaining)"),
      .init("Rate-Reset", "\(Int(limit.resetsAt?.timeIntervalSince1970 ?? 0))"),
    ]
    return .encoding(articles.page(page, size: size).enumerated().map(Item.init), headers: headers)
  }

  /// Accepts any token of Qiita's form: forty hexadecimal digits.
  private static func isToken(_ authorization: String) -> Bool {
    authorization.wholeMatch(of: #/Bearer [0-9a-f]{40}/#) != nil
  }

  private func links(_ request: WebRequest, page: Int, size: Int, last: Int) -> String {
    var pages = [(1, "first")]
    if page > 1 { pages.append((page - 1, "prev")) }
    if page < last { pages.append((page + 1, "next")) }
    pages.append((max(last, 1), "last"))
    return pages.map { page, relation in
      "<https://qiita.com\(request.path)?page=\(page)&per_page=\(size)>; rel=\"\(relation)\""
    }.joined(separator: ", ")
  }

  private func error(_ status: Int) -> WebResponse {
    let (message, type) =
      switch status {
      case 400: ("Bad request", "bad_request")
      case 401: ("Unauthorized", "unauthorized")
      case 405: ("Method not allowed", "method_not_allowed")
      default: ("Not found", "not_found")
      }
    return .encoding(["message": message, "type": type], status: status)
  }

  /// An article with further fields, as Qiita sends it.
  private struct Item: Encodable {
    let index: Int
    let article: Article

    enum CodingKeys: String, CodingKey {
      case body, coediting, `private`, reactions_count, rendered_body, stocks_count, created_at, updated_at
    }

    func encode(to encoder: any Encoder) throws {
      try article.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      // For an article without a date, the server sends an invalid date or none.
      if article.createdAt == nil, index.isMultiple(of: 2) { try container.encode("昨日", forKey: .created_at) }
      try container.encode(article.createdAt, forKey: .updated_at)
      try container.encode("# \(article.title)\n", forKey: .body)
      try container.encode("<h1>\(article.title)</h1>\n", forKey: .rendered_body)
      try container.encode(false, forKey: .coediting)
      try container.encode(false, forKey: .private)
      try container.encode(0, forKey: .reactions_count)
      try container.encode(article.likesCount / 3, forKey: .stocks_count)
    }
  }
}
