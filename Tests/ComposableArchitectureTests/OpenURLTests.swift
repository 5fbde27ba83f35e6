import ComposableArchitecture
import Testing

@Suite struct OpenURLTests {
  @Test func itIsOverriddenReportedAndMocked() async throws {
    let address = try #require(URL(string: "https://www.swift.org/documentation"))
    @Sendable func open() async -> Bool {
      @Dependency(\.openURL) var openURL
      return await openURL(address)
    }
    let opened = LockIsolated<[URL]>([])
    let isOpened = await withDependencies {
      $0.openURL = OpenURLEffect { url in
        opened.withValue { $0.append(url) }
        return true
      }
    } operation: {
      await open()
    }
    #expect(isOpened)
    #expect(opened.value == [address])
    await withExpectedIssue {
      #expect(await open() == false)
    } matching: {
      $0.message.contains(#"Unimplemented: @Dependency(\.openURL) was asked to open \#(address)"#)
    }
    let isMocked = await withDependencies({ $0.context = .mock }, operation: { await open() })
    #expect(isMocked)
  }
}
