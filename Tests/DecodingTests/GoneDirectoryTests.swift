import Glibc
import Media
import PlayerModel
import TestSupport
import Testing

@testable import Decoding

@Suite("Directories that are gone")
struct GoneDirectoryTests {
    private func failure(_ path: String) -> PlaybackError? {
        do throws(PlaybackError) {
            _ = try MediaFileOpening().open(path, cancellation: CancellationToken())
            return nil
        } catch {
            return error
        }
    }

    @Test("are the highest below which nothing is: missing, or empty as where a disk is not mounted")
    func finding() throws {
        let directory = try TemporaryDirectory()
        let root = try directory.makeDirectory("media")
        let missing = failure("\(root)/disk/artist/album/1.flac")
        #expect(missing?.gone?.path == "\(root)/" && missing?.message.contains("below \(root)/") == true)
        _ = try directory.write("x", to: "media/file")
        #expect(failure("\(root)/disk/artist/album/1.flac")?.gone?.path == "\(root)/disk/")
        #expect(failure("\(root)/missing.flac")?.gone == nil)
        _ = try directory.makeDirectory("media/mount")
        #expect(failure("file://\(root)/mount/a.flac#t=1,2")?.gone?.path == "\(root)/mount/")
        #expect(failure("/surely not there.flac")?.gone == nil)
        #expect(failure("\(root)/file/x.flac")?.gone?.path == "\(root)/file/")
    }

    @Test("hold what is below them, as path and as URL, and nothing beside them")
    func holding() {
        let gone = GoneDirectory(path: Array("/a b/ü".utf8))
        for uri in ["/a b/ü/x", "file:///a%20b/%C3%BC/x#t=1", "/a b/ü/y/z"] { #expect(gone.holds(uri)) }
        for uri in ["/a b/üx", "/a b/ü", "/a b", "http:///a b/ü/x", "stream:1"] { #expect(!gone.holds(uri)) }
        #expect(GoneDirectory(path: [0x2F, 0xFF]).holds("file:///%FF/x"))
    }
}
