import CCurl
import Media

/// The connections of one fetching thread: those of earlier requests are used again, four at most. One thread at a time.
@safe final class Connections {
    let curl: CurlLibrary
    let multi: UnsafeMutableRawPointer

    /// - Throws: where libcurl is not installed, and where the process may open nothing more.
    init() throws(NetworkFailure) {
        curl = try CurlLibrary.load()
        guard let multi = unsafe curl.functions.pointee.multi_init() else {
            throw .refused(MediaError(.limitExceeded, "nothing more can be opened: the limit of open files is reached"))
        }
        unsafe self.multi = unsafe multi
    }

    deinit { _ = unsafe curl.functions.pointee.multi_cleanup(multi) }
}
