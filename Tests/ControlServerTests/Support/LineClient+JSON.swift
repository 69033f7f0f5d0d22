import JSON
import TestSupport

extension LineClient {
    /// The next line as JSON.
    func readJSON(seconds: Double = 20) throws -> JSONValue {
        guard let line = try readLine(seconds: seconds) else { throw TestFailure("the connection ended") }
        return try JSONValue(parsing: line)
    }

    /// The next lines as JSON.
    func readJSON(count: Int) throws -> [JSONValue] { try (0..<count).map { _ in try readJSON() } }

    /// Sends a line and reads one.
    func call(_ line: String) throws -> JSONValue {
        send(line)
        return try readJSON()
    }
}
