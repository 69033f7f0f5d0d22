import Logging

/// The fields of a log event in the journal's own form (`systemd.journal-fields(7)`): one journal entry.
struct JournalFields: Equatable {
    /// Each field as `NAME=value`, in bytes; the value may contain anything.
    private(set) var fields: [[UInt8]] = []

    /// Makes the fields of `event` with its `metadata`.
    init(_ event: LogEvent, metadata: Logger.Metadata, label: String) {
        append("MESSAGE", event.message.description)
        append("PRIORITY", String(event.level.syslogPriority))
        append("SYSLOG_IDENTIFIER", "fermatad")
        append("CODE_FILE", event.file)
        append("CODE_LINE", String(event.line))
        append("CODE_FUNC", event.function)
        append("FERMATA_LOGGER", label)
        if let error = event.error { append("FERMATA_ERROR", "\(error)") }
        for (key, value) in metadata.sorted(by: { $0.key < $1.key }) { append(Self.name(of: key), value.description) }
    }

    private mutating func append(_ name: String, _ value: String) { fields.append(Array("\(name)=\(value)".utf8)) }

    /// Returns the field name of a metadata key: `underrunFrames` becomes `FERMATA_UNDERRUN_FRAMES`. The journal drops an entry
    /// with a field name that is longer than 64 bytes or has characters other than A–Z, 0–9 and `_`.
    static func name(of key: String) -> String {
        var name = "FERMATA_"
        var isLower = false
        for scalar in key.unicodeScalars {
            let isUpper = ("A"..."Z").contains(scalar)
            if isUpper, isLower { name += "_" }
            isLower = ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar)
            name += isUpper || isLower ? String(scalar).uppercased() : "_"
        }
        return String(name.prefix(64))
    }
}

extension Logger.Level {
    /// The level as the journal counts it: 0 is the most severe, 7 the least (`syslog(3)`).
    var syslogPriority: Int {
        switch self {
        case .critical: 2
        case .error: 3
        case .warning: 4
        case .notice: 5
        case .info: 6
        case .debug, .trace: 7
        }
    }
}
