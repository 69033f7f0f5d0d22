import AudioTypes
import CFFmpeg

extension ChannelLayout {
    /// The channels of a decoder's layout; `nil` outside 1…64 channels. A layout without an order becomes the standard one for
    /// its number of channels. Channels at positions that ``AudioChannel`` does not have become discrete.
    static func decoded(_ layout: UnsafePointer<AVChannelLayout>) -> ChannelLayout? {
        let count = Int(unsafe layout.pointee.nb_channels)
        guard (1...maximumChannelCount).contains(count) else { return nil }
        guard unsafe layout.pointee.order != AV_CHANNEL_ORDER_UNSPEC else { return standard(channelCount: count) }
        var channels: [AudioChannel] = []
        channels.reserveCapacity(count)
        for index in 0..<count {
            let channel = unsafe av_channel_layout_channel_from_index(layout, UInt32(index)).rawValue
            if count == 1, channel == AV_CHAN_FRONT_CENTER.rawValue {
                // FFmpeg's native layout with only the front centre is mono.
                channels.append(.mono)
            } else if (0...AV_CHAN_TOP_BACK_RIGHT.rawValue).contains(channel) {
                channels.append(AudioChannel(rawValue: UInt8(channel)) ?? .discrete)
            } else {
                channels.append(.discrete)
            }
        }
        return ChannelLayout(channels)
    }

    /// FFmpeg's mask of the channels; `nil` if a channel has no position, or the channels are not in FFmpeg's order.
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

    /// The layout as an `AVChannelLayout`. It needs no freeing, because it is native or has no order.
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
