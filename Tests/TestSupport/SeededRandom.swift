/// A reproducible random generator (SplitMix64) that is described by its seed.
public struct SeededRandom: RandomNumberGenerator, CustomStringConvertible, Sendable {
  /// The seed that gives the same numbers again.
  public let seed: UInt64
  private var state: UInt64

  /// A generator with a seed of its own or a given one.
  public init(seed: UInt64 = .random(in: .min ... .max)) { (self.seed, state) = (seed, seed) }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A random number of a closed range.
  public mutating func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &self) }

  /// True once in `count` times.
  public mutating func once(in count: Int) -> Bool { number(1...count) == 1 }

  /// The seed, for messages.
  public var description: String { "seed \(seed)" }
}
