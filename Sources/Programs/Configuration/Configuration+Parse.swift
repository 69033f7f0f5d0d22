import TOML

extension Configuration {
    /// Parses the text of a `config.toml`. Keys that it does not set keep their defaults.
    ///
    /// - Parameters:
    ///   - text: the whole text.
    ///   - file: the file's name, for the error.
    /// - Throws: the first mistake in the text. A text with a mistake is refused as a whole.
    package init(parsing text: String, file: String) throws(ConfigurationError) {
        self.init()
        let table: TOMLTable
        do throws(TOMLMistake) {
            table = try TOMLReader.table(in: text)
        } catch {
            throw ConfigurationError(.syntax, file: file, at: error.position, error.message)
        }
        var reader = TableReader(file: file, configuration: self)
        reader.read(table)
        if let first = reader.first { throw first }
        self = reader.configuration
    }
}

/// Goes through the tables, stores the valid values, and keeps the mistake that comes first in the text.
private struct TableReader {
    let file: String
    var configuration: Configuration
    var first: ConfigurationError?

    mutating func read(_ root: TOMLTable) {
        let sections = Set(ConfigurationKey.all.map(\.section))
        for entry in root.entries {
            if entry.name == "outputs", case .table(let table) = entry.value {
                var outputs = configuration
                outputs.readOutputs(table) { code, entry, message in report(code, entry, message) }
                configuration = outputs
            } else if !sections.contains(entry.name) {
                let isSection = if case .table = entry.value { true } else { false }
                let hints = Self.hints(for: entry.name, isSection)
                report(.unknownKey, entry, Self.unknown(isSection ? "section" : "key", entry.name, among: hints))
            } else if case .table(let table) = entry.value {
                read(table, section: entry.name)
            } else {
                report(.wrongType, entry, "\"\(entry.name)\" is a section: write [\(entry.name)] and its keys below")
            }
        }
    }

    private mutating func read(_ table: TOMLTable, section: String) {
        let keys = ConfigurationKey.all.filter { $0.section == section }
        for entry in table.entries {
            guard let key = keys.first(where: { $0.name == entry.name }) else {
                report(.unknownKey, entry, Self.unknown("key", entry.name, in: section, among: keys.map(\.name)))
                continue
            }
            do throws(ValueProblem) {
                try key.store(entry.value, &configuration)
            } catch {
                report(error.code, entry, "\"\(key.path)\" must be \(error.expectation)")
            }
        }
    }

    /// Returns what a name at the top level may have been meant to be: a section, or a key without its section.
    private static func hints(for name: String, _ isSection: Bool) -> [String] {
        let sections = ConfigurationKey.all.map(\.section)
        return isSection ? sections + ["outputs"] : ConfigurationKey.all.filter { $0.name == name }.map(\.path) + sections
    }

    private static func unknown(_ kind: String, _ name: String, in section: String? = nil, among known: [String]) -> String {
        let place = section.map { " in [\($0)]" } ?? ""
        let name = name.quotable
        let sentence = "unknown \(kind) \"\(name)\"\(place)"
        guard let near = known.first(where: { $0.hasSuffix(".\(name)") }) ?? name.nearest(among: known) else { return sentence }
        return "\(sentence); did you mean \"\(near)\"?"
    }

    /// Keeps a mistake if none so far comes before it in the text. A file may have very many mistakes, so `message` is only
    /// made for those that are kept.
    private mutating func report(
        _ code: ConfigurationError.Code, _ entry: TOMLTable.Entry, _ message: @autoclosure () -> String
    ) {
        if let position = first?.position, position < entry.position { return }
        first = ConfigurationError(code, file: file, at: entry.position, message())
    }
}
