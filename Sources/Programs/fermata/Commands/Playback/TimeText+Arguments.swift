import ArgumentParser

extension TimeText {
    /// Returns the seconds of a time on the command line.
    /// - Parameter others: what may be written besides, such as ` or off`.
    static func required(_ text: String, others: String = "") throws -> Double {
        guard let seconds = seconds(text) else {
            throw ValidationError("\"\(Terminal.harmless(text))\" is not a time: write \(examples)\(others)")
        }
        return seconds
    }

    /// Throws if one of these options is no time. An option that is not given is `nil`.
    static func check(_ options: KeyValuePairs<String, String?>) throws {
        for (name, text) in options {
            if let text, seconds(text) == nil {
                throw ValidationError("\(name): \"\(Terminal.harmless(text))\" is not a time: write \(examples)")
            }
        }
    }
}
