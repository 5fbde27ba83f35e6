#if !canImport(SwiftUI)
  /// An animation that does nothing, for sources that also run where SwiftUI animates.
  ///
  /// ```swift
  /// store.send(.searchButtonTapped, animation: .default)
  /// ```
  public struct Animation: Hashable, Sendable {
    /// Makes an animation that does nothing.
    public init() {}

    /// An animation that does nothing.
    public static var `default`: Self { Self() }
    /// An animation that does nothing.
    public static var linear: Self { Self() }
    /// An animation that does nothing.
    public static var easeIn: Self { Self() }
    /// An animation that does nothing.
    public static var easeOut: Self { Self() }
    /// An animation that does nothing.
    public static var easeInOut: Self { Self() }
    /// An animation that does nothing.
    public static var spring: Self { Self() }
    /// An animation that does nothing.
    public static var interactiveSpring: Self { Self() }
    /// An animation that does nothing.
    public static var bouncy: Self { Self() }
    /// An animation that does nothing.
    public static var smooth: Self { Self() }
    /// An animation that does nothing.
    public static var snappy: Self { Self() }

    /// An animation that does nothing.
    public static func linear(duration: Double) -> Self { Self() }
    /// An animation that does nothing.
    public static func easeIn(duration: Double) -> Self { Self() }
    /// An animation that does nothing.
    public static func easeOut(duration: Double) -> Self { Self() }
    /// An animation that does nothing.
    public static func easeInOut(duration: Double) -> Self { Self() }
    /// An animation that does nothing.
    public static func spring(duration: Double = 0.5, bounce: Double = 0, blendDuration: Double = 0) -> Self { Self() }
    /// An animation that does nothing.
    public static func spring(
      response: Double,
      dampingFraction: Double = 0.825,
      blendDuration: Double = 0
    ) -> Self { Self() }
    /// An animation that does nothing.
    public static func bouncy(duration: Double = 0.5, extraBounce: Double = 0) -> Self { Self() }
    /// An animation that does nothing.
    public static func smooth(duration: Double = 0.5, extraBounce: Double = 0) -> Self { Self() }
    /// An animation that does nothing.
    public static func snappy(duration: Double = 0.5, extraBounce: Double = 0) -> Self { Self() }

    /// Returns the animation, which does nothing.
    public func delay(_ delay: Double) -> Self { self }
    /// Returns the animation, which does nothing.
    public func speed(_ speed: Double) -> Self { self }
    /// Returns the animation, which does nothing.
    public func repeatCount(_ count: Int, autoreverses: Bool = true) -> Self { self }
    /// Returns the animation, which does nothing.
    public func repeatForever(autoreverses: Bool = true) -> Self { self }
  }

  extension Store {
    /// Sends an action. Nothing is animated.
    @discardableResult public func send(_ action: Action, animation: Animation?) -> StoreTask { send(action) }
  }

  extension Send {
    /// Sends an action. Nothing is animated.
    public func callAsFunction(_ action: sending Action, animation: Animation?) async { await self(action) }
  }

  extension Effect {
    /// Sends an action. Nothing is animated.
    public static func send(_ action: Action, animation: Animation?) -> Self { .send(action) }

    /// Returns the effect. Nothing is animated.
    public func animation(_ animation: Animation? = .default) -> Self { self }
  }

  extension DismissEffect {
    /// Dismisses the feature. Nothing is animated.
    public func callAsFunction(
      animation: Animation?,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) async {
      await self(fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }

  extension ButtonStateAction {
    /// Sends an action when the button is tapped. Nothing is animated.
    public static func send(_ action: Action?, animation: Animation?) -> Self { .send(action) }
  }
#endif
