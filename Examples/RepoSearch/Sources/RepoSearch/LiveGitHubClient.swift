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
      let (data, response) = try await URLSession.shared.data(from: url)
      guard let response = response as? HTTPURLResponse, response.statusCode == 200 else {
        throw SearchError(message: "GitHub refused the search: \(String(decoding: data, as: UTF8.self))")
      }
      let items = try JSONDecoder().decode(SearchResponse.self, from: data).items
      let hasNextPage = response.value(forHTTPHeaderField: "Link")?.contains(#"rel="next""#) ?? false
      return RepositoryPage(items: items, nextPage: hasNextPage ? page + 1 : nil)
    }
  )
}

private struct SearchResponse: Decodable {
  var items: [Repository]
}
