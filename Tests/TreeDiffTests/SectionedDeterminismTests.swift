import TestSupport
import Testing
import TreeDiff

/// Hashes differ from process to process; diffs must not. The checksums were taken in another process.
@Suite struct SectionedDeterminismTests {
  /// A checksum that does not depend on the process (FNV-1a).
  private func checksum(_ texts: [String]) -> UInt64 {
    texts.joined(separator: "\n").utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  @Test func sections() {
    var random = SeededRandom(seed: 1)
    let texts = (0..<100).flatMap { _ in
      let (old, new) = (random.sections(ids: 12), random.sections(ids: 12))
      let diff = SectionedDiff(from: old, to: new)
      return [diff.description, BatchUpdates(diff, from: old, to: new).description, "\(diff.duplicates.map(\.item))"]
    }
    #expect(checksum(texts) == 9_959_049_804_544_628_994)
  }

  @Test func outlines() {
    var random = SeededRandom(seed: 1)
    let texts = (0..<100).map { _ in
      let old = random.outline(count: 30)
      return OutlineDiff(from: old, to: random.edited(old, edits: 8)).description
    }
    #expect(checksum(texts) == 12_996_689_486_565_711_168)
  }
}
