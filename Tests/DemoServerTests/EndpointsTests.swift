import DemoServer
import Features
import Foundation
import StoreWeb
import Synchronization
import TestSupport
import Testing

/// What the services without accounts answer, and what they refuse.
struct EndpointsTests {
  private static let services: [String: any Endpoints] = [
    "catalog": CatalogEndpoints(), "hashtags": HashtagEndpoints(), "qiita": QiitaEndpoints(),
    "recipes": RecipeEndpoints(),
  ]

  /// The answer of a service to a request: `GET catalog/v1/users`.
  private func answer(_ request: String, token: String? = nil, body: String = "") throws -> WebResponse? {
    let parts = request.split(separator: " ", maxSplits: 1)
    let name = parts[1].prefix { $0 != "/" }
    let service = try #require(Self.services[String(name)])
    let target = String(parts[1].dropFirst(name.count))
    let headers = token.map { [WebRequest.Header("Authorization", $0)] } ?? []
    let request = WebRequest(method: String(parts[0]), target: target, headers: headers, body: Array(body.utf8))
    return service.respond(to: request)
  }

  private func text(_ request: String) throws -> String {
    String(decoding: try #require(bytes(of: answer(request))), as: UTF8.self)
  }

  private func decoded<Value: Decodable>(_ type: Value.Type, _ request: String, body: String = "") throws -> Value {
    try JSONDecoder().decode(type, from: Data(try #require(bytes(of: answer(request, body: body)))))
  }

  private func field(_ name: String, of answer: WebResponse?) -> String? {
    guard let answer, answer.status == 200 else { return nil }
    return answer.headers.first { $0.name == name }?.value
  }

  private func bytes(of answer: WebResponse?) -> [UInt8]? {
    if case .bytes(let bytes)? = answer?.body { bytes } else { nil }
  }

  @Test(arguments: [
    ("users", 2_000, "first_name"), ("songs?x=y", 3_000, "artist"), ("songs?artist=Nagori", 600, "artist"),
    ("songs?artist=nobody", 0, "artist"),
  ])
  func listsOfTheCatalog(_ target: String, _ count: Int, _ key: String) throws {
    let list = try JSONSerialization.jsonObject(with: Data(text("GET catalog/v1/" + target).utf8))
    let rows = list as? [[String: Any]]
    #expect(rows?.count == count)
    #expect(rows?.allSatisfy { $0[key] is String } == true)
  }

  @Test func recipesAreThoseOfTheMock() throws {
    func page(_ query: String) throws -> RecipePage { try decoded(RecipePage.self, "GET recipes/recipes?" + query) }
    #expect(try page("") == RecipePage.sample())
    let second = try page("limit=3&cursor=11")
    #expect(second.recipes.map(\.id) == [11, 12, 13] && second.nextCursor == "14")
    let last = try text("GET recipes/recipes?cursor=2991&limit=100")
    #expect(last.contains(#""page_info":{"has_next_page":false,"next_page_cursor":""}"#))
    #expect(try decoded([String: Recipe].self, "GET recipes/recipes/42")["recipe"] == Recipe.sample(id: 42))
    let (oldest, newest) = (try page("limit=100&order=oldest"), try page("limit=100&order=newest"))
    let dates = oldest.recipes.compactMap(\.publishedAt) + newest.recipes.compactMap(\.publishedAt).reversed()
    #expect(dates.count == 200 && dates == dates.sorted())
  }

  private func hashtags(_ query: String) throws -> [RecipeHashtags]? {
    try decoded([String: [RecipeHashtags]].self, "GET hashtags/recipe_hashtags?" + query)["recipe_hashtags"]
  }

  @Test func hashtagsAreThoseOfTheMock() async throws {
    let expected = try await HashtagClient.mockValue.hashtags([3, 1, 9_999])
    #expect(try hashtags("recipe_ids=3,1,9999&hashtag_limit_per_recipe=10") == Array(expected))
    #expect(try hashtags("recipe_ids=3%2C1%2C9999") == Array(expected))
    #expect(try hashtags("recipe_ids=3&hashtag_limit_per_recipe=1")?.map(\.hashtags.count) == [1])
  }

  @Test func hashtagsThatAreAddedAreRemembered() async throws {
    let body = ##"{"recipe_id": 7, "value": "#new #簡単"}"##
    let added = try decoded([String: [Hashtag]].self, "POST hashtags/hashtags", body: body)
    let mock = HashtagClient.mockValue
    #expect(try await added == ["hashtags": mock.addHashtags(7, "#new #簡単").hashtags])
    #expect(try await hashtags("recipe_ids=7") == Array(mock.hashtags([7])))
    #expect(try hashtags("recipe_ids=7")?.first?.hashtags.first?.name == "new")
    let request = WebRequest(method: "GET", target: "/recipe_hashtags?recipe_ids=7")
    let other = try #require(bytes(of: HashtagEndpoints().respond(to: request)))
    #expect(!String(decoding: other, as: UTF8.self).contains("new"), "another service has its own")
  }

  private struct Item: Decodable { let id: String, created_at: String? }
  private func items(_ query: String) throws -> [Item] { try decoded([Item].self, "GET qiita/api/v2/tags/" + query) }

  @Test func aPageOfArticles() throws {
    let page = "swift/items?page=4&per_page=15"
    let items = try items(page)
    let answer = try answer("GET qiita/api/v2/tags/" + page)
    let links = [("first", 1), ("prev", 3), ("next", 5), ("last", 100)].map { relation, page in
      "<https://qiita.com/api/v2/tags/swift/items?page=\(page)&per_page=15>; rel=\"\(relation)\""
    }
    for (name, value) in [
      ("Total-Count", "4218"), ("Rate-Limit", "60"), ("Rate-Remaining", "57"), ("Rate-Reset", "1767229200"),
      ("Link", links.joined(separator: ", ")), ("Content-Type", "application/json; charset=utf-8"),
    ] { #expect(field(name, of: answer) == value) }
    #expect(try text("GET qiita/api/v2/tags/" + page).contains("\"rendered_body\""), "There is more than a list needs.")
    // The article with the number 49 has an invalid date.
    #expect(items.count == 15 && items[4].created_at == "昨日")
    #expect(items[5].created_at?.hasSuffix("+09:00") == true)
  }

  @Test func pagesOfArticlesFollowEachOther() throws {
    let all = try items("KOTLIN/items")
    #expect(try all.count == 7 && items("kotlin/items?per_page=3&page=3").map(\.id) == [all[6].id])
    #expect(try items("kotlin/items?page=4&per_page=3").isEmpty)
    #expect(try items("%E6%9C%AA%E6%8A%95%E7%A8%BF/items").isEmpty)
    #expect(try items("swift/items?page=100&per_page=15").count == 15)
    for last in ["kotlin/items?per_page=3&page=3", "swift/items?page=100&per_page=15"] {
      #expect(field("Link", of: try answer("GET qiita/api/v2/tags/" + last))?.contains("rel=\"next\"") == false)
    }
    #expect(try decoded(Item.self, "GET qiita/api/v2/items/\(all[6].id)").id == all[6].id)
  }

  private static let ids = "recipe_ids must be up to 100 numbers with commas between them"
  private static let limit = "hashtag_limit_per_recipe must be a number from 1 to 100"
  private static let body = ##"The body must be like {"recipe_id": 1, "value": "#a #b"}"##

  /// A request, with a body on the next line, and the status and the message of the answer.
  @Test(
    arguments: [
      ("GET recipes/recipes?limit=0", 400, "limit must be a number from 1 to 100"),
      ("GET recipes/recipes?limit=", 400, "limit must be a number from 1 to 100"),
      ("GET recipes/recipes?order=", 400, "order must be newest or oldest"),
      ("GET recipes/recipes?cursor=", 400, "cursor is not one that a page has named"),
      ("GET recipes/recipes?cursor=3001", 400, "cursor is not one that a page has named"),
      ("GET recipes/recipes?cursor=%ff", 400, "The address can't be read"),
      ("GET recipes/recipes/0", 404, "There is no recipe 0"),
      ("GET recipes/recipes/soup", 404, "There is no recipe soup"),
      ("GET recipes/recipes/99999999999999999999", 404, "There is no recipe 99999999999999999999"),
      ("POST recipes/recipes", 405, nil), ("DELETE recipes/recipes/1", 405, nil), ("GET recipes/", nil, nil),
      ("GET recipes/soups", nil, nil), ("GET recipes/recipes/1/2", nil, nil),
      ("DELETE hashtags/hashtags", 405, nil), ("PUT hashtags/recipe_hashtags", 405, nil),
      ("GET hashtags/%ff", 400, nil),
      ("GET hashtags/", nil, nil), ("GET hashtags/hashtags/1", nil, nil),
      ("GET catalog/", 404, nil), ("GET catalog/v1", 404, nil), ("GET catalog/v1/users/", 404, nil),
      ("GET catalog/v2/users", 404, nil), ("POST catalog/v1/users", 405, nil),
      ("GET qiita/api/v2/tags/swift/items?page=101", 400, "Bad request"),
      ("GET qiita/api/v2/tags/swift/items?page=", 400, "Bad request"),
      ("GET qiita/api/v2/tags/swift/items?per_page=0", 400, "Bad request"),
      ("GET qiita/api/v2/tags/swift/items?page=99999999999999999999", 400, "Bad request"),
      ("GET qiita/api/v2/tags/nosuchtag/items", 404, "Not found"), ("GET qiita/api/v2/tags/swift", 404, "Not found"),
      ("GET qiita/api/v2/tags//items", 404, "Not found"), ("GET qiita/api/v2/tags/%FF/items", 404, "Not found"),
      ("GET qiita/api/v2/tags/swift%2Fitems", 404, "Not found"), ("GET qiita/api/v2/items/nothing", 404, "Not found"),
      ("DELETE qiita/api/v2/tags/swift/items", 405, nil), ("GET hashtags/recipe_hashtags?", 400, ids),
      ("GET hashtags/recipe_hashtags?recipe_ids=1,", 400, ids), ("GET hashtags/recipe_hashtags?recipe_ids=a", 400, ids),
      ("GET hashtags/recipe_hashtags?recipe_ids=1;2", 400, ids),
      ("GET hashtags/recipe_hashtags?recipe_ids=" + (1...101).map(String.init).joined(separator: ","), 400, ids),
      ("GET hashtags/recipe_hashtags?recipe_ids=1&hashtag_limit_per_recipe=0", 400, limit),
      ("GET hashtags/recipe_hashtags?recipe_ids=1&hashtag_limit_per_recipe=101", 400, limit),
      ("GET hashtags/recipe_hashtags?recipe_ids=1&hashtag_limit_per_recipe=ten", 400, limit),
      ("GET hashtags/recipe_hashtags?recipe_ids=1&hashtag_limit_per_recipe=", 400, limit),
      ("POST hashtags/hashtags\n", 422, body), ("POST hashtags/hashtags\n{", 422, body),
      (##"POST hashtags/hashtags\##n{"value": "#a"}"##, 422, body),
      (##"POST hashtags/hashtags\##n{"recipe_id": "1", "value": "#a"}"##, 422, body),
      (#"POST hashtags/hashtags\#n{"recipe_id": 1, "value": " "}"#, 422, "value has no hashtag: they begin with #"),
      (#"POST hashtags/hashtags\#n{"recipe_id": 1, "value": "a b"}"#, 422, "value has no hashtag: they begin with #"),
      (##"POST hashtags/hashtags\##n{"recipe_id": 0, "value": "#a"}"##, 404, "There is no recipe 0"),
    ] as [(String, Int?, String?)]
  )
  func refusals(_ request: String, _ status: Int?, _ message: String?) throws {
    let parts = request.split(separator: "\n", maxSplits: 1).map(String.init)
    let body = parts.count > 1 ? parts[1] : ""
    #expect(try self.answer(parts[0], body: body)?.status == status)
    guard let message else { return }
    let answer = try decoded([String: String].self, parts[0], body: body)
    #expect(answer.filter { $0.key != "type" } == ["message": message])
  }

  @Test(arguments: ["Bearer 0123", "Bearer ", "Basic YTpi", "Bearer 0123456789abcdef0123456789abcdef0123456Z"])
  func tokens(_ wrong: String) throws {
    let request = "GET qiita/api/v2/tags/swift/items"
    #expect(try answer(request, token: "Bearer 0123456789abcdef0123456789abcdef01234567")?.status == 200)
    let refusal = try #require(try answer(request, token: wrong))
    let text = String(decoding: try #require(bytes(of: refusal)), as: UTF8.self)
    #expect(refusal.status == 401 && text == #"{"message":"Unauthorized","type":"unauthorized"}"#)
  }
}

/// What the client does not show of the answers. What it does is in `GithubClientMockTests`.
@Suite(.ownThreads) final class GitHubEndpointsTests {
  private let user = ["Authorization": "Bearer \(GitHubEndpoints.token)"]

  private let server: DemoServer

  init() throws { server = try DemoServer([GitHubEndpoints()]) }

  deinit { server.stop() }

  private func names(_ answer: Answer) throws -> [String] {
    let json = try JSONSerialization.jsonObject(with: Data(answer.body.utf8))
    let items = json as? [[String: Any]] ?? (json as? [String: Any])?["items"] as? [[String: Any]] ?? []
    return items.compactMap { $0["full_name"] as? String }
  }

  @Test func pagesHaveLinksAndSizes() throws {
    func search(_ query: String) throws -> Answer { try Answer(server, "/github/search/repositories?" + query) }
    let first = try search("q=swift+language%3Aswift")
    #expect(try first.json["total_count"] as? Int == 256)
    #expect(try first.json["incomplete_results"] as? Bool == false)
    let next = "<\(server.url)/github/search/repositories?q=swift%20language%3Aswift&page=2>; rel=\"next\""
    #expect(first.headers["Link"]?.hasPrefix(next + ", ") == true)
    let last = try search("q=swift+language%3Aswift&page=9")
    #expect(last.headers["Link"]?.contains("rel=\"next\"") == false)
    for size in [100, 1000] { #expect(try names(search("q=swift&per_page=\(size)")).count == 100) }
    #expect(try names(search("q=swift&page=x&per_page=-1")) == ["apple/swift"])
    let end = try search("q=stars:%3E%3D0&per_page=100")
    #expect(end.headers["Link"]?.contains("page=10>; rel=\"last\"") == true)
    #expect(try names(search("q=stars:%3E%3D0&per_page=100&page=10")).count == 100)
    let beyond = try search("q=stars:%3E%3D0&per_page=100&page=11")
    #expect(beyond.status == 422 && beyond.message == "Only the first 1000 search results are available")
  }

  @Test func whatHasNotChangedIsNotSentAndDoesNotCount() throws {
    let target = "/github/user/starred"
    let first = try Answer(server, target, headers: user)
    let tag = try #require(first.headers["ETag"])
    let date = try #require(first.headers["Last-Modified"])
    #expect(first.headers["X-RateLimit-Remaining"] == "4999")
    for condition in [["If-None-Match": tag], ["If-None-Match": "\"a\", \(tag)"], ["If-Modified-Since": date]] {
      let second = try Answer(server, target, headers: user.merging(condition) { $1 })
      #expect(second.status == 304 && second.body == "" && second.headers["Content-Type"] == nil)
      #expect(second.headers["ETag"] == tag && second.headers["Last-Modified"] == date)
      #expect(second.headers["Link"] == first.headers["Link"])
      if condition["If-None-Match"] != nil { #expect(second.headers["X-RateLimit-Remaining"] == "4999") }
    }
    for condition in [["If-None-Match": "\"a\""], ["If-Modified-Since": "Thu, 01 Jan 1970 00:00:00 GMT"], [:]] {
      let other = try Answer(server, target, headers: user.merging(condition) { $1 })
      #expect(other.status == 200 && other.body == first.body)
    }
    // If a request has both fields, only the tag counts.
    let both = ["If-None-Match": "\"a\"", "If-Modified-Since": date]
    #expect(try Answer(server, target, headers: user.merging(both) { $1 }).status == 200)
    let name = try #require(names(first).first)
    #expect(try Answer(server, "/github/user/starred/\(name)", method: "DELETE", headers: user).status == 204)
    let changed = try Answer(server, target, headers: user.merging(["If-None-Match": tag]) { $1 })
    #expect(changed.status == 200 && changed.headers["ETag"] != tag)
    #expect(try Answer(server, "/github/nothing", headers: ["If-None-Match": "*"]).headers["ETag"] == nil)
  }

  @Test(
    arguments: [
      ("q=+", "missing", nil), ("", "missing", nil),
      ("q=" + String(repeating: "a", count: 257), "invalid", "The search is longer than 256 characters."),
    ] as [(String, String, String?)]
  )
  func refusesQueries(query: String, code: String, detail: String?) throws {
    let answer = try Answer(server, "/github/search/repositories?\(query)")
    #expect(answer.status == 422)
    #expect(answer.message == "Validation Failed")
    let errors = try #require(try answer.json["errors"] as? [[String: String]])
    #expect(errors.map { $0["code"] } == [code])
    #expect(errors.map { $0["message"] } == [detail])
  }

  @Test func whatIsNotThereOrNotDoneIsRefused() throws {
    #expect(try Answer(server, "/github/repos/Apple/swift").json["full_name"] as? String == "apple/swift")
    for path in ["repos/apple/nothing", "repos/apple", "repos/apple/swift/issues", "nothing", ""] {
      let missing = try Answer(server, "/github/\(path)")
      #expect(missing.status == 404 && missing.message == "Not Found", "\(path)")
    }
    #expect(try Answer(server, "/github/repos/apple/%FF").status == 400)
    let refused = try Answer(server, "/github/repos/apple/swift", method: "POST")
    #expect(refused.status == 405 && refused.headers["Allow"] == "GET, HEAD")
    let star = "/github/user/starred/apple/swift"
    for target in ["/github/user/starred", star] {
      let nobody = try Answer(server, target)
      #expect(nobody.status == 401 && nobody.message == "Requires authentication")
      let somebody = try Answer(server, target, headers: ["Authorization": "Bearer other"])
      #expect(somebody.status == 401 && somebody.message == "Bad credentials")
    }
    #expect(server.environment["GITHUB_TOKEN"] == GitHubEndpoints.token)
    #expect(try Answer(server, star, method: "PUT", headers: user).status == 411)
    let put = user.merging(["Content-Length": "0"]) { $1 }
    let answer = try Answer(server, star, method: "PUT", headers: put)
    #expect(answer.status == 204 && answer.body == "" && answer.headers["Content-Length"] == nil)
    #expect(try Answer(server, star, method: "POST", headers: put).headers["Allow"] == "GET, HEAD, PUT, DELETE")
  }

  @Test func countsRequestsByTheHour() throws {
    let now = Mutex(Date(timeIntervalSince1970: 1_000_000))
    let server = try DemoServer([GitHubEndpoints(rateLimit: 2, now: { now.withLock { $0 } })])
    defer { server.stop() }
    let first = try Answer(server, "/github/repos/apple/swift")
    #expect(first.headers["X-RateLimit-Limit"] == "2")
    #expect(first.headers["X-RateLimit-Remaining"] == "1")
    #expect(first.headers["X-RateLimit-Reset"] == "1003600")
    let second = try Answer(server, "/github/repos/apple/nothing")
    #expect(second.status == 404 && second.headers["X-RateLimit-Remaining"] == "0")
    for _ in 1...2 {
      let third = try Answer(server, "/github/repos/apple/swift")
      #expect(third.status == 403 && third.headers["X-RateLimit-Remaining"] == "0")
      #expect(third.message == "API rate limit exceeded for 127.0.0.1.")
    }
    now.withLock { $0 += 3600 }
    let later = try Answer(server, "/github/repos/apple/swift")
    #expect(later.status == 200 && later.headers["X-RateLimit-Remaining"] == "1")
    #expect(later.headers["X-RateLimit-Reset"] == "1007200")
  }
}
