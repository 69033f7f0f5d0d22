import CLinux
import Glibc

/// The kind of file system that an open file lies on.
package enum FileSystem {
    /// Returns whether `descriptor` lies on a file system whose other end may be gone, such as NFS. Reads then wait for the
    /// other end, and nothing can cancel them. This call asks the file system, so it may wait as well.
    package static func isFar(_ descriptor: Int32) -> Bool { isFar(kind: fermata_file_system(descriptor)) }

    /// Does the same for the number of a kind of file system, as in `linux/magic.h`; 0 for one that does not say.
    package static func isFar(kind: UInt32) -> Bool { far.contains(kind) }

    /// Returns whether the system itself makes what lies at `path`, as below `/proc` and `/sys`: the bytes of a path without a zero. Such a tree
    /// has no files of a user, and may have no end.
    package static func isVirtual(_ path: [UInt8]) -> Bool {
        let kind = unsafe fermata_file_system_at(path.map { CChar(truncatingIfNeeded: $0) } + [0])
        return virtual.contains(kind)
    }

    /// Does the same for an open file.
    package static func isVirtual(_ descriptor: Int32) -> Bool { virtual.contains(fermata_file_system(descriptor)) }

    /// The numbers in `linux/magic.h` of proc, sysfs, devpts, cgroup (two), debugfs, tracefs, securityfs, bpf, efivarfs, pstore, selinux,
    /// smack, binfmt_misc, mqueue, hugetlbfs, configfs, fusectl and the file system of name spaces.
    private static let virtual: Set<UInt32> = [
        0x9FA0, 0x6265_6572, 0x1CD1, 0x0027_E0EB, 0x6367_7270, 0x6462_6720, 0x7472_6163, 0x7363_6673, 0xCAFE_4A11, 0xDE5E_81E4,
        0x6165_676C, 0xF97C_FF8C, 0x4341_5D53, 0x4249_4E4D, 0x1980_0202, 0x9584_58F6, 0x6265_6570, 0x6573_5543, 0x6E73_6673,
    ]

    /// Gives the file at `path` the name `final`, which must be free.
    /// - Returns: 0, or the system's error number: `EEXIST` if the name is taken.
    package static func publish(_ path: String, as final: String) -> CInt {
        unsafe fermata_publish(AT_FDCWD, path, final) == 0 ? 0 : errno
    }

    /// The numbers of NFS, SMB (three of them), FUSE, 9P, AFS (two), Ceph, Coda, OCFS2 and GFS2 in `linux/magic.h` and
    /// statfs(2).
    private static let far: Set<UInt32> = [
        0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x6573_5546, 0x0102_1997, 0x5346_414F, 0x6B41_4653, 0x00C3_6400,
        0x7375_7245, 0x7461_636F, 0x0116_1970,
    ]
}
