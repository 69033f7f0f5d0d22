import AudioSession
import CPipeWire
import Glibc
import Testing

@testable import PipeWireOutput

/// PipeWire keeps changes of the metadata from all who listen as long as it owes somebody an answer of the session manager; it
/// owes it for ever to a program that ended first.
extension SoundSystemTests {
    @Test("a new default is known although the server told nobody of it, once a sink comes or the stream moves")
    func missedMetadata() throws {
        let system = SoundSystem(sinks: ["speaker", "other"])
        let player = try TestPlayer(system)
        player.output.open(TestPlayer.renderer(frames: 480_000))
        #expect(wait("the link") { player.graph?.stream?.reaches.count == 1 })
        try system.keepChangesOfMetadata()

        system.addSink("headphones")
        #expect(wait("the new sink", seconds: 60) { player.graph?.defaultSink == "headphones" }, "\(system.shell("pw-metadata"))")

        let id = system.nodeID("other")
        system.shell("wpctl set-default \(id)")
        #expect(wait("the choice", seconds: 60) { player.graph?.configuredDefault == "other" })
        #expect(wait("the default", seconds: 60) { player.graph?.defaultSink == "other" })
        #expect(wait("the link", seconds: 60) { player.graph?.stream?.reaches == ["other"] })
    }
}

extension SoundSystem {
    /// Has PipeWire tell nobody any more what changes in the session manager's metadata, by a program that begins to listen to
    /// it and ends while the session manager stands still.
    fileprivate func keepChangesOfMetadata() throws {
        signal("wireplumber", SIGSTOP)
        defer { signal("wireplumber", SIGCONT) }
        try MetadataListener(remote: remote).end()
    }
}

/// A program that begins to listen to the session manager's metadata and reads no answer.
private final class MetadataListener {
    private let loop: UnsafeMutablePointer<pw_loop>
    private let context: OpaquePointer
    private let core: OpaquePointer

    init(remote: String) throws {
        pw_init(nil, nil)
        loop = try #require(pw_loop_new(nil))
        context = try #require(pw_context_new(loop, nil, 0))
        let properties = fermata_properties_new()
        pw_properties_set(properties, PW_KEY_REMOTE_NAME, remote)
        core = try #require(pw_context_connect(context, properties, 0))
        let registry = try #require(fermata_core_get_registry(core))
        var metadata: UInt32?
        withUnsafeMutablePointer(to: &metadata) { found in
            // Lives as long as what it writes to.
            var hook: Hook? = Hook()
            if let pointer = hook?.pointer { fermata_registry_add_listener(registry, pointer, Self.events, found) }
            wait("the metadata") {
                fermata_loop_turn(loop, 100)
                return found.pointee != nil
            }
            hook = nil
        }
        let id = try #require(metadata)
        #expect(fermata_registry_bind(registry, id, "PipeWire:Interface:Metadata", UInt32(PW_VERSION_METADATA)) != nil)
        // One turn sends what was asked, and reads nothing that could come only after it.
        fermata_loop_turn(loop, 0)
    }

    /// Ends the connection once the server has read all of it.
    func end() {
        let descriptor = pw_core_steal_fd(core)
        let isRead = wait("the server to read") {
            var unread: Int32 = 1
            return ioctl(descriptor, UInt(TIOCOUTQ), &unread) == 0 && unread == 0
        }
        #expect(isRead)
        close(descriptor)
        pw_context_destroy(context)
        pw_loop_destroy(loop)
    }

    private nonisolated(unsafe) static let events = {
        var events = pw_registry_events()
        events.version = UInt32(PW_VERSION_REGISTRY_EVENTS)
        events.global = { data, id, _, type, _, properties in
            let isMetadata = type.map { String(cString: $0) } == "PipeWire:Interface:Metadata"
            guard isMetadata, Dictionary(properties)[PW_KEY_METADATA_NAME] == "default" else { return }
            data?.assumingMemoryBound(to: UInt32?.self).pointee = id
        }
        return permanent(events)
    }()
}
