import CPipeWire
import RealtimeAudio
import Synchronization

/// The longest cycle that is believed, in frames of the graph. PipeWire's longest has 8,192.
private var longestQuantum: Int64 { @_noLocks get { 1 << 20 } }

/// Returns how many frames of bursts this cycle takes. Nothing converts them, so the frames of all cycles must last exactly as long as
/// the cycles: what is left of a frame counts in the next cycle. 0 if the graph has told no rate, or a length that no cycle has.
@_noLocks
func framesOfBursts(_ cycle: UnsafeMutablePointer<StreamCycle>) -> Int {
    let graphRate = unsafe Int64(truncatingIfNeeded: cycle.pointee.graphRate.load(ordering: .relaxed))
    let quantum = unsafe Int64(truncatingIfNeeded: cycle.pointee.quantum.load(ordering: .relaxed))
    if graphRate <= 0 || quantum <= 0 || quantum > longestQuantum { return 0 }
    let owed = unsafe cycle.pointee.owed &+ quantum &* cycle.pointee.rate
    unsafe cycle.pointee.owed = owed % graphRate
    return Int(truncatingIfNeeded: owed / graphRate)
}

/// Writes the samples that were rendered into `carried` as words of 16 bits: nothing if the buffer has no memory or `frames` is 0 or
/// less. Each sample is exactly such a word, divided by 2¹⁵.
@_noLocks
func writeBursts(_ buffer: UnsafeMutablePointer<pw_buffer>, _ cycle: UnsafeMutablePointer<StreamCycle>, _ frames: Int) {
    guard frames > 0, let contents = unsafe buffer.pointee.buffer, unsafe contents.pointee.n_datas > 0,
        let datas = unsafe contents.pointee.datas, let data = unsafe datas[0].data
    else { return }
    let words = unsafe data.assumingMemoryBound(to: Int16.self)
    for channel in 0..<2 {
        let samples = unsafe cycle.pointee.planes[channel]
        for frame in 0..<frames { unsafe words[2 &* frame &+ channel] = word(of: samples[frame]) }
    }
}

/// Returns the word that a sample carries.
@_noLocks @inline(__always)
private func word(of sample: Float) -> Int16 {
    let scaled = sample * 0x1p15
    // Nothing else is ever in a ring of bursts, but a trap would end the daemon.
    if !(scaled >= -32_768 && scaled <= 32_767) { return 0 }
    return Int16(truncatingIfNeeded: Int32(scaled))
}
