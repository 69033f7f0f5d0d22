package import MediaTypes
package import SystemSupport

extension MediaError {
    /// Makes the error for a thread that could not be started.
    package init(_ failure: OwnThread.Failure) {
        self.init(.limitExceeded, failure.description, systemError: failure.number)
    }
}
