import Foundation
import Store

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension GitHubClient: DependencyKey {
  static let liveValue = GitHubClient(
    searchRepositories: { query, page in
      let server = ProcessInfo.processInfo.environment["GITHUB_API_URL"] ?? "https://api.github.com"
      guard let address = URL(string: server) else {
        throw SearchError(message: "GITHUB_API_URL is not an address: \(server)")
      }
      let url = address.appending(path: "search/repositories").appending(queryItems: [
        URLQueryItem(name: "q", value: query),
        URLQueryItem(name: "page", value: "\(page)"),
        URLQueryItem(name: "per_page", value: "5"),
      ])
      let (data, _) = try await URLSession.shared.data(from: url)
      let items = try JSONDecoder().decode(SearchResponse.self, from: data).items
      return RepositoryPage(items: items, nextPage: nil)
    }
  )
}

private struct SearchResponse: Decodable {
  var items: [Repository]
}
