import Glibc
import TestSupport

/// A sound system of its own for a test: D-Bus, PipeWire and WirePlumber in a private directory, with null sinks.
final class SoundSystem {
    /// Whether everything that is needed is installed.
    static let isInstalled = ["pipewire", "wireplumber", "dbus-daemon", "pw-metadata", "wpctl", "pw-cli"]
        .allSatisfy { name in
            system("command -v \(name) >/dev/null 2>&1") == 0
        }

    let directory: String
    private var processes: [String: pid_t] = [:]

    /// The server's socket.
    var remote: String { "\(directory)/rt/pipewire-0" }

    init(sinks: [String] = ["speaker"], channels: Int = 2, running: Bool = true) {
        var template = Array("/tmp/fermata-test-XXXXXX".utf8CString)
        directory = mkdtemp(&template).map { String(cString: $0) } ?? "/tmp"
        let positions = ["FL", "FR", "FC", "LFE", "RL", "RR", "SL", "SR"].prefix(channels).joined(separator: " ")
        let objects = sinks.map { name in
            """
            { factory = adapter args = { factory.name = support.null-audio-sink node.name = \(name)
              node.description = \(name) media.class = Audio/Sink audio.position = [ \(positions) ]
              monitor.passthrough = true priority.session = 1000 object.linger = true } }
            """
        }.joined(separator: "\n")
        shell(
            """
            mkdir -m 700 rt; mkdir -p cfg/pipewire/pipewire.conf.d state
            cat > cfg/pipewire/pipewire.conf.d/test.conf <<'END'
            context.properties = { default.clock.allowed-rates = [ 44100 48000 88200 96000 ]
              default.clock.min-quantum = 16 default.clock.max-quantum = 8192 }
            context.objects = [ \(objects) ]
            END
            """)
        spawn("dbus", "dbus-daemon --session --address=unix:path=$XDG_RUNTIME_DIR/bus --nofork --nopidfile")
        // A WirePlumber that finds no bus manages nothing, and does not look again.
        wait("the bus") { isListening(at: "\(directory)/rt/bus") }
        if running { start() }
    }

    deinit {
        for name in Array(processes.keys) { end(name, SIGKILL) }
        shell("rm -rf \(directory)")
    }

    /// Starts server and session manager, and waits for the sinks to be known.
    func start() {
        spawn("pipewire", "pipewire")
        wait("the server") { access(remote, F_OK) == 0 && shell("pw-cli info 0").contains("version") }
        spawn("wireplumber", "wireplumber")
        wait("the session manager") {
            shell("pw-metadata").contains("default.configured") || shell("wpctl status").contains("WirePlumber")
        }
    }

    /// Kills both without warning.
    func kill() {
        end("pipewire", SIGKILL)
        end("wireplumber", SIGKILL)
    }

    @discardableResult
    func shell(_ command: String) -> String {
        guard let stream = popen(wrapped(command), "r") else { return "" }
        var text: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = fread(&chunk, 1, chunk.count, stream)
            if count == 0 { break }
            text += chunk[..<count]
        }
        pclose(stream)
        return String(decoding: text, as: UTF8.self)
    }

    func spawn(_ name: String, _ command: String) {
        var pid: pid_t = 0
        let text = wrapped("exec " + command)
        let arguments: [UnsafeMutablePointer<CChar>?] = [strdup("sh"), strdup("-c"), strdup("exec " + text), nil]
        defer { arguments.forEach { free($0) } }
        precondition(posix_spawn(&pid, "/bin/sh", nil, nil, arguments, environ) == 0)
        processes[name] = pid
    }

    /// Links two ports, once both are there. Newer releases of `pw-link` wait until sound can pass, which a node that stands still does not
    /// let happen.
    func link(_ output: String, to input: String) {
        wait("the link from \(output) to \(input)") {
            shell(
                """
                pw-link \(output) \(input) >&2 & looks=0
                while [ $looks -lt 100 ] && ! pw-link -l \(output) | grep -qF \(input); do looks=$((looks + 1)); sleep 0.02; done
                kill $!; pw-link -l \(output)
                """
            ).contains(input)
        }
    }

    func signal(_ name: String, _ number: Int32) {
        if let pid = processes[name] { Glibc.kill(pid, number) }
    }

    func end(_ name: String, _ number: Int32 = SIGTERM) {
        guard let pid = processes.removeValue(forKey: name) else { return }
        Glibc.kill(pid, number)
        waitpid(pid, nil, 0)
    }

    private func wrapped(_ command: String) -> String {
        let quoted = command.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
        return """
            env XDG_RUNTIME_DIR=\(directory)/rt XDG_CONFIG_HOME=\(directory)/cfg XDG_STATE_HOME=\(directory)/state \
            DBUS_SESSION_BUS_ADDRESS=unix:path=\(directory)/rt/bus sh -c 'cd \(directory); exec 2>>log; \(quoted)\n'
            """
    }
}

/// Waits, up to two minutes unless told otherwise, until something is so. Asks once more behind the deadline.
@discardableResult
func wait(_ what: String, seconds: Double = 120, until condition: () -> Bool) -> Bool {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while true {
        let isLate = ContinuousClock.now >= deadline
        if condition() { return true }
        if isLate { break }
        usleep(5_000)
    }
    print("gave up waiting for \(what)")
    return false
}

/// The samples of a file of interleaved 32-bit floats, one array a channel.
func samples(of path: String, channels: Int) -> [[Float]] {
    guard let file = fopen(path, "rb") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = fread(&chunk, 1, chunk.count, file)
        if count == 0 { break }
        bytes += chunk[..<count]
    }
    let frames = bytes.count / (4 * channels)
    return bytes.withUnsafeBytes { raw in
        (0..<channels).map { channel in
            (0..<frames).map { raw.loadUnaligned(fromByteOffset: ($0 * channels + channel) * 4, as: Float.self) }
        }
    }
}
