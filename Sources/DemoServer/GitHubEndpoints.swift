internal import Dependencies
internal import Features
package import Foundation
package import LoopbackServer

/// GitHub's search, its repositories, and the stars of the one user that there is.
///
/// It hands out the repositories that the mock client has, and remembers stars for as long as it lives. What needs a
/// user wants ``token``. Each hour it answers so many requests, and refuses more as GitHub does.
package final class GitHubEndpoints: Endpoints {
  /// The one token that is accepted.
  package static let token = "demo-token"

  package let name = "github"
  package let variables = ["GITHUB_API_URL"]
  package let credentials = ["GITHUB_TOKEN": token]

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
  ///   - rateLimit: How many requests are answered in each hour.
  ///   - now: The time by which hours are counted.
  package init(rateLimit: Int = 5_000, now: @escaping @Sendable () -> Date = { Date() }) {
    self.rateLimit = rateLimit
    self.now = now
    state = Locked(State(remaining: rateLimit, resetsAt: now().addingTimeInterval(3600)))
  }

  package func respond(to request: LoopbackRequest) -> LoopbackAnswer? {
    guard let call = Call(request, of: self) else { return .message("Problems parsing the address", status: 400) }
    let limit = countRequest()
    guard limit.remaining >= 0 else {
      return .message("API rate limit exceeded for 127.0.0.1.", status: 403, headers: limit.headers)
    }
    do {
      return try answer(call, limit.headers)
    } catch let refusal as SampleRepositories.Refusal {
      return .refusing(refusal, limit.headers)
    } catch {
      return .message("\(error)", status: 500, headers: limit.headers)
    }
  }

  private func answer(_ call: Call, _ headers: [LoopbackAnswer.Header]) throws -> LoopbackAnswer? {
    switch (call.path.first, call.path.dropFirst().first, call.path.count) {
    case ("search", "repositories", 2):
      return try call.answer(["GET": { try self.search(call, headers) }])
    case ("repos", _, 3):
      return try call.answer([
        "GET": {
          let repository = try self.use { try $0.repository(owner: call.path[1], name: call.path[2]) }
          return .encoding(repository, headers: headers)
        }
      ])
    case ("user", "starred", 2):
      try authenticate(call)
      return try call.answer([
        "GET": {
          let page = self.page(call, of: try self.use { $0.favorites })
          return .encoding(Array(page.rows), headers: headers + page.links(call))
        }
      ])
    case ("user", "starred", 4):
      try authenticate(call)
      return try star(call, owner: call.path[2], name: call.path[3], headers)
    default:
      return nil
    }
  }

  private func search(_ call: Call, _ headers: [LoopbackAnswer.Header]) throws -> LoopbackAnswer {
    let all = try use { try $0.search(call["q"] ?? "") }
    let page = page(call, of: Array(all.prefix(SampleRepositories.resultLimit)))
    try SampleRepositories.check(page: page.number, size: page.size)
    let results = SearchResults(totalCount: all.count, incompleteResults: false, items: Array(page.rows))
    return .encoding(results, headers: headers + page.links(call))
  }

  private func star(_ call: Call, owner: String, name: String, _ headers: [LoopbackAnswer.Header]) throws
    -> LoopbackAnswer
  {
    try call.answer([
      "GET": {
        let isStarred = try self.use { try $0.isStarred(owner: owner, name: name) }
        return isStarred ? .respond(204, headers: headers) : .message("Not Found", status: 404, headers: headers)
      },
      "PUT": {
        guard call.request[header: "Content-Length"] != nil else {
          return .message("A PUT without a body needs Content-Length: 0", status: 411, headers: headers)
        }
        try self.use { try $0.setStarred(true, owner: owner, name: name) }
        return .respond(204, headers: headers)
      },
      "DELETE": {
        try self.use { try $0.setStarred(false, owner: owner, name: name) }
        return .respond(204, headers: headers)
      },
    ])
  }

  private func authenticate(_ call: Call) throws {
    guard let token = call.token else {
      throw SampleRepositories.Refusal(status: 401, message: "Requires authentication")
    }
    guard token == Self.token else { throw SampleRepositories.Refusal(status: 401, message: "Bad credentials") }
  }

  private func page(_ call: Call, of all: [Repository]) -> Page<Repository> {
    // GitHub takes what makes no sense for what it would be by default.
    let number = call.number("page", default: 1) ?? 1
    let size = call.number("per_page", default: SampleRepositories.pageSize) ?? SampleRepositories.pageSize
    return Page(max(1, number), size: min(max(1, size), 100), of: all)
  }

  private func use<Value: Sendable>(_ body: (inout SampleRepositories) throws -> Value) throws -> Value {
    try state.withLock { try body(&$0.repositories) }
  }

  /// Counts a request; with fewer than none remaining it is one too many.
  private func countRequest() -> (remaining: Int, headers: [LoopbackAnswer.Header]) {
    let now = now()
    let (remaining, resetsAt) = state.withLock { state in
      if now >= state.resetsAt {
        state.remaining = rateLimit
        state.resetsAt = now.addingTimeInterval(3600)
      }
      if state.remaining >= 0 { state.remaining -= 1 }
      return (state.remaining, state.resetsAt)
    }
    let headers: [LoopbackAnswer.Header] = [
      .init("X-RateLimit-Limit", "\(rateLimit)"),
      .init("X-RateLimit-Remaining", "\(max(0, remaining))"),
      .init("X-RateLimit-Reset", "\(Int(resetsAt.timeIntervalSince1970))"),
    ]
    return (remaining, headers)
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
  struct Detail: Encodable {
    let message: String
    let resource = "Search"
    let field = "q"
    let code = "invalid"
  }

  let message: String
  let errors: [Detail]?
  let documentationURL = "https://docs.github.com/rest"

  enum CodingKeys: String, CodingKey {
    case message, errors
    case documentationURL = "documentation_url"
  }
}

extension LoopbackAnswer {
  /// What GitHub says when it refuses a request.
  fileprivate static func refusing(_ refusal: SampleRepositories.Refusal, _ headers: [Header]) -> Self {
    let errors = refusal.details.map { RefusalBody.Detail(message: $0) }
    let body = RefusalBody(message: refusal.message, errors: errors.isEmpty ? nil : errors)
    return .encoding(body, status: refusal.status, headers: headers)
  }
}
