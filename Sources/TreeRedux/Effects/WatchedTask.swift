/// Wants to know which tasks of effects run: a clock for tests, which waits until all of them sleep.
package protocol TaskWatcher: Sendable {
  /// Notes that a task was started.
  func began(_ task: WatchedTask)
  /// Notes that a task has ended, and all that it sent was taken in.
  func ended(_ task: WatchedTask)
}

/// A task of an effect, known by its identity.
package final class WatchedTask: Sendable {
  /// The one that runs.
  @TaskLocal package static var current: WatchedTask?

  package init() {}
}
