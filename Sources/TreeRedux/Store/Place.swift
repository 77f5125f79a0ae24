/// A place in the state: how the value there is read and watched.
///
/// Closures are made where the types are known, one for each step on the way from the root.
@usableFromInline
final class Place<Value> {
  /// Where the value lies in the state's own memory, if it does.
  @usableFromInline let storedOffset: Int?
  /// The place that this lies in, and what leads here from there.
  @usableFromInline let outer: (any Nested)?
  @usableFromInline let step: PlaceStep
  /// The value in the state at an address; nil while it is absent.
  @usableFromInline let read: (_ root: Memory) -> Value?
  /// The value in the first frame on the way (the element of a list, the value of an optional), if it lies in one.
  @usableFromInline let readInFrame: ((_ frame: Memory) -> Value?)?
  /// Files an observation that is called with the value before and after whenever it may have changed.
  @usableFromInline let observe: (StoreCore, @escaping Deliver) -> Observation
  @usableFromInline typealias Deliver = (_ old: Value?, _ new: Value?, Notice) -> Void

  @inlinable
  init(
    storedOffset: Int? = nil, in outer: (any Nested)?, _ step: PlaceStep, read: @escaping (Memory) -> Value?,
    readInFrame: ((Memory) -> Value?)? = nil, observe: @escaping (StoreCore, @escaping Deliver) -> Observation
  ) {
    (self.storedOffset, self.outer, self.step) = (storedOffset, outer, step)
    (self.read, self.readInFrame, self.observe) = (read, readInFrame, observe)
  }

  /// A place in the state's own memory.
  @inlinable
  convenience init(storedAt offset: Int, in outer: (any Nested)?, path: AnyKeyPath) {
    self.init(storedOffset: offset, in: outer, .path(path)) { root in
      root.advanced(by: offset)[as: Value.self]
    } observe: { core, deliver in
      let slot = core.registry.slot(of: Value.self, at: offset, depth: depthOfPath(path, in: outer))
      let observation = DerivedObservation(slot: slot, serial: core.registry.nextSerial()) { old, new, notice in
        deliver(old[as: Value.self], new[as: Value.self], notice)
      }
      slot.add(observation)
      return observation
    }
  }

  /// What lies at a key path of this place.
  ///
  /// - Parameter isFrame: Whether what lies there is a frame of its own.
  @inlinable
  func appending<Part>(_ path: KeyPath<Value, Part>, isFrame: Bool = false) -> Place<Part> {
    if let storedOffset, let offset = MemoryLayout<Value>.offset(of: path) {
      return Place<Part>(storedAt: storedOffset + offset, in: self, path: path)
    }
    let partInFrame: ((Memory) -> Part?)? =
      if let readInFrame { { readInFrame($0)?[keyPath: path] } } else if isFrame { { $0[as: Part.self] } } else { nil }
    return Place<Part>(
      in: self, .path(path), read: { [read] root in read(root)?[keyPath: path] }, readInFrame: partInFrame,
      observe: { [observe] core, deliver in
        observe(core) { old, new, notice in deliver(old?[keyPath: path], new?[keyPath: path], notice) }
      })
  }

  /// What a function makes of the value here.
  @inlinable
  func mapped<Mapped>(_ map: @escaping (Value) -> Mapped) -> Place<Mapped> {
    Place<Mapped>(in: self, .function) { [read] root in
      read(root).map(map)
    } observe: { [observe] core, deliver in
      observe(core) { old, new, notice in deliver(old.map(map), new.map(map), notice) }
    }
  }

  /// The value of the optional at this place.
  @inlinable
  func unwrapped<Wrapped>() -> Place<Wrapped> where Value == Wrapped? {
    Place<Wrapped>(in: self, .value) { [read] root in
      read(root) ?? nil
    } readInFrame: { [readInFrame] frame in
      readInFrame.map { $0(frame) ?? nil } ?? frame[as: Wrapped.self]
    } observe: { [observe] core, deliver in
      observe(core) { old, new, notice in deliver(old ?? nil, new ?? nil, notice) }
    }
  }
}

/// What leads from one place to another.
@usableFromInline
enum PlaceStep: Hashable {
  case path(AnyKeyPath)
  case element(AnyHashable)
  /// To the value of an optional.
  case value
  case function
}

/// Equal for places that are reached in the same steps from the same part of the state's own memory.
@usableFromInline
struct PlaceKey: Hashable {
  let offset: Int
  private let type: ObjectIdentifier
  private var steps: [PlaceStep] = []

  init(offset: Int, type: ObjectIdentifier) { (self.offset, self.type) = (offset, type) }

  func appending(_ step: PlaceStep) -> PlaceKey {
    var key = self
    key.steps.append(step)
    return key
  }
}

/// Something that knows where in the state it lies.
@usableFromInline
protocol Nested {
  /// How many key path components lead here.
  var depth: Int { get }
  /// Nil for what a function makes.
  var key: PlaceKey? { get }
}

extension Place: Nested {
  @usableFromInline var depth: Int {
    if case .path(let path) = step { depthOfPath(path, in: outer) } else { depthOfPath(nil, in: outer) }
  }

  @usableFromInline var key: PlaceKey? {
    if let storedOffset { return PlaceKey(offset: storedOffset, type: ObjectIdentifier(Value.self)) }
    return step == .function ? nil : outer?.key?.appending(step)
  }
}

/// How many key path components lead to a path within a place.
@usableFromInline
func depthOfPath(_ path: AnyKeyPath?, in outer: (any Nested)?) -> Int {
  (outer?.depth ?? 0) + (path.map { NodeCore.Label.path($0).depth } ?? 1)
}
