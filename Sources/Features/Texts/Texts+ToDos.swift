extension Texts {
  // MARK: List

  package func title(of filter: ToDoFilter) -> String {
    switch filter {
    case .all: text(en: "All", ja: "すべて")
    case .open: text(en: "Open", ja: "未完了")
    case .done: text(en: "Done", ja: "完了")
    case .overdue: text(en: "Overdue", ja: "期限切れ")
    }
  }

  package func noToDos(_ filter: ToDoFilter) -> String {
    switch filter {
    case .all: text(en: "No to-dos", ja: "ToDo はありません")
    case .open: text(en: "No open to-dos", ja: "未完了の ToDo はありません")
    case .done: text(en: "No to-dos are done", ja: "完了した ToDo はありません")
    case .overdue: text(en: "No overdue to-dos", ja: "期限切れの ToDo はありません")
    }
  }

  package func toDos(_ count: Int) -> String { text(en: plural(count, "to-do", "to-dos"), ja: "\(number(count)) 件") }
  package func before(_ count: Int) -> String { text(en: "\(number(count)) before", ja: "前に \(number(count)) 件") }
  package func after(_ count: Int) -> String { text(en: "\(number(count)) more", ja: "続き \(number(count)) 件") }

  package var new: String { text(en: "New", ja: "作成") }
  package var delete: String { text(en: "Delete", ja: "削除") }
  package var markAsDone: String { text(en: "Mark as done", ja: "完了にする") }
  package var markAsOpen: String { text(en: "Mark as not done", ja: "未完了にする") }
  package var endEditing: String { text(en: "End editing", ja: "編集を終了") }
  package var undo: String { text(en: "Undo", ja: "元に戻す") }
  package func deleted(_ count: Int) -> String {
    text(en: "\(plural(count, "to-do", "to-dos")) deleted", ja: "\(number(count)) 件を削除しました")
  }

  package func title(of order: ToDoOrder) -> String {
    switch order {
    case .creation: text(en: "Date created", ja: "作成日")
    case .dueDate: text(en: "Due date", ja: "期日")
    }
  }
  package func noToDos(with query: String) -> String {
    text(en: "No to-dos with “\(query)”", ja: "「\(query)」を含む ToDo はありません")
  }

  /// The word beside the mark of a to-do that is done.
  package var done: String { text(en: "done", ja: "完了") }
  /// The word beside the mark of a to-do that is not done.
  package var notDone: String { text(en: "open", ja: "未完了") }
  package var overdue: String { text(en: "overdue", ja: "期限切れ") }

  /// The due date of a to-do, or that it has none.
  package func due(_ date: String?) -> String { text(en: "Due: \(date ?? "none")", ja: "期日: \(date ?? "なし")") }

  // MARK: Detail

  package var details: String { text(en: "Details", ja: "詳細") }
  package var edit: String { text(en: "Edit", ja: "編集") }
  package var memo: String { text(en: "Notes", ja: "メモ") }
  package func created(_ date: String) -> String { text(en: "Created: \(date)", ja: "作成: \(date)") }
  package var missingToDo: String {
    text(
      en: "This to-do can't be found. It seems to have been deleted.",
      ja: "この ToDo は見つかりません。削除されたようです。"
    )
  }

  // MARK: Form

  package var createToDo: String { text(en: "New to-do", ja: "ToDo を作成") }
  package var editToDo: String { text(en: "Edit to-do", ja: "ToDo を編集") }
  package var titleLabel: String { text(en: "Title", ja: "タイトル") }
  package var emptyTitle: String { text(en: "(empty)", ja: "(未入力)") }
  package var save: String { text(en: "Save", ja: "保存") }
  package var saving: String { text(en: "Saving…", ja: "保存中…") }
  package var discardToDo: String { text(en: "Discard what you have typed?", ja: "入力した内容を破棄しますか？") }
  package var timeHasPassed: String {
    text(en: "That time has passed. Choose a later one.", ja: "その日時はもう過ぎています。これからの日時を選んでください。")
  }
  package var close: String { text(en: "Close", ja: "閉じる") }
  package var discard: String { text(en: "Discard", ja: "破棄") }
  package var today: String { text(en: "Today", ja: "今日") }
  package var dayBefore: String { text(en: "Day before", ja: "前日") }
  package var dayAfter: String { text(en: "Day after", ja: "翌日") }
  package var hourBefore: String { text(en: "-1 hour", ja: "-1時間") }
  package var hourAfter: String { text(en: "+1 hour", ja: "+1時間") }
  package func minutesBefore(_ count: Int) -> String { text(en: "-\(count) min", ja: "-\(count)分") }
  package func minutesAfter(_ count: Int) -> String { text(en: "+\(count) min", ja: "+\(count)分") }
  package var none: String { text(en: "None", ja: "なし") }
}
