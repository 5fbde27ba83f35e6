/// What was typed for the hashtags of a recipe.
public struct HashtagDraft: FormDraft {
  /// The recipe.
  public let id: Recipe.ID
  /// The text.
  public var content: String

  /// Whether nothing was typed.
  public var isEmpty: Bool { content.isEmpty }

  /// Returns an earlier text, continued by this one.
  public func continuing(_ earlier: String) -> String { earlier + content }
}

extension HashtagDraft {
  /// What has been typed into a sheet.
  init(_ form: AddHashtags.State) { self.init(id: form.recipeID, content: form.text) }
}
