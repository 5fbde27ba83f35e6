internal import Dependencies
internal import Features
internal import Foundation
package import StoreWeb

/// The hashtags of recipes: those of the mock client, and those added since the service was created.
package final class HashtagEndpoints: Endpoints {
  package let name = "hashtags"
  package let variables = ["HASHTAGS_API_URL"]

  private let samples = Locked(SampleHashtags())

  package init() {}

  package func respond(to request: WebRequest) -> WebResponse? {
    guard let call = Call(request, of: self) else { return .message("The address can't be read", status: 400) }
    switch call.path {
    case ["recipe_hashtags"]: return call.answer(["GET": { self.hashtags(call) }])
    case ["hashtags"]: return call.answer(["POST": { self.add(call) }])
    default: return nil
    }
  }

  private func hashtags(_ call: Call) -> WebResponse {
    guard let limit = call.number("hashtag_limit_per_recipe", default: 10), (1...100).contains(limit) else {
      return .message("hashtag_limit_per_recipe must be a number from 1 to 100", status: 400)
    }
    let texts = call["recipe_ids"]?.split(separator: ",", maxSplits: 100, omittingEmptySubsequences: false) ?? []
    let ids = texts.compactMap { Recipe.ID($0) }
    guard (1...100).contains(texts.count), ids.count == texts.count else {
      return .message("recipe_ids must be up to 100 numbers with commas between them", status: 400)
    }
    let samples = samples.withLock { $0 }
    let hashtags = ids.map { RecipeHashtags(recipeID: $0, hashtags: samples.hashtags(of: $0, limit: limit)) }
    return .encoding(["recipe_hashtags": hashtags])
  }

  private func add(_ call: Call) -> WebResponse {
    guard let body = try? JSONDecoder().decode(Body.self, from: Data(call.request.body)) else {
      return .message(##"The body must be like {"recipe_id": 1, "value": "#a #b"}"##, status: 422)
    }
    do {
      let added = try samples.withLock { samples throws(APIError) in try samples.add(body.value, to: body.recipe_id) }
      return .encoding(["hashtags": added], status: 201)
    } catch {
      return .refusing(error)
    }
  }

  private struct Body: Decodable {
    let recipe_id: Recipe.ID
    let value: String
  }
}
