import Dependencies
import Foundation

/// Makes the answer of a mock client. It is kept in `\.responseCache`, and fails while the app works offline, as with a
/// server.
///
/// - Parameters:
///   - address: The path and the query of the request that the live client sends.
///   - make: Makes the answer.
func mockAnswer<Value: Codable & KeptValue>(_ address: String, _ make: () throws -> Value) async throws -> Value {
  @Dependency(\.responseCache) var cache
  let request = URL(string: "mock:\(address)").map { HTTPRequest(url: $0) }
  if let request, KeptAnswers.areWelcome, let entry = await cache?.entry(for: request),
    let value = try? JSONDecoder().decode(Value.self, from: entry.response.body)
  {
    return value.asOf(entry.receivedAt)
  }
  try Connectivity.checkOnline()
  let value = try make()
  if let request, let cache, let body = try? JSONEncoder().encode(value) {
    await cache.update(with: HTTPResponse(body: body), to: request)
  }
  return value
}
