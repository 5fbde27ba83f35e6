import DemoServer
import Features
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite(.ownThreads)
struct GitHubEndpointsTests {
  private let user = ["Authorization": "Bearer \(GitHubEndpoints.token)"]

  private func withServer(_ service: GitHubEndpoints = GitHubEndpoints(), _ body: (DemoServer) throws -> Void) throws {
    let server = try DemoServer([service])
    defer { server.stop() }
    try body(server)
  }

  private func names(_ answer: Answer) throws -> [String] {
    let json = try JSONSerialization.jsonObject(with: Data(answer.body.utf8))
    let items = json as? [[String: Any]] ?? (json as? [String: Any])?["items"] as? [[String: Any]] ?? []
    return items.compactMap { $0["full_name"] as? String }
  }

  @Test func searchesPageByPage() throws {
    try withServer { server in
      func found(_ query: String) throws -> [String] {
        try names(Answer(server, "/github/search/repositories?" + query))
      }
      let first = try Answer(server, "/github/search/repositories?q=swift+language%3Aswift")
      #expect(first.status == 200)
      #expect(try first.json["total_count"] as? Int == 256)
      #expect(try first.json["incomplete_results"] as? Bool == false)
      #expect(try names(first).count == 30)
      let next = "<\(server.url)/github/search/repositories?q=swift%20language%3Aswift&page=2>; rel=\"next\""
      #expect(first.headers["Link"]?.hasPrefix(next + ", ") == true)
      let last = try Answer(server, "/github/search/repositories?q=swift+language%3Aswift&page=9")
      #expect(try names(last).count == 16)
      #expect(last.headers["Link"]?.contains("rel=\"next\"") == false)
      #expect(try found("q=swift&per_page=100").count == 100)
      #expect(try found("q=swift&per_page=1000").count == 100)
      #expect(try found("q=swift&page=x&per_page=-1") == ["apple/swift"])
      #expect(try found("q=nothing+like+this") == [])
    }
  }

  @Test func whatHasNotChangedIsNotSentAndDoesNotCount() throws {
    try withServer { server in
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
  }

  @Test func handsOutAThousandResults() throws {
    try withServer { server in
      let first = try Answer(server, "/github/search/repositories?q=stars:%3E%3D0&per_page=100")
      #expect(try first.json["total_count"] as? Int == 4_097)
      #expect(first.headers["Link"]?.contains("page=10>; rel=\"last\"") == true)
      let last = try Answer(server, "/github/search/repositories?q=stars:%3E%3D0&per_page=100&page=10")
      #expect(try names(last).count == 100)
      for page in ["11", "9223372036854775807"] {
        let beyond = try Answer(server, "/github/search/repositories?q=stars:%3E%3D0&per_page=100&page=\(page)")
        #expect(beyond.status == 422)
        #expect(beyond.message == "Only the first 1000 search results are available")
      }
    }
  }

  @Test(
    arguments: [
      ("q=+", "missing", nil), ("", "missing", nil),
      ("q=" + String(repeating: "a", count: 257), "invalid", "The search is longer than 256 characters."),
    ] as [(String, String, String?)]
  )
  func refusesQueries(query: String, code: String, detail: String?) throws {
    try withServer { server in
      let answer = try Answer(server, "/github/search/repositories?\(query)")
      #expect(answer.status == 422)
      #expect(answer.message == "Validation Failed")
      let errors = try #require(try answer.json["errors"] as? [[String: String]])
      #expect(errors.map { $0["code"] } == [code])
      #expect(errors.map { $0["message"] } == [detail])
    }
  }

  @Test func knowsRepositories() throws {
    try withServer { server in
      let answer = try Answer(server, "/github/repos/Apple/swift")
      #expect(answer.status == 200)
      #expect(try answer.json["full_name"] as? String == "apple/swift")
      #expect(try answer.json["html_url"] as? String == "https://github.com/apple/swift")
      for path in ["repos/apple/nothing", "repos/apple", "repos/apple/swift/issues", "nothing", ""] {
        let missing = try Answer(server, "/github/\(path)")
        #expect(missing.status == 404 && missing.message == "Not Found", "\(path)")
      }
      #expect(try Answer(server, "/github/repos/apple/%FF").status == 400)
      let refused = try Answer(server, "/github/repos/apple/swift", method: "POST")
      #expect(refused.status == 405)
      #expect(refused.headers["Allow"] == "GET, HEAD")
    }
  }

  @Test func starsNeedAToken() throws {
    try withServer { server in
      for target in ["/github/user/starred", "/github/user/starred/apple/swift"] {
        let nobody = try Answer(server, target)
        #expect(nobody.status == 401 && nobody.message == "Requires authentication")
        let somebody = try Answer(server, target, headers: ["Authorization": "Bearer other"])
        #expect(somebody.status == 401 && somebody.message == "Bad credentials")
      }
      #expect(server.environment["GITHUB_TOKEN"] == GitHubEndpoints.token)
    }
  }

  @Test func remembersStars() throws {
    try withServer { server in
      let star = "/github/user/starred/apple/swift"
      let put = user.merging(["Content-Length": "0"]) { $1 }
      func stars() throws -> Int? { try Answer(server, "/github/repos/apple/swift").json["stargazers_count"] as? Int }
      let before = try #require(try stars())
      #expect(try names(Answer(server, "/github/user/starred?per_page=100", headers: user)).count == 45)
      #expect(try Answer(server, star, headers: user).status == 404)
      #expect(try Answer(server, star, method: "PUT", headers: user).status == 411)
      for _ in 1...2 {
        let answer = try Answer(server, star, method: "PUT", headers: put)
        #expect(answer.status == 204 && answer.body == "" && answer.headers["Content-Length"] == nil)
      }
      #expect(try Answer(server, star, headers: user).status == 204)
      #expect(try stars() == before + 1)
      let starred = try Answer(server, "/github/user/starred", headers: user)
      #expect(try names(starred).first == "apple/swift")
      #expect(try names(starred).count == 30)
      #expect(starred.headers["Link"]?.contains("page=2>; rel=\"next\"") == true)
      #expect(try names(Answer(server, "/github/user/starred?page=2", headers: user)).count == 16)
      for _ in 1...2 { #expect(try Answer(server, star, method: "DELETE", headers: user).status == 204) }
      #expect(try Answer(server, star, headers: user).status == 404)
      #expect(try stars() == before)
      #expect(try Answer(server, "/github/user/starred/apple/nothing", method: "PUT", headers: put).status == 404)
      #expect(try Answer(server, star, method: "POST", headers: put).headers["Allow"] == "GET, HEAD, PUT, DELETE")
    }
  }

  @Test func countsRequestsByTheHour() throws {
    let now = Mutex(Date(timeIntervalSince1970: 1_000_000))
    let service = GitHubEndpoints(rateLimit: 2, now: { now.withLock { $0 } })
    try withServer(service) { server in
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
}
