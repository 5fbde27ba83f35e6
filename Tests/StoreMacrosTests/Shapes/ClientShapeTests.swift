import Dependencies
import Foundation
import Testing

@Suite struct ClientShapeTests {
  /// Checks that a call reports that its endpoint is unimplemented, and what it answers then.
  private func expect<Answer>(
    _ endpoint: String,
    _ answer: String = "throws UnimplementedFailure",
    _ call: () async throws -> Answer
  ) async {
    var given = ""
    let issues = await withCapturedIssues {
      do {
        given = "\(try await call())"
      } catch {
        given = "throws \(type(of: error))"
      }
    }
    #expect(issues.map { $0.message.prefix { $0 != "\n" } } == ["Unimplemented: \(endpoint)"])
    #expect(given == answer, "\(endpoint)")
  }

  @Test func unimplementedEndpoints() async {
    await expect("Results.throwing") { try Results().throwing() }
    await expect("Results.throwingNothing") { try Results().throwingNothing() }
    await expect("Results.nothing", "()") { Results().nothing() }
    await expect("Results.unit", "()") { Results().unit() }
    await expect("Results.swiftVoid", "()") { Results().swiftVoid() }
    await expect("Results.parenthesizedVoid", "()") { Results().parenthesizedVoid() }
    await expect("Results.emptyTuple", "()") { Results().emptyTuple() }
    await expect("Results.sendable") { try await Results().sendable() }
    await expect("Results.anyError") { try Results().anyError() }
    await expect("Results.swiftError") { try Results().swiftError() }
    await expect("Results.ownError", "()") { try Results().ownError() }
    await expect("Results.ownErrorOrOptional", "nil") { try await Results().ownErrorOrOptional() }
    await expect("Results.optional", "nil") { Results().optional() }
    await expect("Results.optionalTuple", "nil") { await Results().optionalTuple(1) }
    await expect("Results.longOptional", "nil") { Results().longOptional() }
    await expect("Results.swiftOptional", "nil") { Results().swiftOptional() }
    await expect("Results.parenthesizedOptional", "nil") { Results().parenthesizedOptional() }
    await expect("Results.function") { try Results().function() }
    await expect("Results.existential") { try Results().existential() }
    await expect("Results.tuple") { try Results().tuple() }
    await expect("Results.collection") { try Results().collection() }
    await expect("Results.generic") { try Results().generic() }
  }

  @Test func defaultValues() async {
    await expect("Defaults.value", "false") { Defaults().value() }
    await expect("Defaults.ignoring", "false") { Defaults().ignoring(1, "a") }
    await expect("Defaults.using", "3") { Defaults().using(1, 2) }
    await expect("Defaults.sendable", "true") { await Defaults().sendable(1) }
    await expect("Defaults.throwing", "4") { try await Defaults().throwing(id: 2) }
    await expect("Defaults.ownError", "1") { try Defaults().ownError() }
    await expect("Defaults.statements", "11") { Defaults().statements(1) }
    await expect("Defaults.capture", "true") { Defaults().capture() }
    await expect("Defaults.nothing", "()") { Defaults().nothing(1) }
    await expect("Defaults.stream", "()") {
      for await _ in Defaults().stream() { Issue.record("An element came out of a finished stream.") }
    }
    await expect("mine", "7") { Defaults().reported() }
    // This endpoint is implemented by its default value.
    #expect(Defaults().function(1) == "1")
  }

