import CFFmpeg
import MediaTypes

extension ReplayGain {
    /// Reads the gains that FFmpeg found in the headers of a stream: LAME's of an MP3, or Musepack's.
    init(_ stream: UnsafeMutablePointer<AVStream>) {
        var size = 0
        guard let data = unsafe fermata_stream_side_data(stream, AV_PKT_DATA_REPLAYGAIN, &size),
            size >= MemoryLayout<AVReplayGain>.size
        else {
            self.init()
            return
        }
        let found = unsafe UnsafeRawBufferPointer(start: data, count: size).loadUnaligned(as: AVReplayGain.self)
        self.init(
            track: Self.level(found.track_gain, peak: found.track_peak),
            album: Self.level(found.album_gain, peak: found.album_peak))
    }

    /// Makes a level from FFmpeg's integers, which are in units of 1/100000 of a decibel and of full scale.
    private static func level(_ gain: Int32, peak: UInt32) -> Level? {
        guard gain != .min else { return nil }
        return level(decibels: Double(gain) / 100_000, peak: Double(peak) / 100_000)
    }
}
