/// How an output presents itself to the sound system.
package struct OutputConfiguration: Hashable, Sendable {
    /// What mixers call the program.
    package var applicationName = "Fermata"
    /// The program's reverse-domain name.
    package var applicationID = "org.fermata.Fermata"
    /// From the icon theme.
    package var iconName = "audio-x-generic"
    /// PipeWire's `media.role`, which the session manager's policies and stored volumes go by.
    package var mediaRole = "Music"
    /// `node.name` of the sink to play to; `nil` for the default one.
    package var target: String?
    /// What the uid or the name of a sink looks like that counts as headphones whatever its device says: `*` and
    /// `?` as in a shell, capital and small letters are the same.
    package var privateOutputs = ["*headphone*", "*headset*", "*earphone*", "*earbud*", "*3.5mm*"]
    /// How long a cycle of the graph should be, in seconds; 0 for this output's own choice, which saves power. The graph
    /// takes the shortest wish of all its clients and rounds it down to a power of two frames.
    package var preferredBufferDuration: Double = 0
    /// At which rate the graph should run, in hertz; 0 for the rate of what is played.
    package var preferredSampleRate: Double = 0
    /// Which server: a socket's name or absolute path; `nil` for the user's own (`PIPEWIRE_REMOTE`, else `pipewire-0`).
    package var remote: String?

    package init() {}
}
