/// An actor that may own what refers to it, and is not kept alive by that.
struct ActorReference: Sendable {
  /// It is always there, and a first weak reference to it would allocate something that is never freed.
  private let main: MainActor?
  private weak let other: (any Actor)?

  init(_ actor: (any Actor)? = nil) {
    main = actor as? MainActor
    other = main == nil ? actor : nil
  }

  var actor: (any Actor)? { main ?? other }
}
