import Store

extension ToDoList {
  /// Reads and writes the drafts of the forms that are opened from the list.
  ///
  /// Effects of a form are cancelled when it is closed, or replaced by a link. Those of the list are not.
  var drafts: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .task:
        // If the task of an action was cancelled, so was its effect.
        return state.drafts.jobs.isEmpty ? .none : run(state.drafts)

      case .draftRead(let draft):
        guard let job = state.drafts.end() else { return .none }
        if var form = state.form, form.isReading, job.isLast(of: form, state.drafts) {
          form.restore(draft)
          state.form = form
          if form.draft != draft { state.drafts.write(form) }
        } else if !job.typed.isEmpty {
          state.drafts.continue(draft, job)
        }
        return run(state.drafts)

      case .draftWritten:
        _ = state.drafts.end()
        return run(state.drafts)

      case .draftFailed(let error):
        guard let job = state.drafts.end() else { return .none }
        fail(job, error, &state)
        return run(state.drafts)

      default:
        guard let action = action.form, let form = state.form else { return .none }
        let isIdle = state.drafts.jobs.isEmpty
        switch action {
        case .titleChanged, .memoChanged, .dueDatePicked, .dueDateRemoved, .discardButtonTapped:
          // A time that has passed was not taken.
          guard !form.isSaving, !form.isDueDatePast else { return .none }
          state.drafts.write(form)
        case .created, .edited:
          state.drafts.removeDraft(of: form.original)
        case .task, .saveButtonTapped, .savingFailed, .closeButtonTapped:
          return .none
        }
        return isIdle ? run(state.drafts) : .none
      }
    }
  }

  /// Reads the draft for a form that has begun to wait for it.
  func readDraft(_ wasReading: Bool?, _ state: inout State) -> Effect<Action> {
    guard wasReading != true, let form = state.form, form.isReading else { return .none }
    let isIdle = state.drafts.jobs.isEmpty
    state.drafts.read(for: form)
    return isIdle ? run(state.drafts) : .none
  }

  private func fail(_ job: ToDoDrafts.Job, _ error: DatabaseError, _ state: inout State) {
    switch job.kind {
    case .read:
      if state.form?.isReading == true, state.form.map({ job.isLast(of: $0, state.drafts) }) == true {
        state.form?.failure = error
      } else if !job.typed.isEmpty {
        state.problem = error
      }
    case .write:
      // What is written next says whether that can be kept.
      if state.drafts.hasJob(.write, id: job.id) { return }
      if let form = state.form, form.original?.id == job.id, !form.isRestoring, form.draft == job.typed,
        !job.typed.isEmpty
      {
        state.form?.failure = error
      } else {
        state.problem = error
      }
    }
  }

  /// Runs the next job.
  private func run(_ drafts: ToDoDrafts) -> Effect<Action> {
    guard let job = drafts.jobs.first else { return .none }
    let client = toDoClient
    let effect: Effect<Action> =
      switch job.kind {
      case .read:
        .request("Read the draft", loaded: Action.draftRead, failed: Action.draftFailed) {
          try await client.draft(id: job.id)
        }
      case .write:
        .request("Keep the draft", loaded: { .draftWritten }, failed: Action.draftFailed) {
          try await client.saveDraft(draft: job.typed, id: job.id)
        }
      }
    return effect.cancellable(id: CancelID.draft, cancelInFlight: true)
  }
}

extension ToDoDrafts.Job {
  /// Whether a form waits for this job, which has ended, and not for a later one.
  fileprivate func isLast(of form: ToDoForm.State, _ drafts: ToDoDrafts) -> Bool {
    form.original?.id == id && !drafts.hasJob(.read, id: id)
  }
}

extension ToDoList.State {
  /// The form on show.
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
  /// The action of the form on show.
  fileprivate var form: ToDoForm.Action? {
    switch self {
    case .destination(.presented(.create(let action))): action
    case .destination(.presented(.detail(.destination(.presented(.edit(let action)))))): action
    default: nil
    }
  }
}
