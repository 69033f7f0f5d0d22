import TOMLKit

extension Configuration {
    /// Reads the text of a `config.toml`; keys that it does not set keep their defaults.
    ///
    /// - Parameters:
    ///   - text: the whole text.
    ///   - file: the file's name, for the error.
    /// - Throws: the mistake that comes first in the text. Nothing of a text with a mistake is used.
    package init(parsing text: String, file: String) throws(ConfigurationError) {
        self.init()
        // TOML forbids the character, and the parser below would take it for the end of the text.
        if let place = text.position(of: "\0") {
            throw ConfigurationError(.syntax, file: file, at: place, "the file contains a NUL character")
        }
        if let place = text.positionOfMissingSectionName {
            throw ConfigurationError(.syntax, file: file, at: place, "a section's name has to follow \"[\"")
        }
        if let place = text.positionOfStrayScalar {
            throw ConfigurationError(
                .syntax, file: file, at: place, "this character may only stand in a text between quotes, or in a comment")
        }
        let table: TOMLTable
        do {
            table = try TOMLTable(string: text)
        } catch let error as TOMLParseError {
            let begin = error.source.begin
            throw ConfigurationError(
                .syntax, file: file, at: SourcePosition(line: begin.line, column: begin.column), error.description)
        } catch {
            throw ConfigurationError(.syntax, file: file, "\(error)")
        }
        var reader = TableReader(file: file, locator: KeyLocator(text: text), configuration: self)
        reader.read(table)
        if let first = reader.problems.min(by: { ($0.position ?? .start) < ($1.position ?? .start) }) { throw first }
        self = reader.configuration
    }
}

/// Goes through the parsed tables, stores what is right and collects what is wrong.
private struct TableReader {
    let file: String
    let locator: KeyLocator
    var configuration: Configuration
    var problems: [ConfigurationError] = []

    mutating func read(_ root: TOMLTable) {
        let sections = Set(ConfigurationKey.all.map(\.section))
        for (name, value) in root {
            if !sections.contains(name) {
                let isSection = value.type == .table
                report(.unknownKey, [name], unknown(isSection ? "section" : "key", name, among: hints(for: name, isSection)))
            } else if let table = value.table, value.type == .table {
                read(table, section: name)
            } else {
                report(.wrongType, [name], "\"\(name)\" is a section: write [\(name)] and its keys below")
            }
        }
    }

    private mutating func read(_ table: TOMLTable, section: String) {
        let keys = ConfigurationKey.all.filter { $0.section == section }
        for (name, value) in table {
            guard let key = keys.first(where: { $0.name == name }) else {
                let known = keys.map(\.name)
                report(.unknownKey, [section, name], unknown("key", name, in: section, among: known))
                continue
            }
            do throws(ValueProblem) {
                try key.store(value, &configuration)
            } catch {
                report(error.code, [section, name], "\"\(key.path)\" must be \(error.expectation)")
            }
        }
    }

    /// What a name at the top level may have been meant to be: a section, or a key that lacks its section.
    private func hints(for name: String, _ isSection: Bool) -> [String] {
        let sections = ConfigurationKey.all.map(\.section)
        return isSection ? sections : ConfigurationKey.all.filter { $0.name == name }.map(\.path) + sections
    }

    private func unknown(_ kind: String, _ name: String, in section: String? = nil, among known: [String]) -> String {
        let place = section.map { " in [\($0)]" } ?? ""
        let sentence = "unknown \(kind) \"\(name)\"\(place)"
        guard let near = known.first(where: { $0.hasSuffix(".\(name)") }) ?? name.nearest(among: known) else { return sentence }
        return "\(sentence); did you mean \"\(near)\"?"
    }

    private mutating func report(_ code: ConfigurationError.Code, _ path: [String], _ message: String) {
        problems.append(ConfigurationError(code, file: file, at: locator.position(of: path), message))
    }
}

extension SourcePosition {
    fileprivate static let start = SourcePosition(line: 1, column: 1)
}

extension String {
    /// Where `scalar` stands first.
    fileprivate func position(of scalar: Unicode.Scalar) -> SourcePosition? {
        var line = 1
        var column = 1
        for other in unicodeScalars {
            if other == scalar { return SourcePosition(line: line, column: column) }
            (line, column) = other == "\n" ? (line + 1, 1) : (line, column + 1)
        }
        return nil
    }
}
