import Dependencies
import Foundation
import Testing

@testable import DemoCLI
@testable import StoreInspection
@testable import Features

struct ToDoScreenTests {
  /// 2026-01-01T09:00:00+09:00
  private static let now = Date(timeIntervalSince1970: 1_767_225_600)

  private static let tokyo: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 9 * 3_600) ?? .gmt
    return calendar
  }()

  private static let full = DatabaseError.diskFull(path: "/a")
  private static func hours(_ hours: Double) -> Date { now.addingTimeInterval(hours * 3_600) }

  private static let toDos = [
    ToDo(id: UUID(1), title: "牛乳を買う", isDone: true, createdAt: hours(-3), dueAt: hours(-20)),
    ToDo(id: UUID(2), title: "部屋を片付ける", memo: "本棚から\n始める", createdAt: hours(-2), dueAt: hours(-16)),
    ToDo(id: UUID(3), title: "歯医者に電話する", createdAt: hours(-1)),
    ToDo(id: UUID(4), title: "年賀状を書く", createdAt: now, dueAt: hours(48.5)),
  ]

  private func list(_ toDos: [ToDo] = toDos, filter: ToDoFilter = .all) -> ToDoList.State {
    var state = ToDoList.State()
    state.position = .revision(4)
    state.rows.look(at: Self.now)
    state.rows.update(removing: [], adding: toDos)
    state.rows.show(filter)
    return state
  }

  private func text(_ state: ToDoList.State, visible: Range<Int> = 0..<20) -> String {
    toDoListScreen(ObservedState(state), .japanese(width: 40, visible: visible, calendar: Self.tokyo)).text
  }

  private func text(_ state: ToDoDetail.State) -> String {
    toDoDetailScreen(state, .japanese(width: 40, calendar: Self.tokyo)).text
  }

  private func text(_ state: ToDoForm.State) -> String {
    toDoFormScreen(state, .japanese(width: 40, calendar: Self.tokyo, now: Self.now)).text
  }

  @Test func aList() {
    let expected = """
      ToDo
      ────────────────────────────────────────
      [すべて]  未完了   完了   期限切れ  4 件
      検索:
      並び順: [作成日]  期日

      ☐ 年賀状を書く (未完了)
         期日: 2026/01/03
      ☐ 歯医者に電話する (未完了)
      ☐ 部屋を片付ける (未完了)
         期日: 2025/12/31 (期限切れ)
      ☑ 牛乳を買う (完了)
         期日: 2025/12/31
      """
    #expect(text(list()) == expected)
    let shown = """

      ↑ 前に 1 件
      ☐ 歯医者に電話する (未完了)
      ☐ 部屋を片付ける (未完了)
         期日: 2025/12/31 (期限切れ)
      ↓ 続き 1 件
      """
    #expect(text(list(), visible: 1..<3).hasSuffix(shown))
    #expect(text(list(), visible: 90..<100).hasSuffix("\n↑ 前に 4 件"))
    let overdue = text(list(filter: .overdue))
    #expect(overdue.contains("\n すべて   未完了   完了  [期限切れ] 1 件\n"))
    #expect(overdue.hasSuffix("\n\n☐ 部屋を片付ける (未完了)\n   期日: 2025/12/31 (期限切れ)"))
    // The buttons of a list that is edited mark nothing as done.
    let edited = text(changed(list(filter: .overdue)) { $0.isEditing = true })
    #expect(edited.hasSuffix("\n⊖ 部屋を片付ける (削除)\n   期日: 2025/12/31 (期限切れ)"))
  }

  @Test func nothing() {
    #expect(text(list([])).hasSuffix("\nToDo はありません"))
    #expect(text(list([Self.toDos[0]], filter: .open)).hasSuffix("\n未完了の ToDo はありません"))
    var state = list()
    state.rows.search(for: "juice")
    #expect(text(state).hasSuffix("\n「juice」を含む ToDo はありません"))
    #expect(text(state).contains("\n検索: juice\n"))
    #expect(text(ToDoList.State()).hasSuffix("\n読み込み中…"))
  }

  @Test func aDetail() {
    let known = ToDoDetail.State(id: UUID(2), toDo: Self.toDos[1])
    let expected = """
      詳細
      ────────────────────────────────────────
      ☐ 部屋を片付ける (未完了)
      期日: 2025/12/31 17:00
      作成: 2026/01/01 07:00

      メモ
      本棚から
      始める

      [編集]
      """
    #expect(text(known) == expected)
    var state = ToDoDetail.State(id: UUID(2))
    #expect(text(state).hasSuffix("\n読み込み中…"))
    state.reading = ToDoReading(toDo: nil, revision: 0)
    #expect(text(state).hasSuffix("\nこの ToDo は見つかりません。削除された…"))
    state.failure = Self.full
    #expect(text(state).hasSuffix("\n[再試行]"))
    // What is open takes the screen.
    state.destination = .edit(ToDoForm.State(Self.toDos[1]))
    #expect(text(state).hasPrefix("ToDo を編集\n"))
    var list = list()
    list.destination = .create(ToDoForm.State())
    #expect(text(list).hasPrefix("ToDo を作成\n"))
    list.destination = .detail(ToDoDetail.State(id: UUID(1)))
    #expect(text(list).hasPrefix("詳細\n"))
  }

  @Test func aFormForANewToDo() {
    var state = ToDoForm.State()
    let expected = """
      ToDo を作成
      ────────────────────────────────────────
      [閉じる]                            保存

      タイトル
      (未入力)

      期日: なし [今日]

      メモ

      """
    #expect(text(state) == expected)
    state.title = "牛乳を買う"
    state.memo = "2 本"
    state.dueAt = Self.hours(14)
    #expect(text(state).contains("[閉じる] [破棄]                   [保存]\n"))
    let typed = """

      タイトル
      牛乳を買う

      期日: 2026/01/01 23:00 [前日] [翌日]
      [-1時間] [+1時間] [-10分] [+10分] [-1分]
      [+1分] [なし]

      メモ
      2 本
      """
    #expect(text(state).hasSuffix(typed))
    state.isDueDatePast = true
    #expect(text(state).contains("\nその日時はもう過ぎています。"))
    state.isRestoring = true
    #expect(text(state).contains("[閉じる]                            保存\n") && text(state).contains("\n読み込み中…\n"))
    state.isSaving = true
    #expect(text(state).contains("[閉じる]                         保存中…\n"))
    var edit = ToDoForm.State(Self.toDos[1])
    #expect(text(edit).contains("ToDo を編集\n") && text(edit).contains("[閉じる]                            保存\n"))
    #expect(text(edit).contains("\n部屋を片付ける\n\n期日: 2025/12/31 17:00 [今日] [前日]\n"))
    #expect(text(edit).hasSuffix("\n\nメモ\n本棚から\n始める"))
    edit.title = "床を掃く"
    #expect(text(edit).contains("[保存]"))
    edit.failure = .missingRow(description: "This to-do")
    #expect(text(edit).contains("この ToDo は、もうありません。"))
  }

  @Test func longAndHostileTextStaysOnTheScreen() {
    let title = String(repeating: "長い", count: 100) + "\u{1B}[2J\0"
    let memo = "a\u{1B}b\n" + String(repeating: "x", count: 90)
    let toDo = ToDo(id: UUID(1), title: title, memo: memo, createdAt: Self.now)
    let texts = [text(list([toDo])), text(ToDoDetail.State(id: UUID(1), toDo: toDo)), text(ToDoForm.State(toDo))]
    for line in texts.flatMap({ $0.split(separator: "\n") }) {
      #expect(String(line).displayWidth <= 40)
      #expect(!line.unicodeScalars.contains { $0.value < 32 })
    }
  }
}
