/// Hashes of ids: the upper bits lead through the index, the lower ones to the place in a bucket.
@usableFromInline
enum KeyHash {
  @inlinable @inline(__always)
  static func hash<ID: Hashable>(_ id: ID) -> UInt32 { IDHash()(id) }

  /// The eight bits that a leaf keeps of a hash.
  @inlinable static func tag(_ hash: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: hash &>> 8) }
}
