public import AudioTypes
import JSON

extension PlaybackOptions: WireObject {
    /// The members of the options. One that an older daemon does not send has its standard value.
    package static let shape = WireShape(
        fields: PlayerOption.all.map { .required($0.member, $0.schema, $0.summary) },
        write: { (options: PlaybackOptions) in
            var object = JSONObject(reserving: PlayerOption.all.count)
            for option in PlayerOption.all {
                object.append(JSONObject.Member(name: option.member, value: option.json(options[option])))
            }
            return object
        },
        read: { object throws(JSONMismatch) in
            var options = PlaybackOptions()
            for option in PlayerOption.all {
                guard let json = object[option.member] else { continue }
                guard let value = option.value(json) else { throw JSONMismatch(option.member, isNo: option.schema.description) }
                options[option] = value
            }
            return options
        })
}

extension PlayerOption {
    /// The schema of a value of the option.
    var schema: Schema {
        switch kind {
        case .seconds(let range), .factor(let range, _): .number(minimum: range.lowerBound, maximum: range.upperBound)
        case .word(let words): .choice(words)
        case .wordOrName: .string()
        case .words(let words): .array(of: .choice(words))
        }
    }

    /// A value of the option as a parameter.
    var wireKind: WireKind<OptionValue> {
        WireKind(schema, write: json) { object, name throws(JSONMismatch) in
            guard let value = object[name].flatMap(value) else { throw JSONMismatch(name, isNo: schema.description) }
            // A schema does not say what a name begins with.
            if case .wordOrName(let words, let prefix) = kind, accepted(value) == nil {
                throw JSONMismatch(name, isNo: "\(Schema.choice(words).description), and no \"\(prefix)\" with a name")
            }
            return value
        }
    }

    fileprivate func json(_ value: OptionValue) -> JSONValue {
        switch (value, kind) {
        case (.number(let number), _): .number(number)
        case (.word(let word), _): .string(word)
        case (.words(let chosen), .words(let words)): words.filter(chosen.contains).json
        case (.words(let chosen), _): chosen.sorted().json
        }
    }

    /// Returns the value that `json` is; `nil` if it has another type. A newer daemon may know more words.
    fileprivate func value(_ json: JSONValue) -> OptionValue? {
        switch kind {
        case .seconds, .factor: json.numberValue.map { .number($0) }
        case .word, .wordOrName: json.stringValue.map { .word($0) }
        case .words: json.arrayValue.map { .words(Set($0.compactMap(\.stringValue))) }
        }
    }
}
