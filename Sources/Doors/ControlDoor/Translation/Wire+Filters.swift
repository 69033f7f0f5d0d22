import Application
import AudioTypes
import ControlProtocol
import Filters
import JSON

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
        switch listed.choice {
        case .off: self.init(output: listed.name, equalizer: "off", automaticLevel: true, configured: listed.isConfigured)
        case .equalizer(let chosen):
            self.init(
                output: listed.name, equalizer: chosen.text, automaticLevel: chosen.hasAutomaticLevel,
                configured: listed.isConfigured)
        }
    }
}

extension Wire.ActiveFilters {
    /// Makes the description of what the equaliser of the output `uid` does.
    init(_ report: OutputFilterReport, of uid: String) {
        self.init(
            output: uid, rule: report.rule, bands: report.bands, level: report.level,
            clippedSamples: Int(min(report.clippedSamples, UInt64(Int32.max))), bypassed: report.bypass?.rawValue)
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
            case .equalizer: .equalizer
            case .off: .off
            case nil: .inherited
            }
    }
}

extension ControlError {
    /// Makes the error for an equaliser that was not chosen.
    init(_ error: FilterError) {
        switch error {
        case .session(let error):
            self.init(error)
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
