import Application
import ControlProtocol

extension Wire.Finding {
    init(_ finding: Surroundings.Finding) {
        self.init(
            part: finding.part.rawValue, state: Wire.FindingState(finding.state), message: finding.message, remedy: finding.remedy
        )
    }
}

extension Wire.FindingState {
    fileprivate init(_ state: Surroundings.Finding.State) {
        self =
            switch state {
            case .good: .good
            case .off: .off
            case .warning: .warning
            case .fault: .fault
            }
    }
}
