import CLinux
import Glibc

/// The memory of the process as a whole. Any thread may call these functions, except the real-time ones.
package enum ProcessMemory {
    /// Returns free memory to the system. Without this, the C library keeps memory that was needed for a moment for as long as
    /// the process lives. Other threads that allocate meanwhile wait for some milliseconds.
    package static func releaseFree() { fermata_release_memory() }

    /// Unmaps the code and constants of the program and of its libraries, which the kernel maps again, page by page, as they are
    /// used. The pages stay in the page cache, so that costs a microsecond each and no reading.
    ///
    /// Much code runs only once: the constructors and relocations of a hundred libraries, and what reads the configuration. The
    /// kernel maps each page that is touched with its neighbours, 64 KiB in all, and a process keeps them all until memory runs short.
    ///
    /// A thread that runs meanwhile waits for the page that it is in. So nothing may play.
    package static func releaseCode() {
        // The segments that the program may not write to: they are always as in the file. Those that it may write to hold
        // data, and what the loader wrote into them (relocations).
        _ = unsafe dl_iterate_phdr(
            { object, _, _ in
                guard let object = unsafe object?.pointee else { return 0 }
                for index in 0..<Int(unsafe object.dlpi_phnum) {
                    let segment = unsafe object.dlpi_phdr[index]
                    guard segment.p_type == UInt32(PT_LOAD), segment.p_flags & UInt32(PF_W) == 0 else { continue }
                    let pageSize = UInt(getpagesize())
                    let start = unsafe UInt(object.dlpi_addr) &+ UInt(segment.p_vaddr)
                    // Whole pages: a neighbour may share the first and the last one.
                    let (first, end) = ((start + pageSize - 1) / pageSize, (start + UInt(segment.p_memsz)) / pageSize)
                    guard first < end else { continue }
                    // The kernel may refuse, as with pages that are locked in memory: then they stay.
                    _ = unsafe madvise(
                        UnsafeMutableRawPointer(bitPattern: first * pageSize), Int((end - first) * pageSize), MADV_DONTNEED)
                }
                return 0
            }, nil)
    }
}
