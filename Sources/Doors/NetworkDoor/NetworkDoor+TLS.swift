import Application
import LineServer
import Logging
import NIOCore
import SystemSupport
import TLS

// Connections over TLS: what they send and get is hidden before any of it is looked at.
extension NetworkDoor {
    /// What somebody gets who speaks without TLS: never the way elsewhere, since what has been said was heard already.
    private static let plainAnswer: ByteBuffer = {
        let body = ByteText.object([("error", "this door speaks TLS: its address begins with https://")])
        let response = WebResponse(status: 400, type: "application/json", body: body)
        var bytes = response.head(host: nil, closes: true)
        bytes.writeImmutableBuffer(response.body)
        return bytes
    }()

    /// Puts TLS before everything else of a connection, if the door speaks it.
    func hide(_ pipeline: ChannelPipeline.SynchronousOperations, _ line: LineConnection) throws {
        guard let credentials else { return }
        let party = line.party
        let handler = try TLSHandler(credentials, plainAnswer: Self.plainAnswer) { [weak self] reason in
            self?.noteBrokenAgreement(reason, of: party)
        }
        try pipeline.addHandler(handler)
    }

    private func noteBrokenAgreement(_ reason: String, of party: ClientParty) {
        guard let count = agreementPace.note(at: MonotonicClock.nanoseconds) else { return }
        logger.info(
            "A connection to the door for the network has come to nothing.",
            metadata: ["reason": "\(reason)", "of": "\(party)", "since the last line": "\(count)"])
    }
}
