/// A place in the state: how the value there is read and watched.
///
/// Closures are made where the types are known, one for each step on the way from the root.
@usableFromInline
final class Place<Value> {
  /// Where the value lies in the state's own memory, if it does.
  @usableFromInline let storedOffset: Int?
  /// How many key path components lead here.
  @usableFromInline let depth: Int
  /// The value in the state at an address; nil while it is absent.
  @usableFromInline let read: (_ root: Memory) -> Value?
  /// The value in the first frame on the way (the element of a list, the value of an optional), if it lies in one.
  @usableFromInline let readInFrame: ((_ frame: Memory) -> Value?)?
  /// Files an observation that is called with the value before and after whenever it may have changed.
  @usableFromInline let observe: (StoreCore, @escaping Deliver) -> Observation
  @usableFromInline typealias Deliver = (_ old: Value?, _ new: Value?, Notice) -> Void

  @inlinable
  init(
    storedOffset: Int? = nil, depth: Int, read: @escaping (Memory) -> Value?,
    readInFrame: ((Memory) -> Value?)? = nil, observe: @escaping (StoreCore, @escaping Deliver) -> Observation
  ) {
    (self.storedOffset, self.depth) = (storedOffset, depth)
    (self.read, self.readInFrame, self.observe) = (read, readInFrame, observe)
  }

  /// A place in the state's own memory.
  @inlinable
  convenience init(storedAt offset: Int, depth: Int) {
    self.init(storedOffset: offset, depth: depth) { root in
      root.advanced(by: offset)[as: Value.self]
    } observe: { core, deliver in
      let slot = core.registry.slot(of: Value.self, at: offset, depth: depth)
      let observation = DerivedObservation(slot: slot, serial: core.registry.nextSerial()) { old, new, notice in
        deliver(old[as: Value.self], new[as: Value.self], notice)
      }
      slot.add(observation)
      return observation
    }
  }

  /// What lies at a key path of this place.
  ///
  /// - Parameter isFrame: Whether a node with a frame of its own stands there.
  @inlinable
  func appending<Part>(_ path: KeyPath<Value, Part>, isFrame: Bool = false) -> Place<Part> {
    if let storedOffset, let offset = MemoryLayout<Value>.offset(of: path) {
      return Place<Part>(storedAt: storedOffset + offset, depth: depth + 1)
    }
    return Place<Part>(depth: depth + 1) { [read] root in
      read(root)?[keyPath: path]
    } readInFrame: { [readInFrame] frame in
      readInFrame.map { $0(frame)?[keyPath: path] } ?? (isFrame ? frame[as: Part.self] : nil)
    } observe: { [observe] core, deliver in
      observe(core) { old, new, notice in deliver(old?[keyPath: path], new?[keyPath: path], notice) }
    }
  }

  /// The value of the optional at this place.
  @inlinable
  func unwrapped<Wrapped>() -> Place<Wrapped> where Value == Wrapped? {
    Place<Wrapped>(depth: depth + 1) { [read] root in
      read(root) ?? nil
    } readInFrame: { [readInFrame] frame in
      readInFrame.map { $0(frame) ?? nil } ?? frame[as: Wrapped.self]
    } observe: { [observe] core, deliver in
      observe(core) { old, new, notice in deliver(old ?? nil, new ?? nil, notice) }
    }
  }
}
