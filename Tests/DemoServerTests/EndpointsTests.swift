import DemoServer
import Features
import Foundation
import StoreWeb
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
    return service.respond(
      to: WebRequest(
        method: String(parts[0]),
        target: String(parts[1].dropFirst(name.count)),
        headers: token.map { [WebRequest.Header("Authorization", $0)] } ?? [],
        body: Array(body.utf8)
      )
    )
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

  /// The body of a whole answer.
  private func bytes(of answer: WebResponse?) -> [UInt8]? {
    if case .bytes(let bytes)? = answer?.body { bytes } else { nil }
  }

  // MARK: Catalog and recipes

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
    let recipe = try decoded([String: Recipe].self, "GET recipes/recipes/42")["recipe"]
    #expect(recipe == Recipe.sample(id: 42))
    let (oldest, newest) = (try page("limit=100&order=oldest"), try page("limit=100&order=newest"))
    let dates = oldest.recipes.compactMap(\.publishedAt) + newest.recipes.compactMap(\.publishedAt).reversed()
    #expect(dates.count == 200 && dates == dates.sorted())
  }

  // MARK: Hashtags

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

  // MARK: Articles

  private struct Item: Decodable {
    let id: String
    let created_at: String?
  }

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
    ] {
      #expect(field(name, of: answer) == value)
    }
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
      let link = field("Link", of: try answer("GET qiita/api/v2/tags/" + last))
      #expect(link?.contains("rel=\"next\"") == false)
    }
    #expect(try decoded(Item.self, "GET qiita/api/v2/items/\(all[6].id)").id == all[6].id)
  }

  // MARK: What is refused

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
      ("DELETE qiita/api/v2/tags/swift/items", 405, nil),
    ] as [(String, Int?, String?)]
  )
  func refusals(_ request: String, _ status: Int?, _ message: String?) throws {
    let answer = try answer(request)
    #expect(answer?.status == status)
    guard let message else { return }
    #expect(try decoded([String: String].self, request)["message"] == message)
  }

  @Test(arguments: ["Bearer 0123", "Bearer ", "Basic YTpi", "Bearer 0123456789abcdef0123456789abcdef0123456Z"])
  func tokens(_ wrong: String) throws {
    let request = "GET qiita/api/v2/tags/swift/items"
    #expect(try answer(request, token: "Bearer 0123456789abcdef0123456789abcdef01234567")?.status == 200)
    let refusal = try #require(try answer(request, token: wrong))
    let text = String(decoding: try #require(bytes(of: refusal)), as: UTF8.self)
    #expect(refusal.status == 401 && text == #"{"message":"Unauthorized","type":"unauthorized"}"#)
  }

  @Test(
    arguments: [
      ("", nil), ("recipe_ids=1,", nil), ("recipe_ids=a", nil), ("recipe_ids=1;2", nil),
      ("recipe_ids=" + (1...101).map(String.init).joined(separator: ","), nil), ("recipe_ids=1", "0"),
      ("recipe_ids=1", "101"), ("recipe_ids=1", "ten"), ("recipe_ids=1", ""),
    ] as [(String, String?)]
  )
  func queriesOfHashtags(_ query: String, _ limit: String?) throws {
    let request = "GET hashtags/recipe_hashtags?" + query + (limit.map { "&hashtag_limit_per_recipe=" + $0 } ?? "")
    #expect(try answer(request)?.status == 400)
    let message =
      limit == nil
      ? "recipe_ids must be up to 100 numbers with commas between them"
      : "hashtag_limit_per_recipe must be a number from 1 to 100"
    #expect(try decoded([String: String].self, request) == ["message": message])
  }

  @Test(arguments: [
    ("", 422, ##"The body must be like {"recipe_id": 1, "value": "#a #b"}"##),
    ("{", 422, ##"The body must be like {"recipe_id": 1, "value": "#a #b"}"##),
    (##"{"value": "#a"}"##, 422, ##"The body must be like {"recipe_id": 1, "value": "#a #b"}"##),
    (##"{"recipe_id": "1", "value": "#a"}"##, 422, ##"The body must be like {"recipe_id": 1, "value": "#a #b"}"##),
    (#"{"recipe_id": 1, "value": " "}"#, 422, "value has no hashtag: they begin with #"),
    (#"{"recipe_id": 1, "value": "a b"}"#, 422, "value has no hashtag: they begin with #"),
    (##"{"recipe_id": 0, "value": "#a"}"##, 404, "There is no recipe 0"),
  ])
  func hashtagsThatCannotBeAdded(_ body: String, _ status: Int, _ message: String) throws {
    #expect(try answer("POST hashtags/hashtags", body: body)?.status == status)
    let error = try decoded([String: String].self, "POST hashtags/hashtags", body: body)
    #expect(error == ["message": message])
  }
}
