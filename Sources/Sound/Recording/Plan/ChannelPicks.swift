package import AudioTypes

/// The channels of a device that a recording has, such as the third and the fourth of an interface with eight.
package struct ChannelPicks: Hashable, Sendable {
    /// How many channels can be picked.
    package static let counts = 1...8
    /// The numbers that a channel can have, from 1 on.
    package static let numbers = 1...ChannelLayout.maximumChannelCount

    /// The index of each channel, in the order in which they are recorded.
    package let channels: [Int]
    /// All channels of the device, which have numbers and no places: the sound system then brings each as it is, in the order of the device.
    package let layout: ChannelLayout

    /// Makes a choice among the channels of a device.
    /// - Parameter numbers: the numbers of the channels, 1 for the first.
    /// - Throws: if there are too many or none, or the device has no such channel.
    package init(_ numbers: [Int], of deviceCount: Int) throws(RecordingPlan.Refusal) {
        func refuse(_ message: String) -> RecordingPlan.Refusal { RecordingPlan.Refusal(parameter: "channels", message: message) }
        guard Self.counts.contains(numbers.count) else {
            throw refuse("a recording has 1 to 8 channels of those that it names, not \(numbers.count)")
        }
        if let wrong = numbers.first(where: { !Self.numbers.contains($0) }) {
            throw refuse("channels have the numbers 1 to 64, not \(wrong)")
        }
        if let missing = numbers.first(where: { $0 > deviceCount }) {
            throw refuse("there is no channel \(missing): what is recorded has \(deviceCount)")
        }
        guard let layout = ChannelLayout(Array(repeating: .discrete, count: deviceCount)) else {
            throw refuse("channels cannot be picked out of \(deviceCount)")
        }
        channels = numbers.map { $0 - 1 }
        self.layout = layout
    }
}
