/// How an output presents itself to the sound system.
package struct OutputConfiguration: Hashable, Sendable {
    /// The name that mixers show for the program.
    package var applicationName = "Fermata"
    /// The program's reverse-domain name.
    package var applicationID = "org.fermata.Fermata"
    /// The program's icon, a name from the icon theme.
    package var iconName = "audio-x-generic"
    /// PipeWire's `media.role`, which the session manager uses for its policies and for stored volumes.
    package var mediaRole = "Music"
    /// PipeWire's `node.name` of the stream; `nil` for the name of the program in lower case.
    package var nodeName: String?
    /// Whether the stream asks for a rate and a cycle length of the graph. If not, it takes the graph as it is.
    package var shapesGraph = true
    /// `node.name` of the sink to play to; `nil` for the default sink.
    package var target: String?
    /// What the output is to do at first.
    package var orders = OutputOrders()
    /// The server's socket, by name or absolute path; `nil` for the user's own (`PIPEWIRE_REMOTE`, else `pipewire-0`).
    package var remote: String?

    package init() {}

    /// The `node.name` that a stream beside the main one begins with.
    package var nodePrefix: String { nodeName ?? applicationName.lowercased() }
}
