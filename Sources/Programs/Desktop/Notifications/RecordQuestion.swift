/// The question to a person whether a program may record, as a notification asks it.
package struct RecordQuestion: Hashable, Sendable {
    /// The id of the request.
    package let request: Int64
    /// What the program calls itself; `nil` if nobody knows.
    package let program: String?
    /// The number of its process.
    package let process: Int32
    /// What it wants to record for, in its own words; `nil` if it does not say.
    package let purpose: String?

    /// Makes a question. Its texts have no control characters.
    package init(request: Int64, program: String?, process: Int32, purpose: String?) {
        (self.request, self.program) = (request, program)
        (self.process, self.purpose) = (process, purpose)
    }

    /// The first line, which is never read as markup.
    var title: String { "\(program ?? "A program") wants to record" }

    /// Returns the text below.
    /// - Parameter isMarkup: whether whoever shows it reads it as markup. Without that, it would show the escapes.
    func body(isMarkup: Bool) -> String {
        let text = purpose.map { "Process \(process) says what for: \($0)" } ?? "Process \(process) does not say what for."
        return isMarkup ? Self.escaped(text) : text
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
