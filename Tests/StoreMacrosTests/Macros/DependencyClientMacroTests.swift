import Testing

@testable import StoreMacros

@Suite struct DependencyClientMacroTests {
  private func members(_ source: String) -> MacroExpansion {
    MacroExpansion(
      "DependencyClientMacro",
      "member",
      attribute: "@DependencyClient",
      of: source,
      at: ExpansionRequest.Location(fileID: "M/F.swift", filePath: "/F.swift", line: 10, column: 1)
    )
  }

  @Test func client() {
    let expansion = members(
      """
      @DependencyClient public struct A {
        public var load: @Sendable (_ id: Int) async throws -> [B]
        public var save: (B, inout Int) -> Void
        public var isOn: () -> Bool = { false }
        public var name = "a"
      }
      """
    )
    #expect(expansion.messages == [])
    func place(_ line: Int) -> String {
      ",\n      fileID: \"M/F.swift\",\n      filePath: \"/F.swift\",\n      line: \(line),\n      column: 14"
    }
    let parts = expansion.source.replacing(
      #/,\n *fileID: "M\/F.swift",\n *filePath: "\/F.swift",\n *line: /#,
      with: " @"
    )
    .replacing(#/,\n *column: /#, with: ":")
    #expect(
      parts == """
        public init(
          load: @escaping @Sendable (_ id: Int) async throws -> [B],
          save: @escaping (B, inout Int) -> Void,
          isOn: @escaping () -> Bool,
          name: String = "a"
        ) {
          self.load = load
          self.save = save
          self.isOn = isOn
          self.name = name
        }
        public init(
          name: String = "a"
        ) {
          self.name = name
          self.load = { _ in throw unimplementedEndpoint("A.load" @11:14) }
          self.save = { _, _ in unimplementedEndpoint("A.save" @12:14) }
          self.isOn = { () -> () -> Bool in
            let placeholder: () -> Bool = { false }
            return { () in
              unimplementedEndpoint("A.isOn" @13:14)
              return placeholder()
            }
          }()
        }
        public func load(id argument0: Int) async throws -> [B] {
          try await self.load(argument0)
        }
        """
    )
  }

