internal import Dependencies
internal import Features
package import Foundation
package import StoreWeb

/// GitHub's search, repositories, and the stars of a single user.
///
/// The service has the mock client's repositories and keeps stars for as long as it exists. Requests for stars need the
/// ``token``. As on GitHub, the number of requests per hour is limited, and requests that are answered with 304
/// (`If-None-Match`) do not count.
package final class GitHubEndpoints: Endpoints {
  /// The only valid token.
  package static let token = "demo-token"

  package let name = "github"
  package let variables = ["GITHUB_API_URL"]
  package let credentials = ["GITHUB_TOKEN": token]

  private typealias Refusal = SampleRepositories.Refusal

  private struct State {
    var repositories = SampleRepositories()
    var remaining: Int
    var resetsAt: Date
  }

  private let rateLimit: Int
  private let now: @Sendable () -> Date
  private let state: Locked<State>

  /// Makes the service.
  ///
  /// - Parameters:
  ///   - rateLimit: The number of requests in each hour.
  ///   - now: Returns the current time.
  package init(rateLimit: Int = 5_000, now: @escaping @Sendable () -> Date = { Date() }) {
    self.rateLimit = rateLimit
    self.now = now
    state = Locked(State(remaining: rateLimit, resetsAt: now().addingTimeInterval(3600)))
  }

  package func respond(to request: WebRequest) -> WebResponse? {
    guard let call = Call(request, of: self) else { return .message("Problems parsing the address", status: 400) }
    let limit = countRequest()
    guard limit.remaining >= 0 else {
      return .message("API rate limit exceeded for 127.0.0.1.", status: 403, headers: limit.headers)
    }
    let answer = answer(call, limit.headers)
    guard let answer, answer.isKnown(to: request) else { return answer }
    // An answer that the client already has does not count.
    state.withLock { $0.remaining += 1 }
    return self.answer(call, headers(remaining: limit.remaining + 1, resetsAt: limit.resetsAt))
  }

  private func answer(_ call: Call, _ headers: [WebResponse.Header]) -> WebResponse? {
    switch (call.path.first, call.path.dropFirst().first, call.path.count) {
    case ("search", "repositories", 2):
      return call.answer(["GET": { self.search(call, headers) }])
    case ("repos", _, 3):
      return call.answer([
        "GET": {
          self.use(headers) { sample throws(Refusal) in
            let repository = try sample.repository(owner: call.path[1], name: call.path[2])
            return .encoding(repository, headers: headers)
          }
        }
      ])
    case ("user", "starred", 2):
      return authenticated(call, headers) {
        call.answer([
          "GET": {
            self.use(headers) { sample in
              let page = self.page(call, of: sample.favorites)
              return .encoding(Array(page.rows), headers: headers + page.links(call))
            }
          }
        ])
      }
    case ("user", "starred", 4):
      return authenticated(call, headers) { star(call, owner: call.path[2], name: call.path[3], headers) }
    default:
      return nil
    }
  }

  private func search(_ call: Call, _ headers: [WebResponse.Header]) -> WebResponse {
    use(headers) { sample throws(Refusal) in
      // GitHub ignores a sort that it does not know.
      let key = call["sort"].flatMap(RepositorySort.Key.init)
      let order = call["order"].flatMap(RepositorySort.Order.init) ?? .descending
      let (all, isIncomplete) = try sample.search(call["q"] ?? "", sort: key.map { RepositorySort($0, order) })
      let page = page(call, of: Array(all.prefix(SampleRepositories.resultLimit)))
      try SampleRepositories.check(page: page.number, size: page.size)
      let results = SearchResults(totalCount: all.count, incompleteResults: isIncomplete, items: Array(page.rows))
      return .encoding(results, headers: headers + page.links(call))
    }
  }

  private func star(_ call: Call, owner: String, name: String, _ headers: [WebResponse.Header]) -> WebResponse {
    func set(_ isStarred: Bool) -> WebResponse {
      use(headers) { sample throws(Refusal) in
        try sample.setStarred(isStarred, owner: owner, name: name)
        return .respond(204, headers: headers)
      }
    }
    return call.answer([
      "GET": {
        self.use(headers) { sample throws(Refusal) in
          guard try sample.isStarred(owner: owner, name: name) else { throw .notFound }
          return .respond(204, headers: headers)
        }
      },
      "PUT": {
        guard call.request[header: "Content-Length"] != nil else {
          return .message("A PUT without a body needs Content-Length: 0", status: 411, headers: headers)
        }
        return set(true)
      },
      "DELETE": { set(false) },
    ])
  }

  private func authenticated(_ call: Call, _ headers: [WebResponse.Header], _ answer: () -> WebResponse)
    -> WebResponse
  {
    switch call.token {
    case Self.token: answer()
    case nil: .refusing(Refusal(status: 401, message: "Requires authentication"), headers)
    case _?: .refusing(Refusal(status: 401, message: "Bad credentials"), headers)
    }
  }

  private func page(_ call: Call, of all: [Repository]) -> Page<Repository> {
    // GitHub replaces invalid values by the defaults.
    let number = call.number("page", default: 1) ?? 1
    let size = call.number("per_page", default: SampleRepositories.pageSize) ?? SampleRepositories.pageSize
    return Page(max(1, number), size: min(max(1, size), 100), of: all)
  }

  /// Reads or changes the repositories and returns the answer, or the answer for a refusal.
  private func use(
    _ headers: [WebResponse.Header],
    _ body: (inout SampleRepositories) throws(Refusal) -> WebResponse
  ) -> WebResponse {
    do throws(Refusal) {
      return try state.withLock { state throws(Refusal) in try body(&state.repositories) }
    } catch {
      return .refusing(error, headers)
    }
  }

  /// Counts a request and returns the remaining number. A negative number means that the limit is exceeded.
  private func countRequest() -> (remaining: Int, resetsAt: Date, headers: [WebResponse.Header]) {
    let now = now()
    let (remaining, resetsAt) = state.withLock { state in
      if now >= state.resetsAt {
        state.remaining = rateLimit
        state.resetsAt = now.addingTimeInterval(3600)
      }
      if state.remaining >= 0 { state.remaining -= 1 }
      return (state.remaining, state.resetsAt)
    }
    return (remaining, resetsAt, headers(remaining: remaining, resetsAt: resetsAt))
  }

  private func headers(remaining: Int, resetsAt: Date) -> [WebResponse.Header] {
    [
      .init("X-RateLimit-Limit", "\(rateLimit)"),
      .init("X-RateLimit-Remaining", "\(max(0, remaining))"),
      .init("X-RateLimit-Reset", "\(Int(resetsAt.timeIntervalSince1970))"),
    ]
  }
}

private struct SearchResults: Encodable {
  let totalCount: Int
  let incompleteResults: Bool
  let items: [Repository]

  enum CodingKeys: String, CodingKey {
    case items
    case totalCount = "total_count"
    case incompleteResults = "incomplete_results"
  }
}

private struct RefusalBody: Encodable {
  let message: String
  let errors: [InvalidField]?
  let documentationURL = "https://docs.github.com/rest"

  enum CodingKeys: String, CodingKey {
    case message, errors
    case documentationURL = "documentation_url"
  }
}

extension WebResponse {
  /// GitHub's answer for a refusal.
  fileprivate static func refusing(_ refusal: SampleRepositories.Refusal, _ headers: [Header]) -> Self {
    let body = RefusalBody(message: refusal.message, errors: refusal.fields.isEmpty ? nil : refusal.fields)
    return .encoding(body, status: refusal.status, headers: headers)
  }
}
