/// The sink to which somebody has moved our stream, also while there is no stream. This is a value.
///
/// The session manager moves the next stream there as well. A stream of coded sound ends with a pause: if it counted as moved back then,
/// the player would be offered another sink, make a stream for that, see it moved, and so on.
struct MovedSink: Hashable {
    private var name: String?

    /// Returns `node.name` of the sink that the stream belongs to; `nil` for the default one.
    /// - Parameters:
    ///   - stream: the server's id of the stream's node; `nil` while it has none.
    ///   - uid: `node.name` of the sink that the owner has chosen; `nil` if it has chosen none.
    mutating func sink(_ model: GraphModel, stream: UInt32?, chosen uid: String?) -> String? {
        if let stream, let node = model.nodes[stream] { name = model.target(of: node) }
        return name.flatMap { model.sink(named: $0)?.name } ?? uid
    }

    /// Notes that the owner has chosen anew, or that the server has gone.
    mutating func forget() { name = nil }
}
