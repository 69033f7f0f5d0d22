import ControlProtocol

/// Who may record, for people.
enum PermissionText {
    /// Returns what holds for all programs, and a line for each request.
    /// - Parameter now: in seconds since 1970.
    static func list(_ permission: String, _ requests: [Wire.RecordRequest], at now: Double) -> String {
        ([general(permission)] + requests.map { "  " + line($0, at: now) }).joined(separator: "\n")
    }

    /// Returns what holds for all programs.
    static func general(_ permission: String) -> String {
        switch permission {
        case "granted": "all programs may record"
        case "denied": "no program may record"
        case "undetermined": "a person is asked for each program that wants to record"
        default: Terminal.harmless(permission)
        }
    }

    /// Returns what the answer to a request has done.
    static func answer(_ isGranted: Bool) -> String { isGranted ? "it may record" : "it may not record" }

    /// Returns what a program is told that waits.
    static func waiting(_ request: Int64) -> String {
        "waits for permission to record: give it with 'fermata permission allow \(request)' in another terminal, or in the "
            + "notification, if the desktop shows one"
    }

    private static func line(_ request: Wire.RecordRequest, at now: Double) -> String {
        let program = "\(request.program ?? "a program") (process \(request.pid))"
        let fields = ["\(request.request)", program, "waits for \(TimeText.text(max(0, now - request.since)))"]
        return Terminal.harmless((fields + (request.purpose.map { [$0] } ?? [])).joined(separator: "  "))
    }
}
