import Foundation
import StoreTesting
import Testing

@Suite struct UploadRecipe {
  enum UploadEvent: Equatable, Sendable {
    case progress(Double)
    case finished(URL)
  }

  @DependencyClient
  struct UploadClient: TestDependencyKey {
    var upload: @Sendable (_ data: Data) -> AsyncThrowingStream<UploadEvent, any Error> = { _ in .finished() }

    static let testValue = UploadClient()
  }

  @Reducer
  struct Upload {
    enum State: Equatable {
      case ready
      case uploading(Double)
      case finished(URL)
      case failed
    }

    enum Action: Equatable {
      case uploadButtonTapped(Data)
      case cancelButtonTapped
      case event(UploadEvent)
      case failed
    }

    enum CancelID { case upload }

    @Dependency(UploadClient.self) var client

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .uploadButtonTapped(let data):
        state = .uploading(0)
        return .run { send in
          for try await event in client.upload(data: data) {
            await send(.event(event))
          }
        } catch: { _, send in
          await send(.failed)
        }
        .cancellable(id: CancelID.upload, cancelInFlight: true)

      case .cancelButtonTapped:
        state = .ready
        return .cancel(id: CancelID.upload)

      case .event(.progress(let fraction)):
        state = .uploading(fraction)
        return .none

      case .event(.finished(let url)):
        state = .finished(url)
        return .none

      case .failed:
        state = .failed
        return .none
      }
    }
  }

  @Test func progressIsShownUntilTheUploadIsCancelled() async {
    let (events, continuation) = AsyncThrowingStream<UploadEvent, any Error>.makeStream()
    let store = TestStore(initialState: .ready) {
      Upload()
    } withDependencies: {
      $0[UploadClient.self].upload = { _ in events }
    }

    await store.send(.uploadButtonTapped(Data("Hello".utf8))) { $0 = .uploading(0) }
    continuation.yield(.progress(0.5))
    await store.receive(.event(.progress(0.5))) { $0 = .uploading(0.5) }
    await store.send(.cancelButtonTapped) { $0 = .ready }
  }

  @Test func anUploadFails() async {
    struct Offline: Error {}
    let store = TestStore(initialState: .ready) {
      Upload()
    } withDependencies: {
      $0[UploadClient.self].upload = { _ in AsyncThrowingStream { $0.finish(throwing: Offline()) } }
    }
    await store.send(.uploadButtonTapped(Data())) { $0 = .uploading(0) }
    await store.receive(.failed) { $0 = .failed }
  }
}
