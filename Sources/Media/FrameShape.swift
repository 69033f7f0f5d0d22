import AudioTypes
import CFFmpeg

/// What must stay the same from frame to frame for their samples to be one stream. Compared for each frame, so it holds plain numbers.
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
        // Of a layout with its own order this is a pointer, which another decoder run may change without a reason: the count must do.
        mask = order == AV_CHANNEL_ORDER_NATIVE ? unsafe frame.pointer.pointee.ch_layout.u.mask : 0
    }

    /// The shape of nothing.
    init() {
        (sampleRate, channelCount, order, mask) = (0, 0, AV_CHANNEL_ORDER_UNSPEC, 0)
    }

    /// The format of a frame of this shape; `nil` for rates and numbers of channels that nothing plays.
    func format(of frame: borrowing Frame) -> StreamFormat? {
        guard let rate = SampleRate(hertz: Int(sampleRate)),
            let layout = unsafe ChannelLayout.decoded(&frame.pointer.pointee.ch_layout)
        else { return nil }
        return StreamFormat(sampleRate: rate, channelLayout: layout)
    }
}
