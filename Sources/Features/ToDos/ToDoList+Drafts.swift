import Store

extension ToDoList {
  /// Reads and writes the drafts of the forms that are opened from the list.
  ///
  /// Effects of a form are cancelled when it is closed, or replaced by a link. Those of the list are not.
  var drafts: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .task:
        // If the task of the action that started a job was cancelled, so was the job. It runs again here.
        return run(state.drafts)

      case .draftRead(let draft):
        endReading(draft, nil, &state)
        return run(state.drafts)

      case .draftWritten:
        state.drafts.endWriting()
        return run(state.drafts)

      case .draftFailed(let error):
        switch state.drafts.jobs.first {
        case .read: endReading(nil, error, &state)
        case .write: failWriting(error, &state)
        case nil: break
        }
        return run(state.drafts)

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
        return run(state.drafts)
      }
    }
  }

  /// Reads the draft for a form that has begun to wait for it.
  func readDraft(_ wasReading: Bool?, _ state: inout State) -> Effect<Action> {
    guard wasReading != true, let form = state.form, form.isReading else { return .none }
    state.drafts.read(continuedBy: ToDoDraft(form))
    return run(state.drafts)
  }

  private func endReading(_ draft: ToDoEdit?, _ error: DatabaseError?, _ state: inout State) {
    let form = state.form.flatMap { $0.isReading ? ToDoDraft($0) : nil }
    switch state.drafts.endReading(draft, form: form) {
    case .succeeded(let earlier): state.form?.restore(earlier)
    case .failed: state.form?.failure = error
    case .lost: state.problem = error
    case nil: break
    }
  }

  private func failWriting(_ error: DatabaseError, _ state: inout State) {
    guard let draft = state.drafts.failWriting() else { return }
    if let form = state.form, form.original?.id == draft.id, !form.isRestoring, form.draft == draft.content,
      !draft.isEmpty
    {
      state.form?.failure = error
    } else {
      state.problem = error
    }
  }

  /// Runs the first job.
  private func run(_ drafts: DraftJobs<ToDoDraft>) -> Effect<Action> {
    let client = toDoClient
    return drafts.run(id: CancelID.draft) { typed in
      .request("Read the draft", loaded: Action.draftRead, failed: Action.draftFailed, cancelled: .sendsNothing) {
        try await client.draft(id: typed.id)
      }
    } write: { draft in
      .request("Keep the draft", loaded: { .draftWritten }, failed: Action.draftFailed, cancelled: .sendsNothing) {
        try await client.saveDraft(draft: draft.content, id: draft.id)
      }
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
