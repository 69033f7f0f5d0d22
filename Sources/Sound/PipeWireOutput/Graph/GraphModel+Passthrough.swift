import AudioTypes

/// What a sink can be given as it is.
extension GraphModel {
    /// Returns what our stream can be given to the sink that it belongs to: the one that was chosen, or else the default one. While
    /// another stream plays there or listens in, the session manager lets the sink get nothing but sound.
    /// - Parameters:
    ///   - stream: the server's id of our stream's node; `nil` while it has none.
    ///   - ownName: its `node.name`. A stream of that name that we have just ended may still be linked.
    ///   - uid: `node.name` of the chosen sink; `nil` if none is chosen.
    func passthroughOffer(stream: UInt32?, named ownName: String, uid: String?) -> PassthroughOffer {
        let moved = stream.flatMap { nodes[$0] }.flatMap { target(of: $0) }
        guard let name = moved ?? uid.flatMap({ sink(named: $0)?.name }) ?? metadata?.defaultSink,
            let sink = sink(named: name)
        else { return PassthroughOffer() }
        let isShared = links.values.contains { link in
            if link.output == sink.id { return true }
            guard link.input == sink.id, let other = nodes[link.output] else { return false }
            return other.name != ownName || other.client != ownClient
        }
        guard !isShared else { return PassthroughOffer(sink: name) }
        // DSD over PCM is sound to the server, which changes it for a volume, for another rate of the graph or of the sink, and for
        // another number of channels.
        let isUnchanged = !sink.isMuted && sink.volumes.allSatisfy { $0 == 1 } && Self.channelCount(sink.properties) == 2
        let direct = isUnchanged ? Set(sink.formats.directRates.map(Int.init).filter { rates.grant($0) }) : []
        return PassthroughOffer(sink: name, codecs: sink.formats.burstCodecs, rates: direct)
    }
}
