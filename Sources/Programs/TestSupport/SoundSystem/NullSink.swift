/// An audio sink that nobody hears: PipeWire's own null sink with the properties of a device.
package struct NullSink: Hashable, Sendable {
    /// `node.name`, which identifies the sink.
    package var name: String
    /// `node.description`, which mixers show.
    package var description: String
    /// A fixed rate of the device in hertz. With nil, the usual case, the sink follows the graph. With a value other than the
    /// graph's rate the sink resamples, and its output is not bit-exact.
    package var sampleRate: Int?
    /// The channels by PipeWire's names, such as `FL FR`.
    package var channels: [String]
    /// `priority.session`: if nobody has chosen a sink, the one with the highest priority becomes the default.
    package var priority: Int
    /// `device.form-factor`, such as `headphone`.
    package var formFactor: String?
    /// `device.bus`, such as `bluetooth`.
    package var bus: String?
    /// The number of the device that the sink belongs to.
    package var device: Int?
    /// Whether it is a microphone instead, that takes in what a test links to its input.
    package var isMicrophone = false

    /// Describes a sink.
    package init(
        name: String, description: String? = nil, sampleRate: Int? = nil, channels: [String] = ["FL", "FR"],
        priority: Int = 1000, formFactor: String? = nil, bus: String? = nil
    ) {
        self.name = name
        self.description = description ?? name
        self.sampleRate = sampleRate
        self.channels = channels
        self.priority = priority
        self.formFactor = formFactor
        self.bus = bus
    }

    /// A stereo speaker.
    package static let speaker = NullSink(name: "speaker", description: "Speaker")
    /// Bluetooth headphones, which have priority over ``speaker``.
    package static let headphones = NullSink(
        name: "headphones", description: "Headphones", priority: 3000, formFactor: "headphone", bus: "bluetooth")

    private var mediaClass: String { isMicrophone ? "Audio/Source/Virtual" : "Audio/Sink" }

    /// Returns the sink as arguments of PipeWire's `adapter` factory.
    ///
    /// `monitor.passthrough` keeps the latency and volume of the sink out of its monitor. `object.linger` lets the sink outlive
    /// the client that created it; only sinks in the server's own configuration need that.
    func arguments(lingering: Bool) -> String {
        var properties = [
            "factory.name = support.null-audio-sink", "media.class = \(mediaClass)", "node.name = \"\(name)\"",
            "node.description = \"\(description)\"", "audio.position = [ \(channels.joined(separator: " ")) ]",
            "priority.session = \(priority)", "monitor.passthrough = true", "object.linger = \(lingering)",
        ]
        if let sampleRate { properties.append("audio.rate = \(sampleRate)") }
        if let formFactor { properties.append("device.form-factor = \(formFactor)") }
        if let bus { properties.append("device.bus = \(bus)") }
        if let device { properties.append("device.id = \(device)") }
        return "{ \(properties.joined(separator: " ")) }"
    }
}
