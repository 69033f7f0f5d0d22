import AudioSession
import ControlProtocol

extension Wire.RecordRequest {
    init(_ request: RecordRequest) {
        self.init(
            request: request.id, program: request.program, pid: request.process.number, purpose: request.purpose,
            since: request.time)
    }
}

extension Wire.RecordRequestEnd {
    init(_ end: RecordRequest.End) {
        self =
            switch end {
            case .allowed: .allowed
            case .denied: .denied
            case .withdrawn: .withdrawn
            }
    }
}
