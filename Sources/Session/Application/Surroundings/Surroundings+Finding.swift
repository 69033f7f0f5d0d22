extension Surroundings {
    /// What a look at the surroundings of the daemon has shown about one part of them.
    package struct Finding: Hashable, Sendable {
        /// What was looked at.
        package enum Part: String, CaseIterable, Sendable {
            /// The sound server.
            case soundServer
            /// The session manager, which links streams and outputs.
            case sessionManager
            /// The output that the sound goes to.
            case output
            /// The volume and the mute switches on the way to the ear.
            case volume
            /// The priority of the thread that fetches the sound.
            case realTime
            /// The message bus of the user's session.
            case sessionBus
            /// The message bus of the machine.
            case systemBus
            /// What keeps the daemon from what it does not need.
            case sandbox
            /// The directories of music.
            case library
            /// The door for clients of MPD.
            case mpd
            /// The door for browsers and programs of the network.
            case remote
            /// The disks that the daemon writes to.
            case disk
            /// The Icecast server that gives what plays to its listeners. Only if one is named.
            case icecast
            /// The services in the web that are told what is heard. Only those that the configuration names.
            case scrobbling
        }

        /// How it is.
        package enum State: String, CaseIterable, Sendable {
            /// As it should be.
            case good
            /// Nobody has switched it on.
            case off
            /// It works, but not as well as it could.
            case warning
            /// It does not work.
            case fault
        }

        package let part: Part
        package let state: State
        /// What is so, as a sentence for a person.
        package let message: String
        /// What helps: a command, or a sentence; `nil` if nothing has to be done.
        package let remedy: String?

        init(_ part: Part, _ state: State, _ message: String, remedy: String? = nil) {
            self.part = part
            self.state = state
            self.message = message
            self.remedy = remedy
        }
    }
}
