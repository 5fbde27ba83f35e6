import Foundation
import LoopbackServer

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends one request and returns the status, the header fields by their lowercase names, and the body.
func exchange(_ url: String, method: String = "GET", headers: [LoopbackRequest.Header] = []) async throws
  -> (status: Int, headers: [String: String], body: Data)
{
  guard let url = URL(string: url) else { throw URLError(.badURL) }
  var request = URLRequest(url: url)
  request.httpMethod = method
  for header in headers { request.setValue(header.value, forHTTPHeaderField: header.name) }
  let (body, response) = try await URLSession(configuration: .ephemeral).data(for: request)
  guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
  var fields: [String: String] = [:]
  for case let (name as String, value as String) in response.allHeaderFields { fields[name.lowercased()] = value }
  return (response.statusCode, fields, body)
}
