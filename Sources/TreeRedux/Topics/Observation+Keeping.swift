extension Observation {
  /// Puts the observation into a bag, which keeps it.
  ///
  /// ```swift
  /// var observations: [Observation] = []
  /// store.observe(\.feed.isLoading) { change in spinner.isHidden = !change.new }.store(in: &observations)
  /// ```
  public final func store(in bag: inout some RangeReplaceableCollection<Observation>) { bag.append(self) }

  /// Keeps the observation as long as an object lives.
  ///
  /// ```swift
  /// store.observe(\.feed.isLoading) { [weak self] change in self?.show(change.new) }.keep(for: self)
  /// ```
  ///
  /// The observer is not called any more once the object is gone, and what it captured is released soon after. It must
  /// not capture the object strongly. Cancel as usual to end it earlier. One that is kept for several objects ends when
  /// the first of them goes.
  ///
  /// - Parameter object: What the observation lives as long as; it is held weakly.
  public final func keep(for object: AnyObject) {
    guard let core = owner?.link.core else { return }
    keeper = Keeper(object, besides: keeper)
    core.kept.add(self)
  }
}

/// An object that an observation lives as long as.
final class Keeper {
  private weak var object: AnyObject?
  private let other: Keeper?

  init(_ object: AnyObject, besides other: Keeper?) { (self.object, self.other) = (object, other) }

  /// Whether one of the objects is gone.
  var isGone: Bool { object == nil || other?.isGone == true }
}

/// Observations that live as long as objects do.
struct KeptObservations {
  private var entries: [Observation] = []
  private var next = 0

  mutating func add(_ observation: Observation) { entries.append(observation) }

  /// Takes out some of those whose object is gone or that were cancelled; each is looked at sooner or later.
  ///
  /// - Returns: What was taken out, to be released when this may be used again.
  mutating func takeSomeDead() -> [Observation] {
    var dead: [Observation] = []
    for _ in 0..<min(32, entries.count) {
      if next >= entries.count { next = 0 }
      if entries[next].owner != nil, entries[next].keeper?.isGone != true {
        next += 1
        continue
      }
      dead.append(entries[next])
      entries.swapAt(next, entries.count - 1)
      entries.removeLast()
      if entries.isEmpty { break }
    }
    return dead
  }
}
