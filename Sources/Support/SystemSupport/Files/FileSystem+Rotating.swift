import Glibc

// Disks, which are below file systems.
extension FileSystem {
    /// Returns whether `descriptor` lies on a disk that rotates, and so may sleep: a SCSI, SATA or USB disk of which the kernel says so. Of
    /// the disks of virtual machines it says so too, whatever they are; these have other numbers.
    package static func maySleep(_ descriptor: Int32) -> Bool {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return false }
        // As the macros `major` and `minor` of the C library take the number of a device apart.
        let major = status.st_dev >> 8 & 0xfff | status.st_dev >> 32 & ~0xfff
        let minor = status.st_dev & 0xff | status.st_dev >> 12 & ~0xff
        guard scsi.contains(major) else { return false }
        // A partition has its disk above it.
        for directory in ["", "/.."] {
            let file = unsafe open("/sys/dev/block/\(major):\(minor)\(directory)/queue/rotational", O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { continue }
            defer { close(file) }
            var digit: UInt8 = 0
            return unsafe read(file, &digit, 1) == 1 && digit == UInt8(ascii: "1")
        }
        return false
    }

    /// The numbers of SCSI disks in the kernel's list of devices.
    private static let scsi: Set<UInt> = [8, 65, 66, 67, 68, 69, 70, 71, 128, 129, 130, 131, 132, 133, 134, 135]
}
