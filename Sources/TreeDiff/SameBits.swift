/// Whether two elements are stored as the same bits, and are therefore the same value, in the time of a few words.
///
/// What is stored otherwise may still be equal: a string in two buffers, an element with other padding.
@inlinable @inline(__always)
func hasSameBits<Element>(_ a: UnsafePointer<Element>, _ b: UnsafePointer<Element>) -> Bool {
  // Read only, as raw memory, within the elements' own size.
  let (a, b) = unsafe (UnsafeRawPointer(a), UnsafeRawPointer(b))
  let size = MemoryLayout<Element>.size
  var offset = 0
  while offset &+ 8 <= size {
    let word = unsafe a.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    if unsafe word != b.loadUnaligned(fromByteOffset: offset, as: UInt64.self) { return false }
    offset &+= 8
  }
  while offset < size {
    let byte = unsafe a.load(fromByteOffset: offset, as: UInt8.self)
    if unsafe byte != b.load(fromByteOffset: offset, as: UInt8.self) { return false }
    offset &+= 1
  }
  return true
}
