import TestSupport
import TreeDiff
import TreeRedux

/// Watches a value by `==`, by a comparison of its own, or as a sequence.
func watchValue<Root, Part, Value: Equatable>(
  _ path: KeyPath<Part, Value>, at place: Address<Root, Part>, _ random: inout SeededRandom
) -> Watch<Root> {
  let initial = random.once(in: 5)
  let (name, depth) = (place.name + label(path) + (initial ? " (initial)" : ""), depth(path))
  switch random.number(0...9) {
  case 0:
    return Watch(
      name: "values \(name)", isSequence: true,
      real: { store, _ in
        let values = place.handle(store).values(path)
        return .values {
          var all: [any Heard] = []
          for await value in values { all.append(HeardChange(old: value, new: value)) }
          return all
        }
      },
      naive: { store, hear in
        store.observe(path, at: place.naive, depth: depth, initial: true) { hear(HeardChange(old: $1, new: $1)) }
      })
  case 1:
    return Watch(
      name: "\(name) by ==",
      real: { store, hear in
        .observation(
          place.handle(store).observe(path, initial: initial, by: ==) { hear(HeardChange(old: $0.old, new: $0.new)) })
      },
      naive: { store, hear in
        store.observe(path, at: place.naive, depth: depth, initial: initial, by: ==) {
          hear(HeardChange(old: $0, new: $1))
        }
      })
  case 2:
    return Watch(
      name: "\(name) by a function",
      real: { store, hear in
        .observation(
          place.handle(store).observe(map: { $0[keyPath: path] }, initial: initial) {
            hear(HeardChange(old: $0.old, new: $0.new))
          })
      },
      naive: { store, hear in
        store.observe(made: { $0[keyPath: path] }, at: place.naive, initial: initial) {
          hear(HeardChange(old: $0, new: $1))
        }
      })
  default:
    return Watch(
      name: name,
      real: { store, hear in
        .observation(
          place.handle(store).observe(path, initial: initial) { hear(HeardChange(old: $0.old, new: $0.new)) })
      },
      naive: { store, hear in
        store.observe(path, at: place.naive, depth: depth, initial: initial) { hear(HeardChange(old: $0, new: $1)) }
      })
  }
}

/// Watches a number by a comparison that lets small changes pass.
func watchRoughly<Root, Part>(_ path: KeyPath<Part, Int>, at place: Address<Root, Part>) -> Watch<Root> {
  let isSame = { (a: Int, b: Int) in abs(a - b) < 3 }
  return Watch(
    name: "\(place.name)\(label(path)) roughly",
    real: { store, hear in
      .observation(place.handle(store).observe(path, by: isSame) { hear(HeardChange(old: $0.old, new: $0.new)) })
    },
    naive: { store, hear in
      store.observe(path, at: place.naive, depth: depth(path), initial: false, by: isSame) {
        hear(HeardChange(old: $0, new: $1))
      }
    })
}

/// Watches a list or one of its elements.
func watchList<Root, Part, Element: Identifiable & Equatable>(
  _ path: KeyPath<Part, KeyedList<Element>>, at place: Address<Root, Part>, _ random: inout SeededRandom
) -> Watch<Root> where Element.ID == Int {
  let depth = depth(path)
  if random.once(in: 2) {
    let (id, initial) = (random.number(0...7), random.once(in: 5))
    return Watch(
      name: "\(place.name)\(label(path)) id \(id)\(initial ? " (initial)" : "")",
      real: { store, hear in
        .observation(
          place.handle(store).observe(path, id: id, initial: initial) { hear(HeardChange(old: $0.old, new: $0.new)) })
      },
      naive: { store, hear in
        store.observe(path, id: id, at: place.naive, depth: depth, initial: initial) {
          hear(HeardChange(old: $0, new: $1))
        }
      })
  }
  let keepsOld = random.once(in: 2)
  return Watch(
    name: "list \(place.name)\(label(path))\(keepsOld ? " with old" : "")",
    real: { store, hear in
      let handle = place.handle(store)
      var shadow = handle.current.map { Array($0[keyPath: path]) } ?? []
      return .observation(
        handle.observeList(path, keepsOld: keepsOld) { change in
          hear(heard(change, keepsOld, &shadow))
        })
    },
    naive: { store, hear in
      store.observeList(path, at: place.naive, depth: depth) {
        hear(HeardList(old: Array($0), new: Array($1), changed: nil))
      }
    })
}

/// Replays a change on the list as it was heard of last.
private func heard<Element: Identifiable & Equatable>(
  _ change: ListChange<Element>, _ keepsOld: Bool, _ shadow: inout [Element]
) -> HeardList<Element> {
  let new = Array(change.list)
  var result = HeardList(old: shadow, new: new, changed: change.changedIDs)
  if let old = change.old, Array(old) != shadow {
    result.problem = "old is not what was told last: \(show(Array(old)))"
  }
  if keepsOld != (change.old != nil) { result.problem = "old is \(keepsOld ? "missing" : "there")" }
  do {
    let replayed = try shadow.applying(change.diff)
    if replayed != new { result.problem = "the diff leads to \(show(replayed))" }
  } catch {
    result.problem = "the diff does not fit: \(error)"
  }
  shadow = new
  return result
}

/// Watches what happens at a place and inside it.
func watchEvents<Root, Part>(_ topic: EventTopic<Int>, at place: Address<Root, Part>) -> Watch<Root> {
  Watch(
    name: "events \(topic) at \(place.name)",
    real: { store, hear in
      .observation(
        place.handle(store).observe(topic) { hear(HeardEvent(payload: $0.payload, path: $0.path, action: $0.action)) })
    },
    naive: { store, hear in
      store.observe(topic, at: place.naive) { hear(HeardEvent(payload: $0.payload, path: $0.path, action: $0.action)) }
    })
}
