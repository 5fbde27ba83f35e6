import Store
import Testing

// #include CasePathable.swift: enum Loading

// #include CaseFunctions.swift

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
    // #include CasePathable.swift: loading.modify(\.loaded) { $0.append(row) }
    // #include CasePathable.swift: let rows = loading[case: \.loaded]
    #expect(rows == [1, 2, 3])
  }

  @Test func keyPaths() {
    // #include CaseKeyPath.swift
    #expect(loading.is(\.loaded))
  }

  struct Row: Equatable, Identifiable {
    let id: Int
    var count = 0
  }

  @Test func identifiedArrays() {
    // #include IdentifiedArray.swift
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

    // #include CasePathIterable.swift: let fields = Field.allCasePaths.
    #expect(fields.count == 1)
    #expect(fields.first?.is(\.title) == true)

    // #include CasePathReflectable.swift
    #expect(path == \.title)
    #expect(path == samePath)
  }
}
