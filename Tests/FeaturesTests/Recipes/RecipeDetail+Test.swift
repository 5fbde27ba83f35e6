import Features

// What tests expect of a recipe, without the functions that are tested.

extension RecipeDetail.State {
  /// Both requests run.
  mutating func beginLoading() {
    recipe.isLoading = true
    hashtags.isLoading = true
  }
}

extension RecipeDetail.Part {
  mutating func loadAgain() {
    isLoading = true
    error = nil
  }

  mutating func loaded(_ value: Value) {
    isLoading = false
    self.value = value
  }

  mutating func failed(_ error: APIError) {
    isLoading = false
    self.error = error
  }
}

extension AddHashtags.State {
  mutating func succeeded() {
    isSending = false
    alert = .hashtagsAdded(.english)
  }

  mutating func failed(_ error: APIError) {
    isSending = false
    self.error = error
  }
}
