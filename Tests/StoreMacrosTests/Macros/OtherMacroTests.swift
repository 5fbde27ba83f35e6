import Testing

@testable import StoreMacros

@Suite struct OtherMacroTests {
  private func viewAction(_ source: String, attribute: String = "@ViewAction(for: Login.self)") -> MacroExpansion {
    MacroExpansion("ViewActionMacro", "member", attribute: attribute, of: "\(attribute) \(source)")
  }

  @Test func viewAction() {
    let expansion = viewAction("public struct A: View { @State public private(set) var store: StoreOf<Login> }")
    #expect(expansion.messages == [])
    #expect(
      expansion.source == """
        @discardableResult
        public func send(_ action: Login.Action.ViewAction) -> StoreTask {
          store.send(.view(action))
        }
        """
    )
  }

  @Test(arguments: ["", "private ", "fileprivate ", "package "])
  func accessLevel(level: String) {
    let expansion = viewAction("public struct A: View { \(level)let store: StoreOf<Login> }")
    #expect(expansion.source.contains("\n\(level)func send"))
  }

  @Test func withoutStore() {
    let expansion = viewAction("package final class A {\n}")
    #expect(
      expansion.messages == [
        "error «A»: '@ViewAction' needs 'A' to have a property 'store', which it sends to."
      ]
    )
    #expect(
      expansion.fixed()
        == "@ViewAction(for: Login.self) package final class A {\n  package let store: StoreOf<Login>\n}"
    )
    #expect(expansion.source == "")
  }

  @Test func directSends() {
    let source = """
      struct A {
        let store: StoreOf<Login>
        func a() {
          store.send(.view(.tapped(1)))
          self.store . send(.view(f(a, (b))))
          store.send(.view(.tapped)).cancel()
          store.send(.other)
          other.store.send(.view(.a))
          // store.send(.view(.a))
          print("store.send(.view(.a))")
          restore.send(.view(.a))
          store.sender(.view(.a))
          send(.tapped)
          store.send(.view(.a), animation: .default)
        }
      }
      """
    let expansion = viewAction(source)
    let message = "Do not use 'store.send' in a '@ViewAction' type: 'send' keeps it to the actions of the view."
    #expect(
      expansion.messages
        == ["store.send", "self.store . send", "store.send", "store.send", "store.send"].map {
          "warning «\($0)»: \(message)"
        }
    )
    let header = "@ViewAction(for: Login.self) "
    #expect(
      expansion.fixed(0) == header + source.replacing("store.send(.view(.tapped(1)))", with: "send(.tapped(1))")
    )
    #expect(
      expansion.fixed(1) == header + source.replacing("self.store . send(.view(f(a, (b))))", with: "send(f(a, (b)))")
    )
    #expect(expansion.diagnostics.map(\.fixIts.count) == [1, 1, 1, 0, 0])
  }

  @Test func otherKinds() {
    #expect(
      viewAction("enum A {}").messages == [
        "error «enum»: '@ViewAction' can only be applied to a type that has a store."
      ]
    )
    // The compiler reports such an argument itself.
    #expect(viewAction("struct A {}", attribute: "@ViewAction(for: type)").source == "")
    #expect(viewAction("struct A {}", attribute: "@ViewAction").messages == [])
  }

  @Test func observableState() {
    func expansion(_ source: String, role: String = "member") -> MacroExpansion {
      MacroExpansion("ObservableStateMacro", role, attribute: "@ObservableState", of: "@ObservableState \(source)")
    }
    #expect(
      expansion(
        """
        public struct A {
          var query = "", limit: Int
          private(set) var count = 0
          private var secret = 0
          let id = 1
          static var shared = 2
          lazy var later = 3
          var sum: Int { count + limit }
          var watched = 0 { didSet {} }
          var (a, b) = (1, 2)
          @Presents var alert: AlertState<Int>?
          @Shared(.inMemory("volume")) var volume = 5
          @SharedReader var name: String
          @available(*, deprecated) var old = 1
          #if DEBUG
            var isDebugging = false
          #endif
          public var `default` = true
        }
        """
      ).source == #"""
        public nonisolated static var bindableFields: BindableFields<Self> {
          var fields = BindableFields<Self>()
          fields._add("query", \.query)
          fields._add("limit", \.limit)
          fields._add("watched", \.watched)
          #if DEBUG
          fields._add("isDebugging", \.isDebugging)
          #endif
          fields._add("default", \.`default`)
          return fields
        }
        """#
    )
    #expect(expansion("struct A { let a = 1 }").source.contains("let fields = BindableFields<Self>()\n  return fields"))
    #expect(expansion("struct A { static var bindableFields: BindableFields<Self> { .init() } }").source == "")
    #expect(expansion("enum A { case a }").source == "")
    #expect(expansion("struct A<Value: ~Copyable>: ~Copyable { var a = 1 }").source == "")
    #expect(expansion("struct A {}").messages + expansion("enum A {}").messages == [])
    #expect(
      expansion("final class A {}").messages == [
        "error «class»: '@ObservableState' can only be applied to a struct or an enum: state is a value. 'A' is a class."
      ]
    )
    #expect(expansion("final class A {}", role: "extension").messages == [])
    #expect(expansion("final class A {}").fixed() == " final class A {}")
  }

  @Test func markers() {
    let expansion = MacroExpansion("MarkerMacro", "peer", attribute: "@ReducerCaseIgnored", of: "anything at all {")
    #expect(expansion.source == "")
    #expect(expansion.messages == [])
  }
}
