/// Uses up the stack, which ends the process.
@inline(never)
package func overflow(_ depth: Int) -> Int {
  withUnsafeTemporaryAllocation(of: Int.self, capacity: 64) { place in
    place.initialize(repeating: depth)
    return overflow(depth + 1) + (place.randomElement() ?? 0)
  }
}
