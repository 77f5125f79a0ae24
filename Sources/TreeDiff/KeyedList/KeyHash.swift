/// Hashes of ids.
@usableFromInline
enum KeyHash {
  /// 32 bits of an id's hash: the upper ones lead through the index, the lower ones to the place in a bucket.
  @inlinable
  static func hash<ID: Hashable>(_ id: ID) -> UInt32 {
    let wide = UInt64(truncatingIfNeeded: id.hashValue)
    return UInt32(truncatingIfNeeded: wide ^ (wide &>> 32))
  }

  /// The eight bits that a leaf keeps of a hash.
  @inlinable static func tag(_ hash: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: hash &>> 8) }
}
