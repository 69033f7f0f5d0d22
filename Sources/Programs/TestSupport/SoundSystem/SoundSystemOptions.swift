/// The options of a ``PrivateSoundSystem``.
package struct SoundSystemOptions: Hashable, Sendable {
    /// The graph's rate in hertz while no stream asks for another.
    package var defaultRate = 48_000
    /// The rates to which the graph may switch for a stream.
    package var allowedRates = [44_100, 48_000, 88_200, 96_000]
    /// Frames of a graph cycle while no stream asks for less.
    package var quantum = 1024
    /// The smallest cycle a stream can ask for, in frames.
    package var minimumQuantum = 16
    /// The largest cycle, in frames.
    package var maximumQuantum = 8192
    /// The sinks that exist from the start.
    package var sinks: [NullSink] = [.speaker]
    /// Whether WirePlumber runs. Without it nothing is linked and there is no default sink.
    package var hasSessionManager = true

    /// A fragment of configuration for WirePlumber 0.5 and newer, besides what is needed in tests.
    package var sessionManagerFragment = ""

    /// Makes the usual options: one speaker, WirePlumber, 48 kHz.
    package init() {}

    /// Returns options for one speaker and a graph that runs at `rate` hertz.
    package static func at(rate: Int) -> SoundSystemOptions {
        var options = SoundSystemOptions()
        options.defaultRate = rate
        return options
    }

    /// The fragment that is added to PipeWire's own configuration.
    var pipeWireConfiguration: String {
        let objects = sinks.map { "{ factory = adapter args = \($0.arguments(lingering: true)) }" }
        return """
            context.properties = {
                default.clock.rate = \(defaultRate)
                default.clock.allowed-rates = [ \(allowedRates.map(String.init).joined(separator: " ")) ]
                default.clock.quantum = \(quantum)
                default.clock.min-quantum = \(minimumQuantum)
                default.clock.max-quantum = \(maximumQuantum)
                vm.overrides = { default.clock.min-quantum = \(minimumQuantum) }
            }
            context.objects = [ \(objects.joined(separator: "\n")) ]

            """
    }

    /// The settings that switch off parts of WirePlumber, by file below its configuration directory.
    ///
    /// The monitors for real hardware would bring the test machine's own devices into the test (and reserve them on the bus).
    /// The portal's permission store would be asked over D-Bus for a service that is not there, which is an error in the log
    /// and a wait. The other parts, policy and metadata, are ready some tens of milliseconds after PipeWire.
    static let sessionManagerConfiguration = [
        "main.lua.d/51-test.lua": """
        alsa_monitor.enabled = false
        v4l2_monitor.enabled = false
        libcamera_monitor.enabled = false
        default_access.properties["enable-flatpak-portal"] = false

        """,
        "bluetooth.lua.d/51-test.lua": "bluez_monitor.enabled = false\n",
    ]
}
