/// A sink that sends its sound over the network: what one of PipeWire's own modules makes, in a process that ends with the sink.
package struct NetworkSink: Hashable, Sendable {
    /// `node.name`, which identifies the sink.
    package let name: String
    /// `node.description`, which mixers show.
    package let description: String
    /// The name of the module.
    let module: String
    /// What the module is told beside the names.
    private let options: String

    /// A sink that sends packets of RTP to a port of this machine: 16 bits of two channels, the higher byte first.
    package static func rtp(name: String, description: String, port: UInt16, sampleRate: Int) -> NetworkSink {
        // The module of PipeWire 0.3 is a stream that captures, unless it is told to be a sink. The announcements of its session go to the
        // port for what nobody wants.
        NetworkSink(
            name: name, description: description, module: "libpipewire-module-rtp-sink",
            options: """
                media.class = Audio/Sink destination.ip = "127.0.0.1" destination.port = \(port) source.ip = "127.0.0.1"
                sap.ip = "127.0.0.1" sap.port = 9 audio.rate = \(sampleRate)
                """)
    }

    /// A sink for a receiver of AirPlay at a port of this machine, whether or not there is one: it connects when it plays.
    package static func airPlay(name: String, description: String, port: UInt16) -> NetworkSink {
        NetworkSink(
            name: name, description: description, module: "libpipewire-module-raop-sink",
            // The address has another name in newer servers.
            options: #"raop.hostname = "127.0.0.1" raop.ip = "127.0.0.1" raop.port = \#(port)"#)
    }

    /// A sink that sends its sound to the sink `target` of a server that speaks PulseAudio's protocol.
    /// - Parameters:
    ///   - server: its address, as ``PrivateSoundSystem/startPulseServer()`` returns it.
    ///   - latency: the time from this sink until the sound is heard there, in milliseconds.
    package static func tunnel(
        name: String, description: String, to target: String, at server: String, latency: Int
    ) -> NetworkSink {
        NetworkSink(
            name: name, description: description, module: "libpipewire-module-pulse-tunnel",
            options: """
                tunnel.mode = sink pulse.server.address = "\(server)" target.object = "\(target)" pulse.latency = \(latency)
                """)
    }

    /// The sink as arguments of its module.
    var arguments: String { "{ node.name = \"\(name)\" node.description = \"\(description)\" \(options) }" }
}
