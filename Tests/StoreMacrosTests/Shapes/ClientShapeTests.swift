import Dependencies
import Foundation
import Testing

@Suite struct ClientShapeTests {
  /// The message of the only issue that an operation reports.
  private func issue(_ operation: () async throws -> Void) async -> String {
    var messages: [String] = []
    await withExpectedIssue {
      try? await operation()
    } matching: { issue in
      messages.append(issue.message)
      return true
    }
    return messages.joined(separator: "\n").split(separator: "\n").first.map(String.init) ?? ""
  }

  private func check(_ condition: Bool, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(condition, sourceLocation: sourceLocation)
  }

  private func expectThrows<Failure: Error>(
    _ endpoint: String,
    _ type: Failure.Type = UnimplementedFailure.self,
    _ operation: () async throws -> some Any
  ) async {
    let message = await issue {
      await #expect(throws: Failure.self) { _ = try await operation() }
    }
    #expect(message == "Unimplemented: \(endpoint)")
  }

  @Test func effectsAndResults() async {
    await expectThrows("Throwing.load") { try Throwing().load() }
    await expectThrows("ThrowingVoid.save") { try ThrowingVoid().save() }
    #expect(await issue { Plain().save() } == "Unimplemented: Plain.save")
    #expect(await issue { PlainUnit().save() } == "Unimplemented: PlainUnit.save")
    #expect(await issue { PlainSwiftVoid().save() } == "Unimplemented: PlainSwiftVoid.save")
    #expect(await issue { await Async().save() } == "Unimplemented: Async.save")
    await expectThrows("AsyncThrowing.load") { try await AsyncThrowing().load() }
    await expectThrows("SendableAsyncThrowing.load") { try await SendableAsyncThrowing().load() }
    #expect(await issue { SendablePlain().save() } == "Unimplemented: SendablePlain.save")
    await expectThrows("TypedAnyError.load") { try TypedAnyError().load() }
    #expect(await issue { check(try TypedError().load() == 1) } == "Unimplemented: TypedError.load")
    #expect(await issue { try TypedErrorVoid().save() } == "Unimplemented: TypedErrorVoid.save")
    #expect(
      await issue { check(try await TypedErrorOptional().load() == nil) } == "Unimplemented: TypedErrorOptional.load"
    )
    #expect(await issue { check(OptionalResult().find() == nil) } == "Unimplemented: OptionalResult.find")
    #expect(
      await issue { check(await OptionalFunctionResult().find(1) == nil) }
        == "Unimplemented: OptionalFunctionResult.find"
    )
    #expect(await issue { check(LongOptionalResult().find() == nil) } == "Unimplemented: LongOptionalResult.find")
    #expect(await issue { check(DefaultResult().isOn() == false) } == "Unimplemented: DefaultResult.isOn")
    #expect(
      await issue { check(DefaultWithParameters().isOn(1, "a") == false) }
        == "Unimplemented: DefaultWithParameters.isOn"
    )
    #expect(
      await issue { check(DefaultUsingParameters().add(1, 2) == 3) } == "Unimplemented: DefaultUsingParameters.add"
    )
    #expect(await issue { check(await DefaultSendable().isOn(1)) } == "Unimplemented: DefaultSendable.isOn")
    #expect(
      await issue { check(try await DefaultThrowing().load(id: 2) == 4) } == "Unimplemented: DefaultThrowing.load"
    )
    #expect(
      await issue { check(DefaultWithStatements().text(1) == "11") } == "Unimplemented: DefaultWithStatements.text"
    )
    #expect(await issue { check(DefaultWithCapture().isOn()) } == "Unimplemented: DefaultWithCapture.isOn")
    #expect(await issue { DefaultVoid().save(1) } == "Unimplemented: DefaultVoid.save")
    #expect(await issue { check(DefaultUnimplemented().load() == 7) } == "Unimplemented: mine")
    // This endpoint is implemented by its default value.
    #expect(DefaultFunction().text(1) == "1")
    let message = await issue {
      for await _ in ReturnsStream().events() { Issue.record("An element came out of a finished stream.") }
    }
    #expect(message == "Unimplemented: ReturnsStream.events")
    await expectThrows("ReturnsFunction.make") { try ReturnsFunction().make()(1) }
    await expectThrows("ReturnsThrowingStream.events") { _ = try await ReturnsThrowingStream().events(id: 1) }
    await expectThrows("ReturnsExistential.make") { try ReturnsExistential().make() }
    await expectThrows("ReturnsTuple.pair") { try ReturnsTuple().pair() }
    await expectThrows("ReturnsArray.dictionary") { try ReturnsArray().dictionary() }
    await expectThrows("ReturnsGeneric.result") { try ReturnsGeneric().result().get() }
  }

  @Test func parameters() async throws {
    await expectThrows("OneParameter.load") { try OneParameter().load(1) }
    await expectThrows("NamedParameter.load") { try NamedParameter().load(id: 1) }
    #expect(try NamedParameter { $0 + 1 }.load(id: 1) == 2)
    #expect(try NamedParameters { $0 * $1 }.load(id: 2, page: 3) == 6)
    #expect(try PartlyNamed { $0 + $1 + $2.count }.load(1, page: 2, "abc") == 6)
    #expect(try await NamedSendable { $0 }.load(id: 1) == 1)
    NamedPlain { #expect($0 + $1 == "ab") }.save(text: "a", name: "b")
    await NamedAsync { #expect($0 == "a") }.save(text: "a")
    #expect(NamedDefault { $0 == 1 }.isOn(id: 1))
    #expect(try KeywordLabels { $0 + $1.count + ($2 ? 1 : 0) }.find(in: 1, for: "a", default: true) == 3)
    #expect(try EscapedName(default: { $0 }, switch: { 2 }).default(id: 1) == 1)
    var number = 1
    let update = InoutParameter(update: { $0 += 1 }, change: { $0 *= 10 })
    try update.update(&number)
    update.change(value: &number)
    #expect(number == 20)
    #expect(await issue { try InoutParameter().update(&number) } == "Unimplemented: InoutParameter.update")
    let closures = ClosureParameter(
      run: { $0() },
      runNamed: { #expect($0(1) == "1") },
      runNow: { $0() },
      runNowNamed: { $0() }
    )
    try closures.run { number = 1 }
    try await closures.runNamed { "\($0)" }
    closures.runNow { number += 1 }
    #expect(try closures.runNowNamed { number } == 2)
    #expect(await issue { ClosureParameter().runNow {} } == "Unimplemented: ClosureParameter.runNow")
    AutoclosureParameter(log: { #expect($0() == "ab") }, logNamed: { #expect($0() == "cd") }).logNamed(text: "c" + "d")
    try OptionalClosureParameter { $0?() }.run { number = 5 }
    #expect(number == 5)
    #expect(try TupleParameter(load: { $0.0 }, unnamed: { $0.1 }).load(pair: (1, "a")) == 1)
    #expect(try ManyParameters { $0 + $1 + $2 + $3 + $4 + $5 + $6 }.load(a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1) == 7)
    await expectThrows("GenericParameters.load") {
      try GenericParameters().load(ids: [], names: [:], result: .success(1))
    }
    #expect(await issue { ExistentialParameters().both(value: 1) } == "Unimplemented: ExistentialParameters.both")
    #expect(try MetatypeParameter { "\($0)" }.decode(type: Int.self) as? String == "Int")
    SendingParameter { #expect($0 === $0) }.take(NSObject())
    try ConsumingParameter(take: { #expect($0 == "a") }, named: { #expect(copy $0 == "b") }).named(text: "b")
    await expectThrows("OptionalParameter.find") { try OptionalParameter().find(id: nil) }
  }

  @Test @MainActor func isolation() async throws {
    try MainActorEndpoint(show: { #expect($0 == "a") }, hide: {}).show(text: "a")
    #expect(await issue { MainActorEndpoint().hide() } == "Unimplemented: MainActorEndpoint.hide")
    await expectThrows("MainActorSendable.show") { try await MainActorSendable().show(text: "a") }
    await expectThrows("MainActorClient.show") { try MainActorClient().show(text: "a") }
    let concurrent = ConcurrentEndpoint { $0 }
    #expect(try await concurrent.load(1) == 1)
    #expect(try await NonisolatedEndpoint { $0 }.load(id: 1) == 1)
  }

  @Test func properties() async throws {
    let client = Several(load: { $0 }, save: { _, _ in }, isOn: { true }, clear: {})
    #expect(try await client.load(id: 1) == 1)
    try await client.save(id: 1, text: "a")
    #expect(client.isOn())
    client.clear()

    let other = OtherProperties(
      load: { 1 },
      name: "a",
      constant: 3,
      constantClosure: { 4 }
    )
    #expect(try other.load() == 1)
    #expect(other.count == 1 && other.ratio == 1.5 && other.isOn && other.text == "a" && other.optional == nil)
    #expect(
      other.list == [1, 2] && other.constant == 3 && other.constantClosure() == 4 && other.optionalClosure == nil
    )
    var unimplemented = OtherProperties(
      name: "a",
      count: 2,
      constant: 3,
      constantClosure: { 4 },
      optionalClosure: { 5 }
    )
    #expect(unimplemented.count == 2 && unimplemented.optionalClosure?() == 5)
    await expectThrows("OtherProperties.load") { try unimplemented.load() }
    unimplemented.load = { 9 }
    #expect(try unimplemented.load() == 9)

    #expect(SeveralInOneLine(a: 1, b: 2).b == 2)
    await expectThrows("SeveralInOneLine.save") { try SeveralInOneLine(a: 1, b: 2).save(id: 1) }
    #expect(try ParenthesizedFunction(load: { $0 }, send: { $0 }).load(1) == 1)
    #expect(Ignored().transform(1) == 1)
    await expectThrows("Ignored.load") { try Ignored().load() }
    _ = HoldsDependency().date
    #expect(NoEndpoints().name == "a")
    _ = NothingAtAll()
    #expect(try Documented(load: { $0 }, save: { _ in }).save(id: 1) == ())
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
    await expectThrows("Methods.fetchByID") { try Methods().fetch(id: 1) }
    #expect(await issue { Methods().ping() } == "Unimplemented: Methods.pinging")
    #expect(await issue { check(Methods().count("a") == 1) } == "Unimplemented: Methods.counting")
    #expect(MethodsSendable { $0 == 1 }.go(to: 1))
    await expectThrows("OnlyEndpoint.load") { try OnlyEndpoint().load(id: 1) }
    #expect(await issue { check(OnlyEndpoint().isOn()) } == "Unimplemented: OnlyEndpoint.isOn")
    let endpoints = EndpointsWithMemberwiseInitializer(load: { $0 }, save: {})
    #expect(try await endpoints.load(id: 1) == 1)
    endpoints.save()
    #expect(
      await issue { EndpointsWithMemberwiseInitializer().save() }
        == "Unimplemented: EndpointsWithMemberwiseInitializer.save"
    )
  }

  @Test func declarations() async throws {
    #expect(try await PublicClient(load: { $0 }, isOn: { true }, withName: { _ in }).load(id: 1) == 1)
    #expect(await issue { PublicClient().named(name: "a") } == "Unimplemented: PublicClient.withName")
    #expect(try PublicWithInternal(load: { 1 }, save: { _ in }).load() == 1)
    #expect(try PackageClient { $0 }.load(id: 1) == 1)
    #expect(try PackageEndpoint(load: { $0 }, save: {}).load(id: 1) == 1)
    #expect(try PrivateEndpoint.make().twice(1) == 2)
    #expect(try await SendableClient { $0 }.load(id: 1) == 1)
    #expect(try await GenericClient<Int>(load: { $0 }, save: { _ in }).load(id: 1) == 1)
    await expectThrows("ConstrainedClient.load") { try await ConstrainedClient<Int>().load(id: 1) }
    #expect(try MembersOfClient.live().loadTwice() == 3)
    #expect(try AvailableClient { $0 }.load(id: 1) == 1)
    _ = try Clients.Inner { $0 }.load(value: Clients.Value())
    await expectThrows("InExtension.load") { try Clients.InExtension().load(value: Clients.Value()) }
    await expectThrows("ImplicitlyPublic.load") { try Clients_Public.ImplicitlyPublic().load(id: 1) }
    try expectPrivateClients()
  }

  /// The issue names the position of the endpoint's declaration.
  @Test func place() {
    var messages: [String] = []
    withExpectedIssue {
      Plain().save()
    } matching: { issue in
      messages.append(issue.message)
      return true
    }
    #expect(messages.first?.contains("ClientShapes.swift:") == true)
  }
}
