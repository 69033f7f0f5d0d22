/// Something that uses a ``Connection``: a stream, ducking, the report to the owner.
///
/// The connection makes all calls under the loop's lock, in the loop's thread, apart from ``serverEnded()`` at the end of
/// the connection and ``serverLost(_:)`` of the first attempt to connect. A user may do nothing for any of them.
protocol ConnectionUser: AnyObject {
    /// A server has answered: objects can be made on ``Connection/core``. `version` is the version that the server states.
    func serverConnected(version: String)
    /// The graph has changed, or is now complete. Called at once, within the callback of PipeWire that reports the change;
    /// many changes in a row are usual.
    func graphChanged()
    /// A turn of the loop, after any number of changes and calls of ``Connection/wake()``. A user may end objects of the
    /// server here, which it must not do within their callbacks.
    func loopTurned()
    /// The server's objects are about to end. The user releases all that it has made on the server before it returns.
    func serverEnded()
    /// No server answers, or the server is gone; once until ``serverConnected(version:)``. `message` is for people.
    func serverLost(_ message: String)
}

extension ConnectionUser {
    func serverConnected(version: String) {}
    func graphChanged() {}
    func loopTurned() {}
    func serverEnded() {}
    func serverLost(_ message: String) {}
}
