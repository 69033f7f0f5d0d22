import MediaTypes

/// What is behind an ``AudioWriter``: something that takes sound in its stored rate and channels, and gives bytes to the sink.
///
/// One thread at a time. Nothing may be called after a method has thrown.
protocol StoredTrack: AnyObject {
    /// The frames that can be decoded from what the sink has.
    var durableCount: Int64 { get }
    /// Takes `count` frames of `planes`, from index `start` on.
    func append(_ planes: AudioReader.Planes, from start: Int, count: Int) throws(MediaError)
    /// Brings all that is complete into the sink, with the lengths in front of it.
    func flush() throws(MediaError)
    /// Ends the track. Nothing may be called afterwards.
    func finish() throws(MediaError)
}
