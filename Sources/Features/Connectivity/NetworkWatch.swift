import Dependencies
import Foundation

#if canImport(Network)
  import Network
#endif

/// Waits until it is worth repeating a request for which there was no connection.
///
/// While the machine has no network at all, no request is sent: the watch looks every two seconds on
/// `\.continuousClock`, and returns when there is one again. A network does not mean that a server can be reached
/// through it, and no system tells when it can. Therefore, where there is a network all the time, the watch returns
/// after a pause that grows with the number of failures, and gives up after the last one.
struct NetworkWatch {
  /// The pauses after the first failure, the second one, and so on.
  static let pauses: [Duration] = [2, 4, 8, 16, 30, 60, 120, 300].map { .seconds($0) }

  private static let interval = Duration.seconds(2)

  /// Whether the machine has a network.
  var hasNetwork: @Sendable () -> Bool = Self.machineHasNetwork

  /// Returns `false` if it has failed too many times.
  func restored(afterFailures count: Int) async throws -> Bool {
    @Dependency(\.continuousClock) var clock
    guard count > 0, count <= Self.pauses.count else { return false }
    var rest = Self.pauses[count - 1]
    var hadNetwork = hasNetwork()
    while true {
      try await clock.sleep(for: Self.interval)
      let hasNetwork = hasNetwork()
      if hasNetwork, !hadNetwork { return true }
      hadNetwork = hasNetwork
      rest -= Self.interval
      if hasNetwork, rest <= .zero { return true }
    }
  }

  #if canImport(Network)
    private static let monitor: NWPathMonitor = {
      let monitor = NWPathMonitor()
      monitor.start(queue: DispatchQueue(label: "NetworkWatch"))
      return monitor
    }()

    private static let machineHasNetwork: @Sendable () -> Bool = {
      // The first path is not known at once.
      monitor.currentPath.status != .unsatisfied
    }
  #else
    /// Whether an interface besides the loopback one is up and has an address.
    private static let machineHasNetwork: @Sendable () -> Bool = {
      var first: UnsafeMutablePointer<ifaddrs>?
      // What can't be asked is assumed.
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
