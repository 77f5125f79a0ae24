/// What every node of a list begins with.
@usableFromInline
struct NodeHeader {
  /// Elements of a leaf, children of a branch, entries of a bucket.
  @usableFromInline var count: UInt32
  /// 0 for a leaf or a bucket, otherwise the distance to one.
  @usableFromInline var height: UInt16
  /// Elements that fit into a leaf; the binary logarithm of the places of a bucket.
  @usableFromInline var capacity: UInt16
  /// The label of a leaf, or of the first leaf below a branch.
  @usableFromInline var label: UInt64

  @inlinable init(count: UInt32, height: UInt16, capacity: UInt16, label: UInt64) {
    self.count = count
    self.height = height
    self.capacity = capacity
    self.label = label
  }
}

/// The object behind a node: a header and raw room whose layout its handle knows.
///
/// A node may only be changed while it is uniquely referenced. One that is shared is immutable, which is why
/// versions of a list can be read on several threads.
@usableFromInline
class NodeObject: ManagedBuffer<NodeHeader, UInt64> {}

/// The address of a node. Reading through it takes no reference counting: whoever reads keeps the root alive.
@safe @frozen @usableFromInline
struct NodeRef {
  @usableFromInline let address: UnsafeMutableRawPointer

  /// The header follows the two words that begin every object.
  @inlinable static var headerOffset: Int { 2 * MemoryLayout<Int>.size }
  @inlinable static var bodyOffset: Int { headerOffset + MemoryLayout<NodeHeader>.size }

  @inlinable init(address: UnsafeMutableRawPointer) { unsafe self.address = address }

  /// The node of a reference that stays alive elsewhere.
  @inlinable init(_ object: NodeObject) { unsafe address = Unmanaged.passUnretained(object).toOpaque() }

  /// A new node that owns one reference, with `bytes` of room behind the header.
  @inlinable
  static func allocate(_ type: NodeObject.Type, bytes: Int, header: NodeHeader) -> NodeRef {
    let object = type.create(minimumCapacity: (bytes + 7) / 8) { _ in header }
    let node = unsafe NodeRef(
      address: Unmanaged.passRetained(unsafeDowncast(object, to: NodeObject.self)).toOpaque())
    assert(node.header.label == header.label && node.count == Int(header.count), "unexpected object layout")
    return node
  }

  @inlinable var header: NodeHeader {
    get { unsafe (address + NodeRef.headerOffset).assumingMemoryBound(to: NodeHeader.self).pointee }
    nonmutating set {
      unsafe (address + NodeRef.headerOffset).assumingMemoryBound(to: NodeHeader.self).pointee = newValue
    }
    nonmutating _modify {
      yield unsafe &(address + NodeRef.headerOffset).assumingMemoryBound(to: NodeHeader.self).pointee
    }
  }
  @inlinable var body: UnsafeMutableRawPointer { unsafe address + NodeRef.bodyOffset }

  @inlinable var count: Int {
    get { Int(header.count) }
    nonmutating set { header.count = UInt32(truncatingIfNeeded: newValue) }
  }
  @inlinable var height: Int { Int(header.height) }
  @inlinable var label: UInt64 {
    get { header.label }
    nonmutating set { header.label = newValue }
  }
  @inlinable var capacity: Int { Int(header.capacity) }

  @inlinable func retain() { unsafe _ = Unmanaged<NodeObject>.fromOpaque(address).retain() }
  @inlinable func release() { unsafe Unmanaged<NodeObject>.fromOpaque(address).release() }

  /// The reference itself, handing over the ownership that this address stands for.
  @inlinable func takeObject() -> NodeObject { unsafe Unmanaged<NodeObject>.fromOpaque(address).takeRetainedValue() }

  /// Whether nobody else refers to the node, so that it may be changed in place.
  @inlinable var isUnique: Bool {
    var copy = self
    return unsafe withUnsafeMutablePointer(to: &copy) {
      unsafe $0.withMemoryRebound(to: NodeObject.self, capacity: 1) { unsafe isKnownUniquelyReferenced(&$0.pointee) }
    }
  }

  /// Elements at or below this node of the order tree.
  @inlinable var total: Int { height == 0 ? count : Branch(self).total }
}

extension NodeRef: Equatable {
  @inlinable static func == (left: NodeRef, right: NodeRef) -> Bool { unsafe left.address == right.address }
}
