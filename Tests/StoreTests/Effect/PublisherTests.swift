#if canImport(Combine)
  import Combine
  import Dependencies
  import Store
  import Testing

  @Suite struct PublisherTests {
    private enum Action { case start, received(Int), stop }

    private func store(_ publisher: some Publisher<Int, Never>) -> Store<[Int], Action> {
      let publisher = UncheckedSendable(publisher.map(Action.received).eraseToAnyPublisher())
      return Store(initialState: [Int]()) {
        Reduce<[Int], Action> { state, action in
          switch action {
          case .start: return .publisher { publisher.wrappedValue }.cancellable(id: "publisher")
          case .stop: return .cancel(id: "publisher")
          case .received(let number):
            state.append(number)
            return .none
          }
        }
      }
    }

    @MainActor @Test func nothingThatIsEmittedIsLost() async {
      // What is emitted at once is reduced within `send`.
      let first = store(Just(1))
      first.send(.start)
      #expect(first.withState(\.self) == [1])
      let subject = PassthroughSubject<Int, Never>()
      let second = store(subject)
      let task = second.send(.start)
      (1...100).forEach(subject.send)
      subject.send(completion: .finished)
      await task.finish()
      #expect(second.withState(\.self) == Array(1...100))
    }

    @MainActor @Test func cancellationEndsTheSubscription() async {
      let subject = PassthroughSubject<Int, Never>()
      let store = store(subject)
      let task = store.send(.start)
      store.send(.stop)
      await task.finish()
      subject.send(1)
      #expect(store.withState(\.self) == [])
    }
  }
#endif
