import CCurl
import MediaTypes

/// The connections of one fetching thread. Later requests use those of earlier ones again; at most four are kept. One
/// thread at a time.
@safe final class Connections {
    let curl: CurlLibrary
    let multi: UnsafeMutableRawPointer

    /// - Throws: ``NetworkFailure/refused(_:)`` if libcurl is not installed, or if the process may open no more
    ///   descriptors.
    init() throws(NetworkFailure) {
        curl = try CurlLibrary.load()
        guard let multi = unsafe curl.functions.pointee.multi_init() else {
            throw .refused(MediaError(.limitExceeded, "nothing more can be opened: the limit of open files is reached"))
        }
        unsafe self.multi = unsafe multi
    }

    deinit { _ = unsafe curl.functions.pointee.multi_cleanup(multi) }
}
