import AudioTypes

/// The owner of an ``OutputChain``, which it reports to on the control thread: either while the chain takes an event in, or later
/// by itself, never while it carries out an order.
protocol OutputChainOwner: AnyObject {
    /// Takes in an event of the callback. The audio of the beginning or the end of a segment is heard now.
    func handle(_ event: RenderEvent)
    /// Takes in that nothing is heard any more, because there is no sink or no stream, or that something can be heard again.
    func audibilityChanged()
    /// Returns whether the position moves, by the clock as it is now.
    func positionMoves() -> Bool
    /// Reports the position to all who count it by their own clock: the sound was away for a moment.
    func soundReturned()
}
