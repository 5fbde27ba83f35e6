import Foundation

/// Some thousand made-up repositories and the stars on them: what the mock client and the demonstration server hand out,
/// so that the same requests have the same results on both.
///
/// Except for the stars, which whoever holds it can change, it is the same in every process.
package struct SampleRepositories: Sendable {
  /// Why a request has no result, as GitHub says it.
  package struct Refusal: Error, Equatable {
    package var status: Int
    package var message: String
    /// What is wrong in particular.
    package var details: [String]

    package init(status: Int, message: String, details: [String] = []) {
      self.status = status
      self.message = message
      self.details = details
    }

    package static let notFound = Self(status: 404, message: "Not Found")

    fileprivate static func invalid(_ detail: String) -> Self {
      Self(status: 422, message: "Validation Failed", details: [detail])
    }

    /// What the live client makes of it.
    package var error: APIError {
      .status(code: status, message: ([message] + details).joined(separator: ": "), retryAt: nil)
    }
  }

  /// How many rows a page has unless the request says otherwise.
  package static let pageSize = 30
  /// GitHub finds more, but hands out no more.
  package static let resultLimit = 1_000

  /// Everything there is, with the most stars first.
  private static let repositories = makeRepositories()
  private static let indices = Dictionary(
    repositories.indices.map { (repositories[$0].fullName.lowercased(), $0) },
    uniquingKeysWith: { first, _ in first }
  )

  /// What is starred, the latest first: places in ``repositories``.
  private var starred: [Int]
  private var isStarred: Set<Int>
  /// What is starred at first, whose stars are counted already.
  private static let starredAtFirst = Set((0..<45).map { $0 * 89 + 1 })

  /// Makes repositories of which some are starred.
  package init() {
    starred = Self.starredAtFirst.sorted()
    isStarred = Self.starredAtFirst
  }

  /// The starred repositories, the latest first.
  package var favorites: [Repository] { starred.map(repository) }

  /// The repository of this owner and name, in whatever case.
  package func repository(owner: String, name: String) throws(Refusal) -> Repository {
    repository(try index(owner, name))
  }

  /// Whether a repository is starred.
  package func isStarred(owner: String, name: String) throws(Refusal) -> Bool {
    isStarred.contains(try index(owner, name))
  }

  /// Stars a repository or takes the star away. Its place among the favorites is the first one.
  package mutating func setStarred(_ isStarred: Bool, owner: String, name: String) throws(Refusal) {
    let index = try index(owner, name)
    if isStarred {
      guard self.isStarred.insert(index).inserted else { return }
      starred.insert(index, at: 0)
    } else {
      guard self.isStarred.remove(index) != nil else { return }
      starred.removeAll { $0 == index }
    }
  }

  /// The repositories that match a query, those with the most stars first.
  ///
  /// Of GitHub's syntax it knows words, each of which must occur in the name or the description, and the qualifiers
  /// `language:`, `user:` and `stars:` (`stars:>100`).
  ///
  /// - Complexity: O(*n*) in the number of repositories.
  package func search(_ query: String) throws(Refusal) -> [Repository] {
    guard query.count <= 256 else { throw .invalid("The search is longer than 256 characters.") }
    let terms = query.lowercased().split(whereSeparator: \.isWhitespace).map(Term.init)
    guard !terms.isEmpty else { throw .invalid("The search is empty.") }
    return Self.repositories.indices.lazy.map(repository).filter { repository in
      terms.allSatisfy { $0.matches(repository) }
    }
  }

  /// Refuses pages of search results that begin after the ``resultLimit``.
  package static func check(page: Int, size: Int = pageSize) throws(Refusal) {
    let (first, overflow) = (max(1, page) - 1).multipliedReportingOverflow(by: size)
    guard !overflow, first < resultLimit else {
      throw Refusal(status: 422, message: "Only the first \(resultLimit) search results are available")
    }
  }

  private func index(_ owner: String, _ name: String) throws(Refusal) -> Int {
    guard let index = Self.indices["\(owner)/\(name)".lowercased()] else { throw .notFound }
    return index
  }

  private func repository(_ index: Int) -> Repository {
    var repository = Self.repositories[index]
    let change = (isStarred.contains(index) ? 1 : 0) - (Self.starredAtFirst.contains(index) ? 1 : 0)
    repository.stargazersCount += change
    return repository
  }

  /// One part of a query.
  private enum Term {
    case word(String)
    case language(String)
    case user(String)
    case stars(ClosedRange<Int>)

    init(_ text: Substring) {
      let parts = text.split(separator: ":", maxSplits: 1)
      switch (parts.first, parts.count) {
      case ("language", 2): self = .language(String(parts[1]))
      case ("user", 2): self = .user(String(parts[1]))
      case ("stars", 2):
        let digits = parts[1].drop { "<>=".contains($0) }
        guard let number = Int(digits), number >= 0, number < Int.max else { fallthrough }
        switch parts[1].dropLast(digits.count) {
        case "": self = .stars(number...number)
        case ">": self = .stars(number + 1...Int.max)
        case ">=": self = .stars(number...Int.max)
        case "<": self = .stars(-1...number - 1)
        case "<=": self = .stars(0...number)
        default: self = .word(String(text))
        }
      default: self = .word(String(text))
      }
    }

    func matches(_ repository: Repository) -> Bool {
      switch self {
      case .word(let word):
        repository.name.contains(word) || repository.description?.lowercased().contains(word) == true
      case .language(let language): repository.language?.lowercased() == language
      case .user(let user): repository.owner.login == user
      case .stars(let range): range.contains(repository.stargazersCount)
      }
    }
  }

  private static func makeRepositories() -> [Repository] {
    let owners = [
      "ada", "grace", "kathleen", "barbara", "radia", "frances", "shafi", "hedy", "margaret", "jean", "lynn", "karen",
      "adele", "sophie", "betty", "annie",
    ]
    let languages = [
      "Swift", "Rust", "Kotlin", "Python", "Ruby", "Elixir", "Haskell", "Scala", "OCaml", "Zig", "Julia", "Go",
      "Clojure", "Lua", "Erlang", "Dart",
    ]
    let things = [
      "kit", "tools", "examples", "server", "parser", "cli", "book", "bindings", "playground", "testing", "router",
      "cache", "logger", "editor", "charts", "queue",
    ]
    let purposes = [
      "A small library for", "Everything about", "Examples of", "Fast and safe", "A gentle introduction to",
    ]
    let count = owners.count * languages.count * things.count
    let swift = make(
      id: 44_838_949,
      owner: "apple",
      name: "swift",
      description: "The Swift programming language",
      language: "C++",
      stars: 67_108
    )
    let others = (0..<count).map { rank in
      // An odd factor visits every combination once, in an order that does not show.
      let pick = rank * 1_597 % count
      let language = languages[pick % languages.count]
      let thing = things[pick / languages.count % things.count]
      let owner = owners[pick / languages.count / things.count]
      let left = count - rank
      return make(
        id: 1_000_000 + pick * 7,
        owner: owner,
        name: "\(language.lowercased())-\(thing)",
        description: rank % 7 == 6 ? nil : "\(purposes[rank % purposes.count]) \(language)",
        language: language,
        stars: left * left / 250
      )
    }
    return [swift] + others
  }

  private static func make(
    id: Int,
    owner: String,
    name: String,
    description: String?,
    language: String,
    stars: Int
  ) -> Repository {
    Repository(
      id: id,
      name: name,
      owner: Repository.Owner(login: owner, avatarURL: address("https://avatars.githubusercontent.com/\(owner)")),
      description: description,
      language: language,
      stargazersCount: stars,
      htmlURL: address("https://github.com/\(owner)/\(name)")
    )
  }

  private static func address(_ text: String) -> URL { URL(string: text) ?? URL(filePath: "/") }
}
