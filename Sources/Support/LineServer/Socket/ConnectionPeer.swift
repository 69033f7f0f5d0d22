import Glibc
import SystemSupport

/// The other end of a connection, as the system told it when the connection was made.
struct ConnectionPeer {
    /// The user and the process; `nil` if the connection comes over the network.
    let credentials: PeerCredentials?
    /// What it has in common with other connections of the same user or host.
    let party: ClientParty
    /// When it was accepted, in nanoseconds of ``ElapsedClock``.
    let acceptedAt: Int64

    /// Finds out who is there; `descriptor` is that of a connection that was just accepted.
    init(descriptor: CInt, isLocal: Bool) {
        credentials = isLocal ? PeerCredentials(descriptor: descriptor) : nil
        party = ClientParty(descriptor: descriptor, isLocal: isLocal)
        acceptedAt = ElapsedClock.nanoseconds
    }

    /// Makes a peer of which nothing is known.
    init() {
        credentials = nil
        party = .unknown
        acceptedAt = ElapsedClock.nanoseconds
    }

    /// The process with those that it descends from; `nil` if it has ended: its number may be that of another one by now.
    var lineage: ProcessLineage? {
        guard let process = credentials?.process, process > 0 else { return nil }
        return ProcessLineage(of: process, notAfter: acceptedAt)
    }

    /// The name of its program; `nil` if the process has ended, or is on another machine.
    var programName: String? { credentials.flatMap { ProgramName.of(process: $0.process, notAfter: acceptedAt) } }
}
