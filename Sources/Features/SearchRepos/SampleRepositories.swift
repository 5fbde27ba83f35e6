import Foundation

/// Thousands of sample repositories and their stars. The mock client and the demo server share them, so the same
/// requests have the same results on both.
///
/// Only the stars can change. Everything else is the same in every process.
package struct SampleRepositories: Sendable {
  /// The error of a request, as GitHub reports it.
  package struct Refusal: Error, Equatable {
    package var status: Int
    package var message: String
    /// The fields that are to blame.
    package var fields: [InvalidField]

    package init(status: Int, message: String, fields: [InvalidField] = []) {
      self.status = status
      self.message = message
      self.fields = fields
    }

    package static let notFound = Self(status: 404, message: "Not Found")

    fileprivate static func invalid(_ code: String, _ detail: String? = nil) -> Self {
      let field = InvalidField(resource: "Search", field: "q", code: code, message: detail)
      return Self(status: 422, message: "Validation Failed", fields: [field])
    }

    /// The error that the live client throws.
    package var error: APIError {
      fields.isEmpty
        ? .status(code: status, message: message, retryAt: nil) : .invalidFields(fields, message: message)
    }
  }

  /// The default number of rows on a page.
  package static let pageSize = 30
  /// The maximum number of search results that GitHub returns, even if more match.
  package static let resultLimit = 1_000

  /// All repositories, by descending number of stars.
  private static let repositories = makeRepositories()
  private static let indices = Dictionary(
    repositories.indices.map { (repositories[$0].fullName.lowercased(), $0) },
    uniquingKeysWith: { first, _ in first }
  )

  /// The indices of the starred repositories in ``repositories``, latest first.
  private var starred: [Int]
  private var isStarred: Set<Int>
  /// The indices of the initially starred repositories. Their counts already include the star.
  private static let starredAtFirst = Set((0..<45).map { $0 * 89 + 1 })

  /// Makes the repositories with some initial stars.
  package init() {
    starred = Self.starredAtFirst.sorted()
    isStarred = Self.starredAtFirst
  }

  /// The starred repositories, latest first.
  package var favorites: [Repository] { starred.map(repository) }

  /// The repository with an owner and a name, ignoring case.
  package func repository(owner: String, name: String) throws(Refusal) -> Repository {
    repository(try index(owner, name))
  }

  /// Whether a repository is starred.
  package func isStarred(owner: String, name: String) throws(Refusal) -> Bool {
    isStarred.contains(try index(owner, name))
  }

  /// Stars or unstars a repository. A new star is the first of the favorites.
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

  /// The repositories that match a query, by descending number of stars.
  ///
  /// The query may contain words, each of which must occur in the name or the description, and the qualifiers
  /// `language:`, `user:` and `stars:` (`stars:>100`).
  ///
  /// - Returns: The repositories, and whether some are missing because the search took too long. Searches with more
  ///   than four terms take too long.
  /// - Complexity: O(*n* log *n*) in the number of repositories.
  package func search(_ query: String, sort: RepositorySort? = nil) throws(Refusal)
    -> (repositories: [Repository], isIncomplete: Bool)
  {
    guard query.count <= 256 else { throw .invalid("invalid", "The search is longer than 256 characters.") }
    let terms = query.lowercased().searchTerms.map(Term.init)
    guard !terms.isEmpty else { throw .invalid("missing") }
    let isIncomplete = terms.count > 4
    let indices = isIncomplete ? Self.repositories.indices.prefix(1_000) : Self.repositories.indices[...]
    let found = indices.lazy.map(repository).filter { repository in terms.allSatisfy { $0.matches(repository) } }
    return (sort.map { sort in found.sorted { sort.puts($0, before: $1) } } ?? Array(found), isIncomplete)
  }

  /// Throws for a page of search results that begins after the ``resultLimit``.
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

  /// A word or a qualifier of a query.
  private enum Term {
    case word(String)
    case language(String)
    case user(String)
    case stars(ClosedRange<Int>)

    init(_ text: Substring) {
      let parts = text.split(separator: ":", maxSplits: 1)
      switch (parts.first, parts.count) {
      case ("language", 2): self = .language(String(parts[1].replacing("\"", with: "")))
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
      // The factor and `count` have no common divisor, so each combination occurs once, in an irregular order.
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

extension RepositorySort {
  /// Whether a sample repository comes before another one. Properties that samples don't have, such as the date of
  /// their last change, are derived from their ids.
  fileprivate func puts(_ first: Repository, before second: Repository) -> Bool {
    func rank(_ repository: Repository) -> (Int, Int) {
      let rank =
        switch key {
        case .stars: repository.stargazersCount
        case .forks: repository.stargazersCount / 5 + repository.id % 400
        case .updated: repository.id * 31 % 10_007
        case .helpWantedIssues: repository.id % 13
        }
      return (rank, repository.id)
    }
    return order == .ascending ? rank(first) < rank(second) : rank(first) > rank(second)
  }
}
