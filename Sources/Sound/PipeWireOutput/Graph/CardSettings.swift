import Logging

/// Sets what belongs to cards: the socket or speaker that a sink plays through, the profile of a headset, the volume of an input. Under
/// the loop's lock.
final class CardSettings {
    private let connection: Connection
    private let logger: Logger
    /// Whether a card was asked for another port: the last such request has to reach the server before the connection
    /// ends.
    private(set) var hasAsked = false

    init(_ connection: Connection, logger: Logger) {
        self.connection = connection
        self.logger = logger
    }

    /// Makes the sink whose `node.name` is `sink` play through the port named `port`. If the sink or the port does not
    /// exist, this only logs a notice.
    func setPort(_ port: String, ofSink sink: String) {
        guard let graph = connection.completeGraph, !connection.isLost else { return }
        if graph.setPort(port, ofSink: sink) {
            hasAsked = true
        } else {
            logger.notice("a port could not be chosen", metadata: ["port": "\(port)", "sink": "\(sink)"])
        }
    }

    /// Makes the source whose `node.name` is `source` take sound in through the port named `port`. If the source or the port does not
    /// exist, this only logs a notice.
    func setPort(_ port: String, ofSource source: String) {
        guard let graph = connection.completeGraph, !connection.isLost else { return }
        if graph.setPort(port, ofSource: source) {
            hasAsked = true
        } else {
            logger.notice("a port could not be chosen", metadata: ["port": "\(port)", "input": "\(source)"])
        }
    }

    /// Switches the card whose `device.name` is `card` to the profile `profile`. If either does not exist, this only logs a
    /// notice.
    func setProfile(_ profile: String, ofCard card: String) {
        guard let graph = connection.completeGraph, !connection.isLost else { return }
        if graph.setProfile(profile, ofCard: card) {
            hasAsked = true
        } else {
            logger.notice("a profile could not be chosen", metadata: ["profile": "\(profile)", "device": "\(card)"])
        }
    }

    /// Sets the volume of the source whose `node.name` is `source`, and its mute switch; `nil` leaves either as it is. If the source
    /// does not exist, this only logs a notice.
    func setVolume(_ level: Double?, isMuted: Bool?, ofSource source: String) {
        guard let graph = connection.completeGraph, !connection.isLost else { return }
        if !graph.setVolume(level, isMuted: isMuted, ofSource: source) {
            logger.notice("the volume of an input could not be set", metadata: ["input": "\(source)"])
        }
    }

    /// Sets the volume of the sink whose `node.name` is `sink`, and its mute switch; `nil` leaves either as it is. If the sink does
    /// not exist, this only logs a notice.
    func setVolume(_ level: Double?, isMuted: Bool?, ofSink sink: String) {
        guard let graph = connection.completeGraph, !connection.isLost else { return }
        if !graph.setVolume(level, isMuted: isMuted, ofSink: sink) {
            logger.notice("the volume of an output could not be set", metadata: ["output": "\(sink)"])
        }
    }
}
