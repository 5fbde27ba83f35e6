/// What was typed into the form of a to-do.
public struct ToDoDraft: FormDraft {
  /// The to-do in the database; `nil` for a new one.
  public internal(set) var original: ToDo?
  /// What was typed.
  public var content: ToDoEdit

  /// The identifier of the to-do in the database.
  public var id: ToDo.ID? { original?.id }
  /// Whether nothing was typed.
  public var isEmpty: Bool { content.isEmpty }

  /// Returns an earlier draft, continued by what was typed here.
  public func continuing(_ earlier: ToDoEdit) -> ToDoEdit {
    var form = ToDoForm.State(original)
    form.apply(content)
    form.restore(earlier)
    return form.draft
  }
}

extension ToDoDraft {
  /// What has been typed into a form.
  init(_ form: ToDoForm.State) { self.init(original: form.original, content: form.draft) }
}
