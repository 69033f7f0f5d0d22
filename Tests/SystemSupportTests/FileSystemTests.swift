import Glibc
import SystemSupport
import TestSupport
import Testing

@Suite("Kinds of file systems")
struct FileSystemTests {
    @Test(
        "whose other end may be gone are known by the numbers of the kernel",
        arguments: [
            ("NFS", 0x6969), ("SMB", 0x517B), ("CIFS", 0xFF53_4D42), ("SMB 2", 0xFE53_4D42), ("FUSE", 0x6573_5546),
            ("9P", 0x0102_1997), ("AFS", 0x5346_414F), ("AFS of the kernel", 0x6B41_4653), ("Ceph", 0x00C3_6400),
            ("Coda", 0x7375_7245), ("OCFS2", 0x7461_636F), ("GFS2", 0x0116_1970),
        ] as [(String, UInt32)])
    func far(name: String, kind: UInt32) {
        #expect(FileSystem.isFar(kind: kind), "\(name)")
    }

    @Test(
        "on a disk of this machine are not, and neither is what states no kind",
        arguments: [
            ("ext4", 0xEF53), ("XFS", 0x5846_5342), ("Btrfs", 0x9123_683E), ("F2FS", 0xF2F5_2010), ("ZFS", 0x2FC1_2FC1),
            ("tmpfs", 0x0102_1994), ("overlay", 0x794C_7630), ("FAT", 0x4D44), ("exFAT", 0x2011_BAB0), ("NTFS", 0x5346_544E),
            ("none", 0),
        ] as [(String, UInt32)])
    func near(name: String, kind: UInt32) {
        #expect(!FileSystem.isFar(kind: kind), "\(name)")
    }

    @Test("the kind of a real one is found", .enabled("bindfs can mount nothing here") { await BoundDirectory.isPossible })
    func real() async throws {
        let directory = try TemporaryDirectory()
        let (near, far) = (try directory.makeDirectory("near"), try directory.makeDirectory("far"))
        let bound = try await BoundDirectory(at: far, showing: near)
        for (path, isFar) in [(near, false), (far, true)] {
            let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            #expect(FileSystem.isFar(descriptor) == isFar, "\(path)")
            close(descriptor)
        }
        try await bound.end()
    }
}
