#if canImport(FoundationEssentials)
  public import struct FoundationEssentials.UUID
#else
  public import struct Foundation.UUID
#endif

/// Hashes ids to 32 bits for a table that lives as long as one diff.
///
/// Integers and UUIDs are mixed with a random seed by one wide multiplication, which an attacker cannot aim at without
/// knowing the seed; every other id goes through `Hasher`. This is the one file that knows Foundation, since a `UUID`
/// can be read as two words only where its type is known.
@usableFromInline
package struct IDHash: Sendable {
  @usableFromInline let seed: (UInt64, UInt64)

  /// One seed for the process, as with `Hasher`. The second half is odd, since it multiplies.
  @usableFromInline
  static let processSeed = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max) | 1)

  @inlinable package init() { seed = Self.processSeed }

  /// The hash of `id`.
  @inlinable @inline(__always)
  package func callAsFunction<ID: Hashable>(_ id: ID) -> UInt32 {
    if ID.self == Int.self { return mixed(UInt64(bitPattern: Int64(unsafe unsafeBitCast(id, to: Int.self))), 0) }
    if ID.self == UInt.self { return mixed(UInt64(unsafe unsafeBitCast(id, to: UInt.self)), 0) }
    if ID.self == Int64.self { return mixed(UInt64(bitPattern: unsafe unsafeBitCast(id, to: Int64.self)), 0) }
    if ID.self == UInt64.self { return mixed(unsafe unsafeBitCast(id, to: UInt64.self), 0) }
    if ID.self == Int32.self { return mixed(UInt64(unsafe unsafeBitCast(id, to: UInt32.self)), 0) }
    if ID.self == UInt32.self { return mixed(UInt64(unsafe unsafeBitCast(id, to: UInt32.self)), 0) }
    if ID.self == UUID.self {
      let words = unsafe unsafeBitCast(id, to: (UInt64, UInt64).self)
      return mixed(words.0, words.1)
    }
    let hash = UInt64(truncatingIfNeeded: id.hashValue)
    return UInt32(truncatingIfNeeded: hash ^ hash >> 32)
  }

  /// Whether two ids are equal, by their bits where that is the same and faster.
  @inlinable @inline(__always)
  package static func areEqual<ID: Hashable>(_ a: ID, _ b: ID) -> Bool {
    if ID.self == UUID.self {
      let a = unsafe unsafeBitCast(a, to: (UInt64, UInt64).self)
      let b = unsafe unsafeBitCast(b, to: (UInt64, UInt64).self)
      return (a.0 ^ b.0) | (a.1 ^ b.1) == 0
    }
    return a == b
  }

  @inlinable @inline(__always)
  func mixed(_ a: UInt64, _ b: UInt64) -> UInt32 {
    let product = (a ^ seed.0).multipliedFullWidth(by: b ^ seed.1)
    let folded = product.high ^ product.low
    return UInt32(truncatingIfNeeded: folded ^ folded >> 32)
  }
}
