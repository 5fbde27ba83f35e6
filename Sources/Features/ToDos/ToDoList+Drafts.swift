import Store

extension ToDoList {
  /// Reads and writes the drafts of the forms that are opened from the list.
  ///
  /// Effects of a form are cancelled when it is closed, or replaced by a link. The list has the effects, so that they
  /// go on.
  var drafts: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .draftsCancelled:
        return keepDrafts()

      case .draftFailed(let error):
        switch state.drafts.jobs.first {
        case .read: state.endReading(nil, error)
        case .write: state.failWriting(error)
        case nil: break
        }
        return .none

      default:
        guard let action = action.form, let form = state.form else { return .none }
        switch action {
        case .dueDatePicked where form.isDueDatePast:
          // The time was refused, so there is nothing to write.
          return .none
        case .titleChanged, .memoChanged, .dueDatePicked, .dueDateRemoved, .discardButtonTapped:
          guard form.canChange else { return .none }
          let draft = ToDoDraft(form)
          if form.isRestoring { state.drafts.continueReading(with: draft) } else { state.drafts.write(draft) }
        case .created, .edited:
          // The draft was removed when the to-do was saved.
          state.drafts.forget(ToDoDraft(original: form.original, content: ToDoEdit()))
        case .task, .saveButtonTapped, .savingFailed, .savingCancelled, .closeButtonTapped:
          return .none
        }
        return keepDrafts()
      }
    }
  }

  /// Reads the draft for a form that has begun to wait for it.
  func readDraft(_ wasReading: Bool?, _ state: inout State) -> Effect<Action> {
    guard wasReading != true, let form = state.form, form.isReading else { return .none }
    state.drafts.read(continuedBy: ToDoDraft(form))
    return keepDrafts()
  }

  private func keepDrafts() -> Effect<Action> {
    let client = toDoClient
    return keepDrafts(of: "a to-do", in: \.drafts, id: CancelID.draft) { typed in
      try await client.draft(id: typed.id)
    } didRead: { _, draft, state in
      state.endReading(draft, nil)
    } write: { draft in
      try await client.saveDraft(draft: draft.content, id: draft.id)
    } didWrite: { state in
      state.drafts.endWriting()
    } failed: { error in
      .draftFailed(error)
    } cancelled: {
      .draftsCancelled
    }
  }
}

extension ToDoList.State {
  fileprivate mutating func endReading(_ draft: ToDoEdit?, _ error: DatabaseError?) {
    let waiting = form.flatMap { $0.isReading ? ToDoDraft($0) : nil }
    switch drafts.endReading(draft, form: waiting) {
    case .succeeded(let earlier): form?.restore(earlier)
    case .failed: form?.failure = error
    case .lost: problem = error
    case nil: break
    }
  }

  fileprivate mutating func failWriting(_ error: DatabaseError) {
    guard let draft = drafts.failWriting() else { return }
    if let form, form.original?.id == draft.id, !form.isRestoring, form.draft == draft.content, !draft.isEmpty {
      self.form?.failure = error
    } else {
      problem = error
    }
  }
}

extension ToDoList.State {
  /// The open form.
  var form: ToDoForm.State? {
    get {
      switch destination {
      case .create(let form): form
      case .detail(let detail): detail.destination?[case: \.edit]
      case nil: nil
      }
    }
    set {
      guard let newValue else { return }
      switch destination {
      case .create:
        destination = .create(newValue)
      case .detail(var detail):
        detail.destination = .edit(newValue)
        destination = .detail(detail)
      case nil:
        break
      }
    }
  }
}

extension ToDoList.Action {
  /// The action of the open form.
  var form: ToDoForm.Action? {
    switch self {
    case .destination(.presented(.create(let action))): action
    case .destination(.presented(.detail(.destination(.presented(.edit(let action)))))): action
    default: nil
    }
  }
}
