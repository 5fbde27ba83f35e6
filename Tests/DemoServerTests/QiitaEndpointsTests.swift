import DemoServer
import Foundation
import LoopbackServer
import Testing

struct QiitaEndpointsTests {
  private struct Item: Decodable {
    let id: String
    let created_at: String?
  }

  private struct Answer {
    let status: Int
    let headers: [String: String]
    let body: Data

    var items: [Item] { (try? JSONDecoder().decode([Item].self, from: body)) ?? [] }
    var text: String { String(decoding: body, as: UTF8.self) }
  }

  private func get(_ target: String, method: String = "GET", headers: [LoopbackRequest.Header] = []) async throws
    -> Answer
  {
    let endpoints = QiitaEndpoints()
    let server = try LoopbackServer { endpoints.respond(to: $0) ?? .respond(599) }
    defer { server.stop() }
    let (status, fields, body) = try await exchange(server.url + target, method: method, headers: headers)
    return Answer(status: status, headers: fields, body: body)
  }

  @Test func aPageInTheMiddle() async throws {
    let answer = try await get("/api/v2/tags/swift/items?page=4&per_page=15")
    #expect(answer.status == 200 && answer.items.count == 15)
    #expect(answer.headers["total-count"] == "4218")
    #expect(answer.headers["rate-limit"] == "60" && answer.headers["rate-remaining"] == "57")
    #expect(answer.headers["rate-reset"] == "1767229200")
    #expect(
      answer.headers["link"]
        == ["first": 1, "prev": 3, "next": 5, "last": 100].sorted { $0.value < $1.value }.map {
          "<https://qiita.com/api/v2/tags/swift/items?page=\($0.value)&per_page=15>; rel=\"\($0.key)\""
        }.joined(separator: ", ")
    )
    #expect(answer.text.contains("\"rendered_body\""), "There is more than a list needs.")
    // The article with the number 49 has an invalid date.
    #expect(answer.items[4].created_at == "昨日" && answer.items[5].created_at?.hasSuffix("+09:00") == true)
  }

  @Test func pagesFollowEachOther() async throws {
    let three = try await get("/api/v2/tags/kotlin/items?per_page=3&page=3")
    let all = try await get("/api/v2/tags/KOTLIN/items")
    #expect(all.items.count == 7 && three.items.map(\.id) == [all.items[6].id])
    #expect(three.headers["link"]?.contains("rel=\"next\"") == false)
    let beyond = try await get("/api/v2/tags/kotlin/items?page=4&per_page=3")
    #expect(beyond.status == 200 && beyond.text == "[]")
    let none = try await get("/api/v2/tags/%E6%9C%AA%E6%8A%95%E7%A8%BF/items")
    #expect(none.status == 200 && none.text == "[]" && none.headers["total-count"] == "0")
    let last = try await get("/api/v2/tags/swift/items?page=100&per_page=15")
    #expect(last.items.count == 15 && last.headers["link"]?.contains("rel=\"next\"") == false)
  }

  @Test(arguments: [
    "page=0", "page=101", "page=-1", "page=a", "page=", "page=1.5", "per_page=0", "per_page=101", "per_page=x",
    "page=99999999999999999999",
  ])
  func pagesThatAreNone(_ query: String) async throws {
    let answer = try await get("/api/v2/tags/swift/items?\(query)")
    #expect(answer.status == 400 && answer.text == #"{"message":"Bad request","type":"bad_request"}"#)
  }

  @Test(arguments: [
    "/", "/api/v2/tags/nosuchtag/items", "/api/v2/tags/swift", "/api/v2/tags/swift/items/1", "/api/v3/tags/swift/items",
    "/api/v2/tags//items", "/api/v2/tags/%FF/items", "/api/v2/tags/swift%2Fitems", "/api/v2/tags/swift/items/",
  ])
  func addressesWithNothing(_ target: String) async throws {
    let answer = try await get(target)
    #expect(answer.status == 404 && answer.text == #"{"message":"Not found","type":"not_found"}"#)
  }

  @Test(arguments: [
    ("Bearer 0123456789abcdef0123456789abcdef01234567", 200), ("Bearer 0123", 401), ("Bearer ", 401),
    ("Basic YTpi", 401),
    ("Bearer 0123456789abcdef0123456789abcdef0123456Z", 401),
  ])
  func tokens(_ authorization: String, _ status: Int) async throws {
    let answer = try await get(
      "/api/v2/tags/swift/items",
      headers: [.init("Authorization", authorization)]
    )
    #expect(answer.status == status)
    if status == 401 { #expect(answer.text == #"{"message":"Unauthorized","type":"unauthorized"}"#) }
  }

  @Test func oneArticle() async throws {
    let id = try #require(try await get("/api/v2/tags/kotlin/items").items.last).id
    let answer = try await get("/api/v2/items/\(id)")
    #expect(answer.status == 200)
    #expect(try JSONDecoder().decode(Item.self, from: answer.body).id == id)
    #expect(try await get("/api/v2/items/nothing").status == 404)
  }

  @Test func onlyReading() async throws {
    #expect(try await get("/api/v2/tags/swift/items", method: "DELETE").status == 405)
  }
}
