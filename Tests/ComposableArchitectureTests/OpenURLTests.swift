import ComposableArchitecture
import Testing

@Suite struct OpenURLTests {
  private let address = URL(string: "https://www.swift.org/documentation")

  @Test func isOverridden() async throws {
    let address = try #require(address)
    let opened = LockIsolated<[URL]>([])
    let isOpened = await withDependencies {
      $0.openURL = OpenURLEffect { url in
        opened.withValue { $0.append(url) }
        return true
      }
    } operation: {
      @Dependency(\.openURL) var openURL
      await openURL(address)
      return await openURL(address)
    }
    #expect(isOpened)
    #expect(opened.value == [address, address])
  }

  @Test func isReportedInTests() async throws {
    let address = try #require(address)
    @Dependency(\.openURL) var openURL
    await withExpectedIssue {
      #expect(await openURL(address) == false)
    } matching: {
      $0.message.contains(
        #"Unimplemented: @Dependency(\.openURL) was asked to open https://www.swift.org/documentation"#
      )
    }
  }

  @Test func mockValuesSucceed() async throws {
    let address = try #require(address)
    await withDependencies {
      $0.context = .mock
    } operation: {
      @Dependency(\.openURL) var openURL
      #expect(await openURL(address))
    }
  }
}
