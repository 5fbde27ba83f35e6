/// The hashtags of the sample recipes, for the mock client and the demo server: a few fixed ones for each recipe, and
/// those that were added.
package struct SampleHashtags: Sendable {
  /// The maximum number of hashtags that can be added to a recipe, and their maximum length. They limit memory use.
  private static let limit = (count: 30, length: 50)

  private var added: [Recipe.ID: [Hashtag]] = [:]

  package init() {}

  /// The hashtags of a recipe, newest first; empty if there is no such recipe.
  package func hashtags(of recipeID: Recipe.ID, limit: Int = 10) -> [Hashtag] {
    Array(all(of: recipeID).reversed().prefix(limit))
  }

  /// Adds the hashtags in a text and returns them, including those that the recipe already had.
  ///
  /// - Throws: ``APIError/status(code:message:retryAt:)``, like the web service.
  package mutating func add(_ value: String, to recipeID: Recipe.ID) throws(APIError) -> [Hashtag] {
    guard Recipe.sample(id: recipeID) != nil else { throw .noRecipe(id: recipeID) }
    let words = value.split(whereSeparator: \.isWhitespace).filter { $0.hasPrefix("#") }.map { $0.drop { $0 == "#" } }
    let names = words.filter { !$0.isEmpty }.map(String.init)
    let tooMany = APIError.invalid("no more than \(Self.limit.count) hashtags can be added to a recipe")
    guard !names.isEmpty else { throw .invalid("value has no hashtag: they begin with #") }
    guard names.count <= Self.limit.count else { throw tooMany }
    guard names.allSatisfy({ $0.count <= Self.limit.length }) else {
      throw .invalid("a hashtag can't be longer than \(Self.limit.length) characters")
    }
    var all = all(of: recipeID)
    let count = all.count
    var result: [Hashtag] = []
    for name in names {
      let hashtag = all.first { $0.name == name } ?? Hashtag(id: recipeID * 1_000 + Int64(all.count) + 1, name: name)
      if !all.contains(hashtag) { all.append(hashtag) }
      if !result.contains(hashtag) { result.append(hashtag) }
    }
    let new = added[recipeID, default: []] + all[count...]
    guard new.count <= Self.limit.count else { throw tooMany }
    added[recipeID] = new
    return result
  }

  private func all(of recipeID: Recipe.ID) -> [Hashtag] {
    guard Recipe.sample(id: recipeID) != nil else { return [] }
    let count = Int(recipeID % 4)
    let names = (0..<count).map { Self.names[(Int(recipeID) + $0) % Self.names.count] }
    let original = names.enumerated().map { Hashtag(id: recipeID * 1_000 + Int64($0.offset) + 1, name: $0.element) }
    return original + added[recipeID, default: []]
  }

  private static let names = ["平日のお昼に", "リピート決定", "簡単", "夕食", "作り置き", "節約", "子どもも喜ぶ"]
}

extension APIError {
  /// The error for a recipe that does not exist.
  package static func noRecipe(id: Recipe.ID) -> APIError {
    .status(code: 404, message: "There is no recipe \(id)", retryAt: nil)
  }

  fileprivate static func invalid(_ reason: String) -> APIError {
    .status(code: 422, message: reason, retryAt: nil)
  }
}
