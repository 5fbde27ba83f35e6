import DemoServer
import Foundation
import LoopbackServer
import Testing

struct CatalogEndpointsTests {
  private func get(_ target: String, method: String = "GET") async throws -> (status: Int, body: Data) {
    let endpoints = CatalogEndpoints()
    let server = try LoopbackServer { endpoints.respond(to: $0) ?? .respond(599) }
    defer { server.stop() }
    let (status, _, body) = try await exchange(server.url + target, method: method)
    return (status, body)
  }

  @Test(arguments: [
    ("/v1/users", 2_000, "first_name"), ("/v1/songs?x=y", 3_000, "artist"), ("/v1/songs?artist=Nagori", 600, "artist"),
    ("/v1/songs?artist=nobody", 0, "artist"),
  ])
  func lists(_ target: String, _ count: Int, _ key: String) async throws {
    let answer = try await get(target)
    let rows = try JSONSerialization.jsonObject(with: answer.body) as? [[String: Any]]
    #expect(answer.status == 200 && rows?.count == count)
    #expect(rows?.allSatisfy { $0[key] is String } == true)
  }

  @Test(arguments: ["/", "/v1", "/v1/users/", "/v1/albums", "/v2/users"])
  func addressesWithNothing(_ target: String) async throws {
    #expect(try await get(target).status == 404)
  }

  @Test func onlyReading() async throws {
    #expect(try await get("/v1/users", method: "POST").status == 405)
  }
}
