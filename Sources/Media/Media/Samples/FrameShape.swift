import AudioTypes
import CFFmpeg

/// The properties that must be the same in successive frames for their samples to be one stream. They are compared for each
/// frame, so they are plain numbers.
struct FrameShape: Equatable {
    private let sampleRate: Int32
    private let channelCount: Int32
    private let order: AVChannelOrder
    private let mask: UInt64

    /// The shape of a decoded frame.
    init(_ frame: borrowing Frame) {
        sampleRate = frame.sampleRate
        channelCount = frame.channelCount
        order = unsafe frame.pointer.pointee.ch_layout.order
        // For a custom layout the union holds a pointer, which may differ without a change of the layout: the channel count
        // must do.
        mask = order == AV_CHANNEL_ORDER_NATIVE ? unsafe frame.pointer.pointee.ch_layout.u.mask : 0
    }

    /// The shape before any frame.
    init() {
        (sampleRate, channelCount, order, mask) = (0, 0, AV_CHANNEL_ORDER_UNSPEC, 0)
    }

    /// Returns the format of a frame of this shape; `nil` if its rate or number of channels cannot be played.
    func format(of frame: borrowing Frame) -> StreamFormat? {
        guard let rate = SampleRate(hertz: Int(sampleRate)),
            let layout = unsafe ChannelLayout.decoded(&frame.pointer.pointee.ch_layout)
        else { return nil }
        return StreamFormat(sampleRate: rate, channelLayout: layout)
    }
}
