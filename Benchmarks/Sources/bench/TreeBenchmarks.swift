import TreeDiff
import TreeRedux

/// What an action costs in a tree of ten features with a thousand leaves each.
var treeBenchmarks: [Benchmark] { [leaf, oneOfTen, broadcast] }

private struct Leaf: Identifiable, Equatable, Sendable {
  let id: Int
  var count = 0
  var text = "a text that does not fit into a small string"
}
private struct Feature: Equatable {
  var total = 0
  var leaves: KeyedList<Leaf>
}
private struct Tree: Equatable {
  var a: Feature, b: Feature, c: Feature, d: Feature, e: Feature
  var f: Feature, g: Feature, h: Feature, i: Feature, j: Feature
}
private struct Hit: Action {}
private struct Total: Action {}

private struct LeafReducer: Reducer {
  func reduce(_ leaf: inout Leaf, _ action: Hit) -> Effect<Hit> {
    leaf.count += 1
    return .none
  }
}
private struct TotalReducer: Reducer {
  func reduce(_ feature: inout Feature, _ action: Total) -> Effect<Total> {
    feature.total += 1
    return .none
  }
}

private func tenth(_ path: WritableKeyPath<Tree, Feature>, takesTotal: Bool = false) -> Node<Tree> {
  Node(path) {
    if takesTotal { TotalReducer() }
    ForEach(\.leaves, .all) { LeafReducer() }
  }
}

private let ids: [Int] = {
  var generator = SeededGenerator(seed: 5)
  return (0..<1_000).map { _ in .random(using: &generator) }
}()

private func makeStore() -> RootStore<Tree> {
  func feature() -> Feature { Feature(leaves: KeyedList(uniqueElements: ids.map { Leaf(id: $0) })) }
  let tree = Tree(
    a: feature(), b: feature(), c: feature(), d: feature(), e: feature(), f: feature(), g: feature(), h: feature(),
    i: feature(), j: feature())
  return RootStore(tree) {
    tenth(\.a)
    tenth(\.b)
    tenth(\.c)
    tenth(\.d, takesTotal: true)
    tenth(\.e)
    tenth(\.f)
    tenth(\.g)
    tenth(\.h)
    tenth(\.i)
    tenth(\.j)
  }
}

private var leaf: Benchmark {
  storeBenchmark("leaf", allocations: .counted) {
    let store = makeStore()
    var generator = SeededGenerator(seed: 6)
    let paths: [KeyPath<Tree, KeyedList<Leaf>>] = [
      \.a.leaves, \.b.leaves, \.c.leaves, \.d.leaves, \.e.leaves, \.f.leaves, \.g.leaves, \.h.leaves, \.i.leaves,
      \.j.leaves,
    ]
    let handles = paths.flatMap { path in ids.map { store.node(path, id: $0) } }.shuffled(using: &generator)
    return .init { iterations in
      for i in 0..<iterations { handles[i % 10_000].dispatch(Hit()) }
      withExtendedLifetime(store) {}
    }
  }
}

private var oneOfTen: Benchmark {
  storeBenchmark("one-of-ten", allocations: .counted) {
    let store = makeStore()
    return .init { iterations in
      for _ in 0..<iterations { store.dispatch(Total()) }
    }
  }
}

/// Everything in an array, so that the loop has to find out what each one is.
private struct AnyLeaf { var leaf: any Identifiable }

private var broadcast: Benchmark {
  Benchmark("store/broadcast-10k", against: "loop over an array with a cast each") {
    let store = makeStore()
    var array: [AnyLeaf] = (0..<10).flatMap { _ in ids.map { AnyLeaf(leaf: Leaf(id: $0)) } }
    return .init(
      subject: { iterations in
        for _ in 0..<iterations { store.dispatch(Hit()) }
      },
      baseline: { iterations in
        for _ in 0..<iterations {
          for i in array.indices {
            if var leaf = array[i].leaf as? Leaf {
              leaf.count += 1
              array[i].leaf = leaf
            }
          }
        }
        blackHole(array)
      })
  }
}
