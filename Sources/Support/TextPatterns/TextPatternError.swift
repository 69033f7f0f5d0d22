import CPCRE2

/// Why a regular expression cannot be used.
package struct TextPatternError: Error, Hashable, Sendable {
    /// The kinds of mistakes.
    package enum Code: String, Hashable, Sendable {
        /// PCRE2 does not take the expression.
        case malformed
        /// The expression has more bytes than ``TextPattern/lengthLimit``.
        case tooLong
    }

    package let code: Code
    /// What is wrong, and where: for a person, in the form in which MPD says it.
    package let message: String

    /// - Parameters:
    ///   - number: the number of PCRE2's error.
    ///   - offset: where in the expression, in bytes.
    init(_ number: Int32, at offset: Int) {
        code = .malformed
        message = "Error in regex at offset \(offset): \(Self.sentence(number))"
    }

    static let tooLong = TextPatternError()

    private init() {
        code = .tooLong
        message = "A regular expression has \(TextPattern.lengthLimit) bytes at most"
    }

    /// PCRE2's longest sentence has less than half of it.
    private static let sentenceSize = 256

    private static func sentence(_ number: Int32) -> String {
        var text = [UInt8](repeating: 0, count: sentenceSize)
        let count = unsafe pcre2_get_error_message_8(number, &text, sentenceSize)
        return String(decoding: text.prefix(Int(max(0, count))), as: UTF8.self)
    }
}