  @Test func parameters() async throws {
    var client = Parameters()
    await expect("Parameters.unnamed") { try client.unnamed(1) }
    await expect("Parameters.named") { try client.named(id: 1, page: 1) }
    await expect("Parameters.nothing", "()") { client.nothing(text: "a") }
    await expect("Parameters.answered", "true") { client.answered(id: 1) }
    await expect("Parameters.a-b", "()") { client.`a-b`(x: 1) }
    await expect("Parameters.closure", "()") { client.closure {} }
    await expect("Parameters.collections") { try client.collections(ids: [], names: [:], result: .success(1)) }
    await expect("Parameters.existential", "()") { client.existential(value: 1) }
    await expect("Parameters.optional") { try client.optional(id: nil) }
    await expect("Parameters.variadic") { try client.variadic(1, 2) }
    await expect("Parameters.anyActor") { try await client.anyActor(id: 1) }

    client.named = { $0 * $1 }
    #expect(try client.named(id: 2, page: 3) == 6)
    client.partlyNamed = { $0 + $1 + $2.count }
    #expect(try client.partlyNamed(1, page: 2, "abc") == 6)
    client.sendable = { $0 }
    #expect(try await client.sendable(id: 1) == 1)
    client.keywords = { $0 + $1.count + ($2 ? 1 : 0) }
    #expect(try client.keywords(in: 1, for: "a", default: true) == 3)
    client.default = { $0 }
    #expect(try client.default(id: 1) == 1)
    client.`1st` = { $0 }
    #expect(try client.`1st`(`2nd`: 1) == 1)
    var number = 1
    client.inOut = { $0 += 1 }
    try client.inOut(&number)
    client.namedInOut = { $0 *= 10 }
    client.namedInOut(value: &number)
    #expect(number == 20)
    client.escaping = { $0() }
    try client.escaping { number = 1 }
    client.namedEscaping = { #expect($0(1) == "1") }
    try await client.namedEscaping { "\($0)" }
    client.closure = { $0() }
    client.closure { number += 1 }
    client.namedClosure = { $0() }
    #expect(try client.namedClosure { number } == 2)
    client.optionalClosure = { $0?() }
    try client.optionalClosure { number = 5 }
    #expect(number == 5)
    client.namedAutoclosure = { #expect($0() == "cd") }
    client.namedAutoclosure(text: "c" + "d")
    client.tuple = { $0.0 }
    #expect(try client.tuple(pair: (1, "a")) == 1)
    client.metatype = { "\($0)" }
    #expect(try client.metatype(type: Int.self) as? String == "Int")
    client.sent = { #expect($0 === $0) }
    client.sent(NSObject())
    client.borrowed = { #expect(copy $0 == "b") }
    try client.borrowed(text: "b")
  }

  @Test @MainActor func isolation() async throws {
    try MainActorEndpoint(show: { #expect($0 == "a") }, hide: {}, showLater: { _ in }).show(text: "a")
    await expect("MainActorEndpoint.hide", "()") { MainActorEndpoint().hide() }
    await expect("MainActorEndpoint.showLater") { try await MainActorEndpoint().showLater(text: "a") }
    await expect("MainActorClient.show") { try MainActorClient().show(text: "a") }
    let concurrent = ConcurrentEndpoint { $0 }
    #expect(try await concurrent.load(1) == 1)
    #expect(try await NonisolatedEndpoint { $0 }.load(id: 1) == 1)
  }

  @Test func properties() async throws {
    let other = OtherProperties(load: { 1 }, name: "a", constant: 3, constantClosure: { 4 })
    #expect(try other.load() == 1)
    #expect(other.count == 1 && other.isOn && other.text == "a" && other.optional == nil && other.list == [1, 2])
    #expect(other.constant == 3 && other.constantClosure() == 4 && other.optionalClosure == nil)
    var client = OtherProperties(name: "a", count: 2, constant: 3, constantClosure: { 4 }, optionalClosure: { 5 })
    #expect(client.count == 2 && client.optionalClosure?() == 5)
    await expect("OtherProperties.load") { try client.load() }
    client.load = { 9 }
    #expect(try client.load() == 9)

    let literals = Literals(a: 1, c: 0.5, e: 0.5, h: 0.5, j: "b", k: true)
    #expect(literals.a + literals.f == -2)
    #expect(literals.c + literals.e + literals.h == 1.5)
    var written = Written(a: 1, b: 2)
    #expect(written.a + written.b == 3 && written.ignored(1) == 1)
    _ = written.date
    await expect("Written.second") { try written.second(id: 1) }
    written.unnamed = { $0 }
    #expect(try written.unnamed(1) == 1)
    written.save = { _ in }
    #expect(try written.save(id: 1) == ())
    #expect(NoEndpoints().name == "a")
  }

  @Test func methods() async throws {
    let client = Methods(
      fetchByID: { "id \($0)" },
      fetchByName: { "name \($0)" },
      pinging: {},
      counting: { $0.count },
      plain: { $0 },
      other: { $0 }
    )
    #expect(try client.fetch(id: 1) == "id 1")
    #expect(try await client.fetch(name: "a") == "name a")
    client.ping()
    #expect(client.count("abc") == 3)
    #expect(try client.plain(id: 1) + client.other(id: 2) == 3)
    await expect("Methods.fetchByID") { try Methods().fetch(id: 1) }
    await expect("Methods.pinging", "()") { Methods().ping() }
    await expect("Methods.counting", "1") { Methods().count("a") }
    await expect("OnlyEndpoint.load") { try await OnlyEndpoint().load(id: 1) }
    await expect("OnlyEndpoint.isOn", "true") { OnlyEndpoint().isOn() }
    let endpoints = EndpointsWithMemberwiseInitializer(load: { $0 }, save: {})
    #expect(try await endpoints.load(id: 1) == 1)
    endpoints.save()
    await expect("EndpointsWithMemberwiseInitializer.save", "()") { EndpointsWithMemberwiseInitializer().save() }
  }

  @Test func declarations() async throws {
    #expect(try PrivateEndpoint.make().twice(1) == 2)
    await expect("GenericClient.load") { try await GenericClient<Int>().load(id: 1) }
    #expect(try AvailableClient { $0 }.load(id: 1) == 1)
    _ = try Clients.Inner { $0 }.load(value: Clients.Value())
    await expect("InExtension.load") { try Clients.InExtension().load(value: Clients.Value()) }
    await expect("ImplicitlyPublic.load") { try Clients_Public.ImplicitlyPublic().load(id: 1) }
    try expectPrivateClients()
  }

  @Test func place() {
    let issues = withCapturedIssues { Results().nothing() }
    #expect(issues.first?.message.contains("ClientShapes.swift:") == true)
  }
}
