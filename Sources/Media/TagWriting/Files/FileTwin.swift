import CLinux
import Glibc
import SystemSupport

/// Gives a new file what a file has besides its bytes: owner, mode, access control and extended attributes, and the time of the last access.
enum FileTwin {
    /// The most bytes of the names of attributes, and of the value of one, as Linux has them.
    private static let limit = 64 << 10
    /// The attribute that has who else may read and write a file.
    private static let accessControl = "system.posix_acl_access"

    /// Makes `new` as `old` is, whose status that is.
    static func make(_ new: CInt, as old: CInt, _ status: stat) throws(TagWritingError) {
        var own = stat()
        guard unsafe fstat(new, &own) == 0 else { throw TagWritingError(writing: errno) }
        if own.st_uid != status.st_uid || own.st_gid != status.st_gid, fchown(new, status.st_uid, status.st_gid) != 0 {
            throw TagWritingError(
                .notKept, "it belongs to somebody else, or to another group, and a new file could not: \(systemReason())")
        }
        // The directory gives a new file access control that the old one may not have. The mode would be a part of it.
        guard unsafe fremovexattr(new, accessControl) == 0 || [ENODATA, ENOTSUP, ENOSYS].contains(errno) else {
            throw TagWritingError(
                .notKept, "a new file cannot be without the access control of its directory: \(systemReason())")
        }
        guard fchmod(new, status.st_mode & 0o7777) == 0 else { throw TagWritingError(writing: errno) }
        // Access control is among the attributes, and behind the mode, which would change it.
        for name in try attributes(of: old) { try copy(name, from: old, to: new) }
    }

    /// Sets the time of the last access. The time of the last change is the one at which it was changed.
    static func keepAccessTime(of status: stat, for new: CInt) {
        let omitted = timespec(tv_sec: 0, tv_nsec: (1 << 30) - 2)
        // Without it, nothing is lost.
        _ = unsafe [status.st_atim, omitted].withUnsafeBufferPointer { unsafe futimens(new, $0.baseAddress) }
    }

    private static func attributes(of file: CInt) throws(TagWritingError) -> [[CChar]] {
        var names = [CChar](repeating: 0, count: limit)
        let count = unsafe flistxattr(file, &names, names.count)
        if count < 0, [ENOTSUP, ENOSYS].contains(errno) { return [] }
        guard count >= 0 else {
            throw TagWritingError(.notKept, "its extended attributes cannot be read: \(systemReason())")
        }
        return names[..<count].split(separator: 0).map { Array($0) + [0] }
    }

    private static func copy(_ name: [CChar], from old: CInt, to new: CInt) throws(TagWritingError) {
        guard let value = value(name, of: old) else {
            // Somebody has removed it meanwhile.
            if errno == ENODATA { return }
            throw TagWritingError(.notKept, "its extended attributes cannot be read: \(systemReason())")
        }
        guard unsafe fsetxattr(new, name, value, value.count, 0) != 0 else { return }
        let reason = errno
        // The system gives labels itself.
        if self.value(name, of: new) == value { return }
        let text = String(decoding: name.dropLast().map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
        throw TagWritingError(.notKept, "a new file cannot have its attribute \(text): \(systemReason(reason))")
    }

    private static func value(_ name: [CChar], of file: CInt) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = unsafe fgetxattr(file, name, &bytes, bytes.count)
        return count < 0 ? nil : Array(bytes[..<count])
    }
}
