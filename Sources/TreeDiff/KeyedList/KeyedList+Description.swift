extension KeyedList: CustomStringConvertible, CustomDebugStringConvertible {
  /// The elements in order, as an array writes them.
  public var description: String { "[" + map { String(reflecting: $0) }.joined(separator: ", ") + "]" }

  /// The name of the type and the elements in order.
  public var debugDescription: String { "KeyedList(\(description))" }
}

extension KeyedList: CustomReflectable {
  /// The elements in order, without the nodes that hold them.
  public var customMirror: Mirror { Mirror(self, unlabeledChildren: self, displayStyle: .collection) }
}
