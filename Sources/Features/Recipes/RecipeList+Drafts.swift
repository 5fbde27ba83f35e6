import Store

extension RecipeList {
  /// Keeps what is typed for hashtags, and shows it again when a sheet is opened.
  var drafts: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .draftsCancelled:
        return keepDrafts()

      case .detail(.presented(.appeared)), .detail(.presented(.addHashtagsButtonTapped)):
        return change(&state) { $0.readDraft() }

      case .detail(.presented(.addHashtags(.presented(.textChanged)))):
        return change(&state) { $0.keepDraft() }

      case .detail(.presented(.addHashtags(.presented(.cancelButtonTapped)))):
        return change(&state) { $0.discardDraft() }

      case .detail(.presented(.addHashtags(.presented(.hashtagsAdded)))):
        return change(&state) { $0.removeDraft() }

      case .draftFailed(let error):
        switch state.drafts.jobs.first {
        case .read(let typed): state.endReading(typed.id, nil, error)
        case .write: if let draft = state.drafts.failWriting() { state.fail(draft.id, error) }
        case nil: break
        }
        return .none

      case .draftErrorDismissed:
        state.draftsError = nil
        state.failedDrafts = []
        return .none

      default:
        return .none
      }
    }
  }

  /// Adds jobs, and runs the first one.
  private func change(_ state: inout State, _ change: (inout State) -> Void) -> Effect<Action> {
    change(&state)
    return keepDrafts()
  }

  private func keepDrafts() -> Effect<Action> {
    let client = hashtagDraftClient
    return keepDrafts(of: "hashtags", in: \.drafts, id: CancelID.draft) { typed in
      try await client.draft(recipeID: typed.id)
    } didRead: { typed, text, state in
      state.endReading(typed.id, text, nil)
    } write: { draft in
      try await client.saveDraft(text: draft.content, recipeID: draft.id)
    } didWrite: { state in
      state.endWriting()
    } failed: { error in
      .draftFailed(error)
    } cancelled: {
      .draftsCancelled
    }
  }
}

extension RecipeList.State {
  /// Reads the draft for a sheet that has appeared, or in which something is typed although its draft could not be read.
  fileprivate mutating func readDraft() {
    guard let form = detail?.addHashtags, !form.hasRestored, !form.isRestoring, form.canChange else { return }
    detail?.addHashtags?.isRestoring = true
    drafts.read(continuedBy: HashtagDraft(form))
  }

  /// Keeps what has been typed.
  fileprivate mutating func keepDraft() {
    guard let form = detail?.addHashtags, form.canChange else { return }
    if form.hasRestored {
      drafts.write(HashtagDraft(form))
    } else if form.isRestoring {
      drafts.continueReading(with: HashtagDraft(form))
    } else {
      readDraft()
    }
  }

  /// Discards the text that is shown. A draft that has not been read stays.
  fileprivate mutating func discardDraft() {
    guard let form = detail?.addHashtags, !form.text.isEmpty else { return }
    detail?.addHashtags?.text = ""
    let draft = HashtagDraft(id: form.recipeID, content: "")
    if form.hasRestored { drafts.write(draft) } else if form.isRestoring { drafts.continueReading(with: draft) }
  }

  /// Removes the draft that has been sent.
  fileprivate mutating func removeDraft() {
    guard let form = detail?.addHashtags, form.hasRestored else { return }
    drafts.write(HashtagDraft(id: form.recipeID, content: ""))
  }

  /// Removes the message if no other draft has failed. What was typed for another recipe may still be lost.
  fileprivate mutating func endWriting() {
    guard let draft = drafts.endWriting() else { return }
    failedDrafts.removeAll { $0 == draft.id }
    if failedDrafts.isEmpty { draftsError = nil }
  }

  fileprivate mutating func fail(_ id: Recipe.ID, _ error: DatabaseError?) {
    guard let error else { return }
    draftsError = error
    if !failedDrafts.contains(id) { failedDrafts.append(id) }
  }

  fileprivate mutating func endReading(_ id: Recipe.ID, _ text: String?, _ error: DatabaseError?) {
    let form = detail?.addHashtags.flatMap { $0.isRestoring ? HashtagDraft($0) : nil }
    switch drafts.endReading(text, form: form) {
    case .succeeded(let earlier):
      detail?.addHashtags?.restore(earlier)
    case .failed:
      detail?.addHashtags?.isRestoring = false
      fail(id, error)
    case .lost:
      fail(id, error)
    case nil:
      break
    }
  }
}
