/// A store that says when other processes may have written events, so that those who wait for some look at once.
///
/// It is a courtesy: a word may be lost, or say nothing new. Whoever waits also looks by himself from time to time.
package protocol EventHearing: Sendable {
    /// Calls `hear` whenever it is worth looking, until the task is cancelled; a lost connection is no reason to end.
    func hearEvents(_ hear: @escaping @Sendable () -> Void) async
}
