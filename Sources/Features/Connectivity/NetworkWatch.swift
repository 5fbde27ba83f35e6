import Dependencies
import Foundation

#if canImport(Network)
  import Network
#endif

/// Waits until a request that failed without a connection should be repeated.
///
/// The watch checks every two seconds on `\.continuousClock`, and returns when the machine has a network and had none
/// before. The system does not know whether a server can be reached, and a server on the machine itself needs no
/// network. The watch therefore returns in any case after a pause that grows with the number of failures up to the last
/// one of ``pauses``.
struct NetworkWatch {
  /// The pauses after the first failure, the second one, and so on. The last pause also follows all further failures.
  static let pauses: [Duration] = [2, 4, 8, 16, 30, 60, 120, 300].map { .seconds($0) }

  private static let interval = Duration.seconds(2)

  /// Whether the machine has a network.
  var hasNetwork: @Sendable () -> Bool = Self.machineHasNetwork

  /// Returns when a request that has failed this many times in a row should be repeated.
  func waitUntilRestored(afterFailures count: Int) async throws {
    @Dependency(\.continuousClock) var clock
    var rest = Self.pauses[min(max(count, 1), Self.pauses.count) - 1]
    var hadNetwork = hasNetwork()
    while rest > .zero {
      try await clock.sleep(for: Self.interval)
      rest -= Self.interval
      let hasNetwork = hasNetwork()
      if hasNetwork, !hadNetwork { return }
      hadNetwork = hasNetwork
    }
  }

  #if canImport(Network)
    private static let monitor: NWPathMonitor = {
      let monitor = NWPathMonitor()
      monitor.start(queue: DispatchQueue(label: "NetworkWatch"))
      return monitor
    }()

    private static let machineHasNetwork: @Sendable () -> Bool = {
      // A network is assumed until the first path is known.
      monitor.currentPath.status != .unsatisfied
    }
  #else
    /// Whether an interface besides the loopback one is up and has an address.
    private static let machineHasNetwork: @Sendable () -> Bool = {
      var first: UnsafeMutablePointer<ifaddrs>?
      // A network is assumed if the system can't tell.
      guard getifaddrs(&first) == 0 else { return true }
      defer { freeifaddrs(first) }
      var next = first
      // The list is valid until it is freed.
      while let interface = next?.pointee {
        let flags = Int32(bitPattern: interface.ifa_flags)
        let isUp = flags & Int32(IFF_UP) != 0 && flags & Int32(IFF_RUNNING) != 0
        let isLoopback = flags & Int32(IFF_LOOPBACK) != 0
        let family = interface.ifa_addr.map { Int32($0.pointee.sa_family) }
        if isUp, !isLoopback, family == AF_INET || family == AF_INET6 { return true }
        next = interface.ifa_next
      }
      return false
    }
  #endif
}
