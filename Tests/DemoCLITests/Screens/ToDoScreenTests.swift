import Dependencies
import Foundation
import Store
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
    toDoListScreen(state, visible: visible, calendar: Self.tokyo, width: 40).text
  }

  @Test func aList() {
    #expect(
      text(list()) == """
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
    )
  }

  @Test func onlyTheRowsOnTheScreenAreShown() {
    #expect(
      text(list(), visible: 1..<3) == """
        ToDo
        ────────────────────────────────────────
        [すべて]  未完了   完了   期限切れ  4 件
        検索:
        並び順: [作成日]  期日

        ↑ 前に 1 件
        ☐ 歯医者に電話する (未完了)
        ☐ 部屋を片付ける (未完了)
           期日: 2025/12/31 (期限切れ)
        ↓ 続き 1 件
        """
    )
    #expect(text(list(), visible: 90..<100).hasSuffix("\n↑ 前に 4 件"))
  }

  @Test func aFilteredList() {
    #expect(
      text(list(filter: .overdue)) == """
        ToDo
        ────────────────────────────────────────
         すべて   未完了   完了  [期限切れ] 1 件
        検索:
        並び順: [作成日]  期日

        ☐ 部屋を片付ける (未完了)
           期日: 2025/12/31 (期限切れ)
        """
    )
  }

  /// Its buttons mark nothing as done.
  @Test func aListThatIsEdited() {
    var state = list(filter: .overdue)
    state.isEditing = true
    #expect(text(state).hasSuffix("\n⊖ 部屋を片付ける (削除)\n   期日: 2025/12/31 (期限切れ)"))
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

  @Test func whatWentWrong() {
    var state = list([])
    state.problem = Self.full
    state.failure = .readOnly(path: "/b")
    state.lastDeleted = [Self.toDos[0]]
    let screen = toDoListScreen(state, calendar: Self.tokyo, width: 200)
    #expect(
      screen.text.split(separator: "\n").dropFirst(5) == [
        Substring(Texts.japanese.message(of: Self.full)),
        Substring(Texts.japanese.message(of: DatabaseError.readOnly(path: "/b"))), "[再試行]",
        "1 件を削除しました [元に戻す]", "ToDo はありません",
      ]
    )
    #expect(screen.lines.contains { $0.text == Texts.japanese.message(of: Self.full) && $0.style == .failure })
  }

  @Test func whatIsOpenTakesTheScreen() {
    var state = list()
    state.destination = .create(ToDoForm.State())
    #expect(text(state).hasPrefix("ToDo を作成\n"))
    state.destination = .detail(ToDoDetail.State(id: UUID(1)))
    #expect(text(state).hasPrefix("詳細\n"))
  }

  @Test func aDetail() {
    let state = ToDoDetail.State(id: UUID(2), toDo: Self.toDos[1])
    #expect(
      toDoDetailScreen(state, calendar: Self.tokyo, width: 40).text == """
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
    )
  }

  @Test func aDetailOfNothing() {
    var state = ToDoDetail.State(id: UUID(2))
    func lastLine() -> String? { toDoDetailScreen(state, calendar: Self.tokyo).lines.last?.text }
    #expect(lastLine() == "読み込み中…")
    state.reading = ToDoReading(toDo: nil, revision: 0)
    #expect(lastLine() == "この ToDo は見つかりません。削除されたようです。")
    state.failure = Self.full
    #expect(lastLine() == "[再試行]")
    state.destination = .edit(ToDoForm.State(Self.toDos[1]))
    #expect(toDoDetailScreen(state, calendar: Self.tokyo).lines.first?.text == "ToDo を編集")
  }

  @Test func aFormForANewToDo() {
    var state = ToDoForm.State()
    func text() -> String { toDoFormScreen(state, calendar: Self.tokyo, width: 40).text }
    #expect(
      text() == """
        ToDo を作成
        ────────────────────────────────────────
        [閉じる]                            保存

        タイトル
        (未入力)

        期日: なし [今日]

        メモ

        """
    )
    state.title = "牛乳を買う"
    state.memo = "2 本"
    state.dueAt = Self.hours(14)
    #expect(text().contains("[閉じる] [破棄]                   [保存]\n"))
    #expect(
      text().hasSuffix(
        "タイトル\n牛乳を買う\n\n期日: 2026/01/01 23:00 [前日] [翌日]\n[-1時間] [+1時間] [-10分] [+10分] [-1分]\n[+1分] [なし]\n\nメモ\n2 本"
      )
    )
    state.isDueDatePast = true
    #expect(text().contains("\nその日時はもう過ぎています。"))
    state.isRestoring = true
    #expect(text().contains("[閉じる]                            保存\n") && text().contains("\n読み込み中…\n"))
    state.isSaving = true
    #expect(text().contains("[閉じる]                         保存中…\n"))
  }

  @Test func aFormForAChange() {
    var state = ToDoForm.State(Self.toDos[1])
    func text() -> String { toDoFormScreen(state, calendar: Self.tokyo, width: 40).text }
    #expect(
      text() == """
        ToDo を編集
        ────────────────────────────────────────
        [閉じる]                            保存

        タイトル
        部屋を片付ける

        期日: 2025/12/31 17:00 [今日] [前日]
        [翌日] [-1時間] [+1時間] [-10分] [+10分]
        [-1分] [+1分] [なし]

        メモ
        本棚から
        始める
        """
    )
    state.title = "床を掃く"
    #expect(text().contains("[保存]"))
    state.failure = .missingRow(description: "This to-do")
    #expect(text().contains("この ToDo は、もうありません。"))
  }

  @Test func longAndHostileTextStaysOnTheScreen() {
    let toDo = ToDo(
      id: UUID(1),
      title: String(repeating: "長い", count: 100) + "\u{1B}[2J\0",
      memo: "a\u{1B}b\n" + String(repeating: "x", count: 90),
      createdAt: Self.now
    )
    let texts = [
      toDoListScreen(list([toDo]), calendar: Self.tokyo, width: 40).text,
      toDoDetailScreen(ToDoDetail.State(id: UUID(1), toDo: toDo), calendar: Self.tokyo, width: 40).text,
      toDoFormScreen(ToDoForm.State(toDo), calendar: Self.tokyo, width: 40).text,
    ]
    for line in texts.flatMap({ $0.split(separator: "\n") }) {
      #expect(String(line).displayWidth <= 40)
      #expect(!line.unicodeScalars.contains { $0.value < 32 })
    }
  }
}
