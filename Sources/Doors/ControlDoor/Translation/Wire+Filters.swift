import Application
import AudioTypes
import ControlProtocol
import Filters
import JSON
import MediaTypes

extension Wire.OutputFilters {
    /// Makes the list of the equalisers of all outputs, with the curve of the output `uid`.
    init(_ application: Application, curveOf uid: String?) {
        self.init(
            choices: application.filterChoices.map(Wire.FilterChoice.init),
            active: application.filterReports.sorted { $0.key < $1.key }.map { Wire.ActiveFilters($1, of: $0) },
            curve: uid.map { Wire.FilterCurve(application.filterRule(of: $0)) })
    }
}

extension Wire.FilterChoice {
    fileprivate init(_ listed: ListedFilters) {
        self.init(
            output: listed.name, equalizer: listed.choice.equalizer?.text ?? "off",
            automaticLevel: listed.choice.hasAutomaticLevel, configured: listed.isConfigured,
            parts: Wire.SoundParts(listed.choice.parts))
    }
}

extension Wire.SoundParts {
    fileprivate init(_ parts: AudioTypes.SoundParts) {
        self.init(
            impulse: parts.impulse, limiter: parts.limiter, nightMode: parts.isNight, mono: parts.isMono, swap: parts.isSwapped,
            balance: parts.balance == 0 ? nil : parts.balance,
            crossfeed: parts.crossfeed.map { Wire.Crossfeed(cutoff: $0.cutoff, feed: $0.feed) },
            loudness: parts.loudness.map { Wire.LoudnessAid(reference: $0.reference, attenuating: $0.isAttenuating) },
            matrix: parts.matrix.flatMap(\.self), delays: parts.delays,
            crossover: parts.crossover.map {
                Wire.Crossover(frequency: $0.frequency, sides: $0.sides.map(\.rawValue))
            })
    }
}

extension FilterOrder {
    /// Makes the order that a client gives.
    /// - Throws: for a matrix that is no square, and a side of a crossover that there is not.
    init(_ order: Wire.FilterOrder) throws(FilterError) {
        self.init()
        switch order.equalizer {
        case nil: break
        case .some(nil): isReset = true
        case "off"?: equalizer = .off
        case let text??: equalizer = .text(text, hasAutomaticLevel: order.automaticLevel ?? true)
        }
        if case nil = equalizer { hasAutomaticLevel = order.automaticLevel }
        var change = PartChange(order)
        change.matrix = try order.matrix.map { numbers throws(FilterError) in try Self.rows(of: numbers) }
        change.crossover = try order.crossover.map { wanted throws(FilterError) in
            try wanted.map { wanted throws(FilterError) in try Self.crossover(wanted) }
        }
        if change.isNothing { return }
        self.change = { [change] in change.apply(to: &$0) }
    }

    private static func rows(of numbers: [Double]) throws(FilterError) -> [[Double]] {
        let count = Int(Double(numbers.count).squareRoot().rounded())
        guard count * count == numbers.count else {
            throw .part(SoundPartError(part: "matrix", reason: "has as many factors as a square: 4, 9, 16 and so on"))
        }
        return (0..<count).map { Array(numbers[($0 * count)..<(($0 + 1) * count)]) }
    }

    private static func crossover(_ wanted: Wire.Crossover) throws(FilterError) -> AudioTypes.SoundParts.Crossover {
        let sides = wanted.sides.compactMap(AudioTypes.SoundParts.Crossover.Side.init)
        guard sides.count == wanted.sides.count else {
            throw .part(SoundPartError(part: "crossover", reason: "has low, high or whole for each channel"))
        }
        return .init(frequency: wanted.frequency, sides: sides)
    }
}

/// How the parts besides the equaliser are to change.
private struct PartChange: Sendable {
    var order: Wire.FilterOrder
    var matrix: [[Double]]?
    var crossover: AudioTypes.SoundParts.Crossover??

    init(_ order: Wire.FilterOrder) { self.order = order }

    /// Whether nothing changes.
    var isNothing: Bool {
        Wire.FilterOrder(output: order.output, equalizer: order.equalizer, automaticLevel: order.automaticLevel) == order
    }

    func apply(to parts: inout AudioTypes.SoundParts) {
        if let impulse = order.impulse { parts.impulse = impulse }
        if let limiter = order.limiter { parts.limiter = limiter }
        if let nightMode = order.nightMode { parts.isNight = nightMode }
        if let mono = order.mono { parts.isMono = mono }
        if let swap = order.swap { parts.isSwapped = swap }
        if let balance = order.balance { parts.balance = balance }
        if let crossfeed = order.crossfeed { parts.crossfeed = crossfeed.map { .init(cutoff: $0.cutoff, feed: $0.feed) } }
        if let loudness = order.loudness {
            parts.loudness = loudness.map { .init(reference: $0.reference, isAttenuating: $0.attenuating) }
        }
        if let matrix { parts.matrix = matrix }
        if let delays = order.delays { parts.delays = delays }
        if let crossover { parts.crossover = crossover }
    }
}

extension Wire.ActiveFilters {
    /// Makes the description of what the equaliser of the output `uid` does.
    init(_ report: OutputFilterReport, of uid: String) {
        self.init(
            output: uid, rule: report.rule, bands: report.bands, level: report.level,
            clippedSamples: Int(min(report.clippedSamples, UInt64(Int32.max))), bypassed: report.bypass?.rawValue,
            parts: report.parts, latency: report.latency, problem: report.problem)
    }
}

extension Wire.FilterCurve {
    fileprivate init(_ rule: AudioTypes.OutputFilters.Rule?) {
        let curve = rule.map { ResponseCurve($0.choice) } ?? .flat
        self.init(
            rule: rule?.name, frequencies: curve.frequencies, left: curve.left,
            right: curve.right == curve.left ? [] : curve.right, level: curve.level, bands: curve.bandCount)
    }
}

extension Wire.FilterWord {
    /// Makes the word for a choice.
    init(_ choice: AudioTypes.OutputFilters.Choice?) {
        self =
            switch choice {
            case nil: .inherited
            case let choice? where choice.isOff: .off
            case let choice?: choice.equalizer == nil ? .parts : .equalizer
            }
    }
}

extension ControlError {
    /// Makes the error for an equaliser that was not chosen.
    init(_ error: FilterError) {
        switch error {
        case .session(let error):
            self.init(error)
        case .file(let error): self.init(Code(error.code), error.description)
        case .part(let error):
            self.init(.invalidParams, "\(error)", details: ["parameter": .string(error.part)])
        case .text(let error):
            let faults: [JSONValue] = error.faults.map { fault in
                [
                    "line": .integer(Int64(fault.line)), "column": .integer(Int64(fault.column)),
                    "message": .string(fault.sentence),
                ]
            }
            self.init(
                .invalidParams, Self.sentence(of: error.faults),
                details: ["parameter": "equalizer", "reason": .string(EqualizerTextError.code), "faults": .array(faults)])
        }
    }

    /// The most mistakes that a sentence names; the details have all.
    private static let mostNamed = 10

    private static func sentence(of faults: [EqualizerFault]) -> String {
        if faults.count == 1 { return "the equaliser has a mistake in \(faults[0])" }
        let named = faults.prefix(mostNamed).map { "In \($0)" }.joined(separator: " ")
        let others = faults.count > mostNamed ? " And \(faults.count - mostNamed) more." : ""
        return "the equaliser has \(faults.count) mistakes. \(named)\(others)"
    }
}
