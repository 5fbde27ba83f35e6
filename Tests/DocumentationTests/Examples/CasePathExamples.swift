import Store
import Testing

enum Loading<Row> {
  case idle
  case loaded([Row])
  case failed(code: Int, message: String)
}

extension Loading: CasePathable {
  struct AllCasePaths: Sendable {
    var idle: AnyCasePath<Loading, Void> {
      AnyCasePath(embed: { .idle }) {
        guard case .idle = $0 else { return nil }
        return ()
      }
    }
    var loaded: AnyCasePath<Loading, [Row]> {
      AnyCasePath(embed: { .loaded($0) }) {
        guard case .loaded(let value) = $0 else { return nil }
        return value
      }
    }
    var failed: AnyCasePath<Loading, (code: Int, message: String)> {
      AnyCasePath(embed: { .failed(code: $0.code, message: $0.message) }) {
        guard case .failed(let code, let message) = $0 else { return nil }
        return (code, message)
      }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

enum Selection<Row: Hashable> {
  case none
  case rows(Set<Row>)
}

extension Selection: CasePathable {
  struct AllCasePaths: Sendable {
    var none: AnyCasePath<Selection, Void> { AnyCasePath(None.self) }
    var rows: AnyCasePath<Selection, Set<Row>> { AnyCasePath(Rows.self) }

    enum None: CaseFunctions {
      static var functions: AnyCasePath<Selection, Void>.Functions {
        ({ _ in .none }, { if case .none = $0 { () } else { nil } })
      }
    }

    enum Rows: CaseFunctions {
      static var functions: AnyCasePath<Selection, Set<Row>>.Functions {
        (Selection.rows(_:), { if case .rows(let rows) = $0 { rows } else { nil } })
      }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

@Suite struct CasePathExamples {
  @Test func functionsOfGenericEnums() {
    var selection = Selection.rows([1])
    selection.modify(\.rows) { $0.insert(2) }
    #expect(selection[case: \.rows] == [1, 2])
    #expect(!selection.is(\.none))
  }

  @Test func payloads() {
    let row = 3
    var loading = Loading<Int>.loaded([1, 2])
    loading.modify(\.loaded) { $0.append(row) }
    let rows = loading[case: \.loaded]
    #expect(rows == [1, 2, 3])
  }

  @Test func keyPaths() {
    let keyPath: CaseKeyPath<Loading<Int>, [Int]> = \.loaded
    let loading = keyPath([1, 2, 3])

    switch loading {
    case \.idle, \.failed: print("nothing")
    default: print("rows")
    }
    #expect(loading.is(\.loaded))
  }

  struct Row: Equatable, Identifiable {
    let id: Int
    var count = 0
  }

  @Test func identifiedArrays() {
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2)]
    rows[id: 2]?.count += 1
    print(rows.append(Row(id: 1)).inserted)  // false: there is a row with this id
    #expect(rows.elements == [Row(id: 1), Row(id: 2, count: 1)])
  }

  @CasePathable
  enum Field {
    case title(String)
    case isLive
  }

  @Test func allCasePaths() {
    let paths = Array(Field.allCasePaths)  // [\.title, \.isLive]
    #expect(paths == [\.title, \.isLive])

    let fields = Field.allCasePaths.compactMap { path in path("Hello") }  // [.title("Hello")]
    #expect(fields.count == 1)
    #expect(fields.first?.is(\.title) == true)

    let path = Field.allCasePaths[.title("Hello")]  // \.title
    let samePath = Field.title("Hello").case
    #expect(path == \.title)
    #expect(path == samePath)
  }
}
