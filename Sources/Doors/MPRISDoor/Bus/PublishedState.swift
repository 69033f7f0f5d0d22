/// What the getters of the properties read. For the bus thread only.
final class PublishedState {
    /// The newest that control has published.
    var player = PublishedPlayer()
    /// Tells the position when it is read.
    let position: PositionSource

    init(_ position: PositionSource) { self.position = position }
}
