import AudioTypes
import CFFmpeg

extension ChannelLayout {
    /// The channels of a decoder's layout. Layouts without an order get the usual one of their number; channels without a place
    /// of ours are discrete. `nil` outside 1…64 channels.
    init?(_ layout: borrowing AVChannelLayout) {
        var layout = unsafe copy layout
        let count = Int(unsafe layout.nb_channels)
        guard (1...Self.maximumChannelCount).contains(count) else { return nil }
        guard unsafe layout.order != AV_CHANNEL_ORDER_UNSPEC else {
            self.init(standardOrDiscrete: count)
            return
        }
        let channels = (0..<count).map { index in
            let channel = unsafe av_channel_layout_channel_from_index(&layout, UInt32(index)).rawValue
            // A native layout of the front centre alone is what everyone calls mono.
            if count == 1, channel == AV_CHAN_FRONT_CENTER.rawValue { return AudioChannel.mono }
            guard (0...AV_CHAN_TOP_BACK_RIGHT.rawValue).contains(channel) else { return .discrete }
            return AudioChannel(rawValue: UInt8(channel)) ?? .discrete
        }
        self.init(channels)
    }

    private init?(standardOrDiscrete count: Int) {
        guard let layout = Self.standard(channelCount: count) else { return nil }
        self = layout
    }

    /// FFmpeg's mask of the channels; `nil` where a channel has no place, or the order is not FFmpeg's.
    var nativeMask: UInt64? {
        var mask: UInt64 = 0
        var last = -1
        for channel in channels {
            let bit = channel == .mono ? Int(AudioChannel.frontCenter.rawValue) : Int(channel.rawValue)
            guard channel != .discrete, bit > last else { return nil }
            mask |= 1 << UInt64(bit)
            last = bit
        }
        return mask
    }

    /// The layout as FFmpeg writes it. Needs no freeing: it is native or without an order.
    var native: AVChannelLayout {
        var layout = unsafe AVChannelLayout()
        if let mask = nativeMask {
            unsafe av_channel_layout_from_mask(&layout, mask)
        } else {
            unsafe layout.order = AV_CHANNEL_ORDER_UNSPEC
            unsafe layout.nb_channels = Int32(count)
        }
        return unsafe layout
    }
}
