import Logging

/// Sets what belongs to cards: the socket or speaker that a sink plays through, the profile of a headset, the volume of an input. Under
/// the loop's lock.
final class CardSettings {
    private let connection: Connection
    private let logger: Logger
    /// Whether a card was asked for another port or profile: the last such request has to reach the server before the connection
    /// ends.
    private(set) var hasAsked = false

    init(_ connection: Connection, logger: Logger) {
        self.connection = connection
        self.logger = logger
    }

    /// Makes the sink whose `node.name` is `sink` play through the port named `port`.
    func setPort(_ port: String, ofSink sink: String) {
        ask("a port could not be chosen", ["port": "\(port)", "sink": "\(sink)"]) { $0.setPort(port, ofSink: sink) }
    }

    /// Makes the source whose `node.name` is `source` take sound in through the port named `port`.
    func setPort(_ port: String, ofSource source: String) {
        ask("a port could not be chosen", ["port": "\(port)", "input": "\(source)"]) { $0.setPort(port, ofSource: source) }
    }

    /// Switches the card whose `device.name` is `card` to the profile `profile`.
    func setProfile(_ profile: String, ofCard card: String) {
        ask("a profile could not be chosen", ["profile": "\(profile)", "device": "\(card)"]) {
            $0.setProfile(profile, ofCard: card)
        }
    }

    /// Sets the volume of the source whose `node.name` is `source`, and its mute switch; `nil` leaves either as it is.
    func setVolume(_ level: Double?, isMuted: Bool?, ofSource source: String) {
        ask("the volume of an input could not be set", ["input": "\(source)"], isLasting: false) {
            $0.setVolume(level, isMuted: isMuted, ofSource: source)
        }
    }

    /// Sets the volume of the sink whose `node.name` is `sink`, and its mute switch; `nil` leaves either as it is.
    func setVolume(_ level: Double?, isMuted: Bool?, ofSink sink: String) {
        ask("the volume of an output could not be set", ["output": "\(sink)"], isLasting: false) {
            $0.setVolume(level, isMuted: isMuted, ofSink: sink)
        }
    }

    /// Asks the graph for a change. If it does not have what is to be changed, this only logs a notice.
    /// - Parameter isLasting: whether the request has to reach the server before the connection ends.
    private func ask(
        _ failure: Logger.Message, _ metadata: Logger.Metadata, isLasting: Bool = true, _ change: (GraphMonitor) -> Bool
    ) {
        guard let graph = connection.completeGraph, !connection.isLost else { return }
        if !change(graph) {
            logger.notice(failure, metadata: metadata)
        } else if isLasting {
            hasAsked = true
        }
    }
}
