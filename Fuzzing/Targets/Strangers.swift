import Glibc
import MediaTypes
import SystemSupport

@testable import MediaLibrary
@testable import Recording

extension FuzzTarget {
    /// Links, pipes, sockets, directories and files with a second name where our files are kept, put there between any two calls: nothing
    /// is waited for (the time limit of an input), no other file changes, and what was written last is read again.
    static let strangers = FuzzTarget("strangers", atMost: 128) { bytes in
        var invention = Invention(bytes)
        let workshop = Workshop.shared
        workshop.empty()
        let content = Array("RIFF victim".utf8)
        _ = workshop.write(content, to: "victim.wav")
        defer { clear(workshop) }
        let state = SealedFile(directory: workshop.notes, name: "kept")
        let place = SealedFile(directory: workshop.notes, name: "place")
        let lists = PlaylistDirectory(path: workshop.notes) { _ in [] }
        let names = [
            "kept.json", "kept.previous.json", "kept.json.new", "kept.json.damaged", "kept.previous.json.damaged", "place.json",
            "place.json.damaged", ".fermata-playlist.new", ".fermata-0123456789abcdef.new", "take.wav", ".take.part",
        ]
        while !invention.isEmpty {
            let number = UInt8(ascii: "0") + UInt8(invention.pick(10))
            switch invention.pick(8) {
            case 0...2:
                put(invention.pick(6), at: "\(workshop.notes)/\(invention.pick(names))", victim: "\(workshop.root)/victim.wav")
            case 3:
                guard (try? state.write(json: [number].span)) != nil else { continue }
                let read = state.read(decode: { $0 }, report: { _ in })
                precondition(read == [number], "what was written is not read: \(String(describing: read))")
            case 4:
                guard (try? place.overwrite(json: [number].span, isSynced: false)) != nil else { continue }
                let read = place.read(decode: { $0.first }, report: { _ in })
                precondition(read == number, "what was overwritten is not read: \(String(describing: read))")
            case 5: _ = state.read(decode: { $0 }, report: { _ in })
            case 6:
                var name = RecordingDirectory.Name(stem: "take", suffix: "wav", takesNextNumber: true)
                try? RecordingDirectory(workshop.notes).makeFile(&name).discard()
                _ = try? RecordingDirectory(workshop.notes).makeHiddenFile(for: name)
            default: _ = try? lists.save("list", [], .replace)
            }
        }
        precondition(workshop.read("victim.wav") == content, "another file has changed")
        precondition(workshop.names(in: workshop.root) == ["made", "notes", "victim.wav"], "something was made elsewhere")
    }

    private static func put(_ kind: Int, at path: String, victim: String) {
        switch kind {
        case 0: _ = unsafe symlink(victim, path)
        case 1: _ = unsafe symlink(victim + ".none", path)
        case 2: _ = unsafe mkfifo(path, 0o600)
        case 3: _ = unsafe mknod(path, S_IFSOCK | 0o600, 0)
        case 4: _ = unsafe mkdir(path, 0o700)
        default: _ = unsafe link(victim, path)
        }
    }

    private static func clear(_ workshop: Workshop) {
        for name in workshop.names(in: workshop.notes) {
            let path = "\(workshop.notes)/\(name)"
            if unsafe unlink(path) != 0 { _ = unsafe rmdir(path) }
        }
    }
}
