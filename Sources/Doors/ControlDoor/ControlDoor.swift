package import Application
import AudioSession
package import ControlProtocol
package import ControlServer
import Decoding
package import LineServer
import Recording
import Remotes

/// The door for clients of the control socket: translates the protocol's requests to commands of the application, and the
/// application's answers and events to those of the protocol. It holds no rule of its own.
///
/// Confined to the control thread, like the server that calls it and the application that it calls.
package final class ControlDoor: ControlHandler {
    let application: Application
    let server: ControlServer
    let facts: ServerFacts
    /// Reads the configuration again; throws a sentence for the user.
    let reload: () throws(ControlError) -> Void
    /// Streams whose connections still have to carry the reply.
    var announcedStreams: [ClientID: PushedStream] = [:]
    /// What is to be sent over connections that still have to carry the reply.
    var announcedSinks: [ClientID: AnnouncedSink] = [:]
    /// The clients that wait for a recording to begin that goes over their connection.
    var awaitingRecording: Set<ClientID> = []
    /// Takes the connections, which still have to carry the reply, of jobs that get their media or send their result over them; `nil` if the
    /// client is gone.
    var announcedJobs: [ClientID: (MediaConnection?) -> Void] = [:]
    private var clientIsGone: () -> Void = {}
    /// The numbers under which the clients have changed the queue last.
    private var groups: [ClientID: UInt64] = [:]

    /// Makes the door, which answers the requests of `server`, and publishes the application's events to the subscribers.
    /// - Parameter reload: reads the configuration again; throws a sentence for the user.
    package init(
        _ application: Application, _ server: ControlServer, facts: ServerFacts, reload: @escaping () throws(ControlError) -> Void
    ) {
        self.application = application
        self.server = server
        self.facts = facts
        self.reload = reload
        application.commanders.nameClients(of: .control) { [server, remotes = application.remotes] client in
            server.programName(of: ClientID(number: client)) ?? remotes.name(of: client)
        }
        application.observe { [server] event in
            if let event = Event(event) { server.publish(event) }
        }
    }

    /// What answers each method.
    package static let bindings: [MethodBinding<ControlDoor>] =
        (player + queue + media + announcements + alarms + jobs + library + stickers + playlists + radio + rooms + remote + daemon
        + (recordings + session + route + output).map { binding in
            // They wait for what a daemon that has only just started does not know yet.
            binding.entered { door, client, begin in
                door.application.whenGraphIsKnown(for: Origin(client)) { begin() }
            }
        })
        .map { binding in
            binding.entered { door, client, begin in
                door.application.clientActs(Origin(client))
                begin()
            }
        }

    package func refusal(of method: any AnyMethod, from client: ClientID) -> ControlError? {
        guard client.isFar else { return nil }
        let needed = Role(rawValue: method.role.rawValue) ?? .owner
        return application.remotes.refusal(of: needed, to: client.number).map { ControlError($0) }
    }

    package func currentStatus() -> Wire.Status {
        var status = Wire.Status(application.snapshot)
        status.filters = application.primaryFilters.map { Wire.ActiveFilters($1, of: $0) }
        return status
    }

    package func clientDidDisconnect(_ client: ClientID) {
        announcedStreams.removeValue(forKey: client)?.neverConnects()
        announcedSinks.removeValue(forKey: client)?.connect(nil)
        awaitingRecording.remove(client)
        groups[client] = nil
        announcedJobs.removeValue(forKey: client)?(nil)
        application.clientLeft(Origin(client))
        clientIsGone()
    }

    package func subscriptionsDidChange() {
        application.recordings.sendLevels(server.hasSubscriber(of: .recordingLevels))
        application.followLevels(
            server.hasSubscriber(of: .playerLevels), spectrum: server.hasSubscriber(of: .playerSpectrum))
        application.followChapters(server.hasSubscriber(of: .playerChapterChanged))
        application.followLyrics(server.hasSubscriber(of: .playerLyricLine))
    }

    /// Returns the origin of a command of a client. Undo takes back what the command does to the queue by itself or, if it `joins`, together with
    /// what the one before it did.
    func origin(_ client: ClientID, joins: Bool = false) -> Origin {
        let group = joins ? groups[client] : nil
        groups[client] = group ?? application.makeGroup()
        return Origin(.control, client: client.number, isFar: client.isFar, group: groups[client])
    }

    /// Sets the closure to call each time when a client has left.
    package func onClientGone(_ clientIsGone: @escaping () -> Void) { self.clientIsGone = clientIsGone }
}

/// Something that is to be sent over a client's connection.
struct AnnouncedSink {
    /// What stands between its bytes.
    let framing: ConnectionSink.Framing
    /// Takes the connection; `nil` if the client is gone.
    let connect: (ConnectionSink?) -> Void
}

extension Origin {
    /// Makes the origin of a command of the control server's client.
    init(_ client: ClientID) { self.init(.control, client: client.number, isFar: client.isFar) }
}
