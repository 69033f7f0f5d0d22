import PlayerModel

/// Knows whose command came last, by the names of their programs, so that a change of what is heard can name who is behind it. Confined
/// to the control thread.
package final class Commanders {
    private var names: [Origin.Door: (UInt64) -> String?] = [:]
    /// The name of the program whose command came last, for each reason that is told, and for all reasons together.
    private var programs: [PlaybackReason: String] = [:]
    private(set) var latestProgram: String?

    /// Makes it for an application that has no door yet.
    package init() {}

    /// Sets the closure that names the program of a client of `door` for people, by the client's number. It returns `nil` if nobody
    /// knows, and is called on the control thread, before each command that decides what is heard.
    package func nameClients(of door: Origin.Door, by name: @escaping (UInt64) -> String?) { names[door] = name }

    /// Returns the name of the program that is behind an origin, for people; `nil` if nobody knows it.
    func program(of origin: Origin) -> String? { names[origin.door]?(origin.client) }

    /// Returns the name of the program whose command was the last with this reason.
    func program(behind reason: PlaybackReason) -> String? { programs[reason] }

    /// Notes whose command comes next, which may change what is heard.
    /// - Parameter setsVolume: whether it only sets the volume. What is opened is heard later, and who sets the volume meanwhile did
    ///   not begin it.
    func note(_ origin: Origin, setsVolume: Bool = false) {
        let program = program(of: origin)
        latestProgram = program
        if !setsVolume { programs[origin.reason] = program }
    }
}