  @Test func endpoints() {
    func expansion(_ role: String, _ source: String, attribute: String = "@DependencyEndpoint") -> MacroExpansion {
      MacroExpansion(
        "DependencyEndpointMacro",
        role,
        attribute: attribute,
        of: source,
        in: ["@DependencyClient struct A {}"]
      )
    }
    let named = #"@DependencyEndpoint(method: "find")"#
    let source = "\(named) public var findOne: @Sendable (_ id: Int, _ in: inout [Int]) throws -> Int?"
    #expect(
      expansion("accessor", source).source == """
        @storageRestrictions(initializes: _findOne)
        init(initialValue) { _findOne = initialValue }
        get { _findOne }
        set { _findOne = newValue }
        """
    )
    #expect(
      expansion("accessor", "\(named) var find: () -> Int = { 0 }").source == "get { _find }\nset { _find = newValue }"
    )
    #expect(
      expansion("peer", source, attribute: named).source == """
        private var _findOne: @Sendable (_ id: Int, _ in: inout [Int]) throws -> Int? = \
        { _, _ in throw unimplementedEndpoint("A.findOne") }
        public func find(id argument0: Int, in argument1: inout [Int]) throws -> Int? {
          try self.findOne(argument0, &argument1)
        }
        """
    )
    #expect(
      expansion("peer", "@DependencyEndpoint var find: () -> Int? = none").source
        == "private var _find: () -> Int? = none"
    )
    for level in ["private ", "fileprivate ", "internal ", "package ", "private(set) "] {
      let access = level.contains("(") || level == "internal " ? "" : level
      let method = "\(access)func find(id argument0: Int) throws -> Int {"
      let source = expansion("peer", "@DependencyEndpoint \(level)var find: (_ id: Int) throws -> Int").source
      #expect(source.contains("\n\(method)\n"))
    }
    for source in [
      "@DependencyEndpoint var a: Int", "@DependencyEndpoint let a: () -> Void", "@DependencyEndpoint func a() {}",
      "@DependencyEndpoint var a: () -> Void { {} }", "@DependencyEndpoint struct A {}",
    ] {
      #expect(
        expansion("peer", source).diagnostics.map(\.message) == [
          "'@DependencyEndpoint' can only be applied to a stored 'var' that is a closure."
        ]
      )
      #expect(expansion("accessor", source).diagnostics.isEmpty)
      #expect(expansion("peer", source).fixed() == source.replacing("@DependencyEndpoint", with: ""))
    }
    for name in ["\"\"", "\"a b\"", "\"1\"", "name", "\"\\(name)\""] {
      let attribute = "@DependencyEndpoint(method: \(name))"
      #expect(
        expansion("peer", "\(attribute) var a: () -> Void", attribute: attribute).messages == [
          "error «\(name)»: 'method' has to be the name of a method, written as a string without interpolation."
        ]
      )
    }
  }

  @Test func missingDefaults() {
    let source = """
      @DependencyClient struct A {
        var load: @Sendable (_ id: Int, String) async -> [Int: B]
        var read: () throws(E) -> Int
        var name: () -> String
        var make: () -> @Sendable () -> Int?
        var made: () -> (() -> Int?)?
        @DependencyEndpoint var declared: () -> Int
      }
      """
    let expansion = members(source)
    func message(_ name: String, _ type: String, _ reason: String) -> String {
      """
      error «\(name)»: '\(name)' needs a default value: it returns '\(type)' and \(reason), so there is nothing that a \
      client without an implementation could do when it is called.
      """
    }
    #expect(
      expansion.messages == [
        message("load", "[Int: B]", "does not throw"),
        message("read", "Int", "throws errors of one type only"),
        message("name", "String", "does not throw"),
        message("make", "@Sendable () -> Int?", "does not throw"),
      ]
    )
    #expect(
      expansion.fixed(0)
        == source.replacing("async -> [Int: B]", with: "async -> [Int: B] = { _, _ in <#[Int: B]#> }")
    )
    #expect(expansion.fixed(2) == source.replacing("() -> String", with: "() -> String = { <#String#> }"))
    // What calls the initializers has no further errors.
    #expect(expansion.source.components(of: "init(") == 2)
    #expect(expansion.source.components(of: ") {\n  Swift.fatalError()\n}") == 2)
  }

  @Test func missingTypes() {
    let source = "@DependencyClient struct A { var load: () throws -> Int; var date = Date() }"
    let expansion = members(source)
    #expect(
      expansion.messages == [
        "error «date»: '@DependencyClient' needs to know the type of 'date' for an initializer's parameter."
      ]
    )
    #expect(expansion.fixed() == source.replacing("var date", with: "var date: <#Type#>"))
  }

  @Test(arguments: [
    ("= 1", "Int"), ("= -1_000", "Int"), ("= 1.5", "Double"), ("= 1e3", "Double"), ("= \"a\"", "String"),
    ("= #\"a\"#", "String"), ("= true", "Bool"), ("= false", "Bool"),
  ])
  func literals(value: String, type: String) {
    let expansion = members("@DependencyClient struct A { var load: () throws -> Int; var a \(value) }")
    #expect(expansion.messages == [])
    #expect(expansion.source.contains("  a: \(type) \(value)\n"))
  }

  @Test func nothingToDo() {
    #expect(members("@DependencyClient struct A {}").source == "")
    #expect(members("@DependencyClient struct A { var name = Date() }").source == "")
    #expect(members("@DependencyClient struct A { var a: (() -> Void)?; static var b: () -> Void }").source == "")
  }

  @Test func accessLevels() {
    func level(_ source: String) -> String {
      String(members(source).source.prefix { $0 != "(" })
    }
    #expect(level("@DependencyClient public struct A { public var a: () -> Void }") == "public init")
    #expect(level("@DependencyClient public struct A { var a: () -> Void }") == "init")
    #expect(level("@DependencyClient public struct A { package var a: () -> Void }") == "package init")
    #expect(level("@DependencyClient package struct A { public var a: () -> Void }") == "package init")
    #expect(level("@DependencyClient struct A { public var a: () -> Void }") == "init")
    #expect(level("@DependencyClient struct A { private var a: () -> Void }") == "private init")
    #expect(level("@DependencyClient struct A { fileprivate var a: () -> Void }") == "fileprivate init")
    #expect(level("@DependencyClient struct A { public private(set) var a: () -> Void }") == "init")
    #expect(level("@DependencyClient public struct A { public private(set) var a: () -> Void }") == "public init")
  }

  @Test func otherKinds() {
    let expansion = members("@DependencyClient class A { var a: () -> Void }")
    let message = """
      error «class»: '@DependencyClient' can only be applied to a struct whose properties are closures. 'A' is a class.
      """
    #expect(expansion.messages == [message])
    #expect(expansion.source == "")
  }
}

extension String {
  fileprivate func components(of part: String) -> Int {
    ranges(of: part).count
  }
}
