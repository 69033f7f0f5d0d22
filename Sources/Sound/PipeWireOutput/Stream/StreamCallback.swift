import AudioTypes
import CPipeWire

/// The process callback of a stream, with the block of memory that it works on: one kind for each direction of sound. It lives
/// at least as long as the stream.
@safe protocol StreamCallback: AnyObject {
    /// The direction of the sound, as PipeWire sees it.
    var direction: spa_direction { get }
    /// The format of the stream.
    var format: StreamFormat { get }
    /// The table with nothing but the process callback. It is apart from the stream's other events, because it gets other data.
    var events: UnsafeMutablePointer<pw_stream_events> { get }
    /// The block that PipeWire gives to the process callback.
    var data: UnsafeMutableRawPointer { get }
    /// Puts the address of the graph's clock, which it gets, into the block. PipeWire calls it in the callback's thread, between two
    /// cycles.
    var takePosition: spa_invoke_func_t { get }

    /// Sets the stream, before it is connected.
    func setStream(_ stream: OpaquePointer)

    /// Returns how the graph runs the stream.
    func timing() -> OutputTiming
}

/// Returns the clock whose address a ``StreamCallback/takePosition`` gets.
func position(in data: UnsafeRawPointer?) -> UnsafeMutablePointer<spa_io_position>? {
    unsafe data?.load(as: UnsafeMutableRawPointer?.self)?.assumingMemoryBound(to: spa_io_position.self)
}
