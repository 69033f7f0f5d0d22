package import AudioTypes

/// What one line after the other of an equaliser's text does to which channels.
package struct Equalizer: Hashable, Sendable {
    /// What a line does.
    package enum Action: Hashable, Sendable {
        /// Changes the level, in decibels.
        case preamp(Double)
        /// Filters with one band.
        case band(Band)
        /// Filters with a curve.
        case curve(GraphicCurve)
    }

    /// A line and the channels for which it is meant.
    package struct Step: Hashable, Sendable {
        /// The channels.
        package let channels: ChannelSelection
        /// What is done to them.
        package let action: Action

        /// Makes a step.
        package init(channels: ChannelSelection = .all, _ action: Action) {
            (self.channels, self.action) = (channels, action)
        }
    }

    /// The steps, in the order of the text.
    package private(set) var steps: [Step]

    /// The most bands, of all channels together.
    package static let bandLimit = 64
    /// The most curves.
    package static let curveLimit = 8
    /// The levels that a line `Preamp` may give, in decibels.
    package static let preamps = -100.0...40.0
    /// The levels that all lines `Preamp` of a channel together may give, in decibels; what is beyond is brought to these.
    package static let levels = -100.0...100.0
    /// What stands before a curve.
    static let curveCommand = "GraphicEQ: "

    /// Makes an equaliser, or returns `nil` if it has too many steps or a level outside the bounds.
    package init?(_ steps: [Step]) {
        self.steps = []
        for step in steps { guard append(step) else { return nil } }
    }

    /// What changes nothing.
    package static let flat = Equalizer()

    private init() { steps = [] }

    /// Adds a step, or returns `false` if there are too many of its kind or its level is outside the bounds.
    mutating func append(_ step: Step) -> Bool {
        switch step.action {
        case .preamp(let decibels): guard Self.preamps.contains(decibels) else { return false }
        case .band: guard bandCount < Self.bandLimit else { return false }
        case .curve: guard curveCount < Self.curveLimit else { return false }
        }
        // Lines about the level take room, too.
        guard steps.count < 2 * Self.bandLimit else { return false }
        steps.append(step)
        return true
    }

    /// The same without its curves.
    var withoutCurves: Equalizer {
        var bands = self
        bands.steps.removeAll { if case .curve = $0.action { true } else { false } }
        return bands
    }

    /// How many bands there are, of all channels together.
    package var bandCount: Int { steps.count { if case .band = $0.action { true } else { false } } }
    /// How many curves there are.
    package var curveCount: Int { steps.count { if case .curve = $0.action { true } else { false } } }

    /// Whether samples of every channel pass unchanged.
    package var isNeutral: Bool {
        steps.allSatisfy { step in
            switch step.action {
            case .preamp(let decibels): decibels == 0
            case .band(let band): band.isNeutral
            case .curve(let curve): curve.isNeutral
            }
        }
    }

    /// The levels of one channel together, in decibels, within ``levels``.
    package func preamp(channel: Int, of layout: ChannelLayout) -> Double {
        let sum = actions(channel: channel, of: layout).reduce(0) { sum, action in
            if case .preamp(let decibels) = action { sum + decibels } else { sum }
        }
        return Self.bounded(sum)
    }

    /// A level brought into ``levels``.
    static func bounded(_ level: Double) -> Double { min(max(level, levels.lowerBound), levels.upperBound) }

    /// The bands of one channel.
    package func bands(channel: Int, of layout: ChannelLayout) -> [Band] {
        actions(channel: channel, of: layout).compactMap { if case .band(let band) = $0 { band } else { nil } }
    }

    /// The curves of one channel.
    package func curves(channel: Int, of layout: ChannelLayout) -> [GraphicCurve] {
        actions(channel: channel, of: layout).compactMap { if case .curve(let curve) = $0 { curve } else { nil } }
    }

    private func actions(channel: Int, of layout: ChannelLayout) -> [Action] {
        steps.filter { $0.channels.contains(channel, of: layout) }.map(\.action)
    }
}

extension Equalizer: CustomStringConvertible {
    /// The text that is this equaliser again, a line for each step.
    package var description: String {
        var text = ""
        var channels = ChannelSelection.all
        var number = 0
        for step in steps {
            if step.channels != channels { text += "Channel: \(step.channels)\n" }
            channels = step.channels
            switch step.action {
            case .preamp(let decibels): text += "Preamp: \(decibels.written) dB\n"
            case .curve(let curve): text += "\(Self.curveCommand)\(curve)\n"
            case .band(let band):
                number += 1
                text += "Filter \(number): \(band)\n"
            }
        }
        return text
    }
}
