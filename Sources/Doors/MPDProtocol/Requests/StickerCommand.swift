/// What the arguments of `sticker` ask for. A value.
package struct StickerCommand: Hashable, Sendable {
    /// A kind of things that have stickers.
    package enum Domain: Hashable, Sendable {
        case song, playlist, filter
        case tag(TagType)
    }

    /// What is to be done.
    package enum Action: Hashable, Sendable {
        case get(String)
        case list
        case set(String, String)
        /// Adds a number, or takes it away.
        case count(String, by: String, isLess: Bool)
        /// Removes one sticker, or all without a name.
        case delete(String?)
        case find(Search)
    }

    /// How a value compares.
    package enum Comparison: String, CaseIterable, Hashable, Sendable {
        case equals = "="
        case isLess = "<"
        case isGreater = ">"
        case equalsNumber = "eq"
        case isLessNumber = "lt"
        case isGreaterNumber = "gt"
        case contains
        case startsWith = "starts_with"
    }

    /// By what found stickers are sorted.
    package enum Order: String, Hashable, Sendable {
        case owner = "uri"
        case value
        /// The number with which the value begins.
        case number = "value_int"
    }

    /// What `find` looks for.
    package struct Search: Hashable, Sendable {
        package let name: String
        /// How the value compares; `nil` for any value.
        package private(set) var comparison: Comparison?
        /// With what it compares.
        package private(set) var value = ""
        package private(set) var order = Order.owner
        package private(set) var isDescending = false
        package private(set) var window = PositionRange.all

        /// Reads the arguments from the fourth on.
        fileprivate init(_ text: CommandText) throws(MPDFailure) {
            name = text.text(3)
            var end = text.arguments.count
            if end >= 6, text.text(end - 2) == "window" {
                window = try text.range(end - 1)
                end -= 2
            }
            if end >= 6, text.text(end - 2) == "sort" {
                var word = text.text(end - 1)
                isDescending = word.hasPrefix("-")
                if isDescending { word.removeFirst() }
                guard let order = Order(rawValue: word) else {
                    throw MPDFailure(.argument, "Unknown sort tag \(ReplyText.debugged(word))")
                }
                self.order = order
                end -= 2
            }
            guard end > 4 else { return }
            guard let comparison = Comparison(rawValue: text.text(4)) else {
                throw MPDFailure(.argument, "bad operator \(ReplyText.debugged(text.text(4)))")
            }
            guard end > 5 else { throw StickerCommand.badRequest }
            (self.comparison, value) = (comparison, text.text(5))
        }

        /// How many of the stickers are needed at most, if they come in the order of their owners.
        package var needed: Int { order == .owner && !isDescending ? window.end : .max }

        /// Returns found stickers in the order and within the window that are wanted.
        /// - Parameter found: in any order.
        package func select<Found>(_ found: [(owner: [UInt8], value: String, Found)]) -> [Found] {
            let byOwner = found.sorted { $0.owner.lexicographicallyPrecedes($1.owner) }
            let sorted =
                switch order {
                case .owner: isDescending ? Array(byOwner.reversed()) : byOwner
                case .value: stable(byOwner) { $0.utf8.lexicographicallyPrecedes($1.utf8) }
                case .number: stable(byOwner) { Self.number($0) < Self.number($1) }
                }
            return window.part(of: sorted).map(\.2)
        }

        private func stable<Found>(
            _ found: [(owner: [UInt8], value: String, Found)], _ less: (String, String) -> Bool
        ) -> [(owner: [UInt8], value: String, Found)] {
            found.enumerated().sorted { a, b in
                let (first, second) =
                    isDescending ? (b.element.value, a.element.value) : (a.element.value, b.element.value)
                if less(first, second) { return true }
                return less(second, first) ? false : a.offset < b.offset
            }.map(\.element)
        }

        /// The whole number with which a value begins; 0 without one.
        private static func number(_ value: String) -> Int64 {
            var digits = value.utf8.drop(while: \.isBlank)[...]
            let isNegative = digits.first == UInt8(ascii: "-")
            if isNegative || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
            var number: Int64 = 0
            for byte in digits {
                guard byte.isDigit else { break }
                let (tens, isTooLarge) = number.multipliedReportingOverflow(by: 10)
                let (sum, isLarger) = tens.addingReportingOverflow(Int64(byte - UInt8(ascii: "0")))
                if isTooLarge || isLarger { return isNegative ? .min : .max }
                number = sum
            }
            return isNegative ? -number : number
        }
    }

    package let domain: Domain
    /// The name of what has the sticker; where `find` looks.
    package let owner: String
    package let action: Action

    /// Reads the arguments, of which there are three or more.
    package init(_ text: CommandText) throws(MPDFailure) {
        switch text.text(1) {
        case "song": domain = .song
        case "playlist": domain = .playlist
        case "filter": domain = .filter
        case let name:
            guard let tag = TagType(name: name) else {
                throw MPDFailure(.argument, "unknown sticker domain \(ReplyText.debugged(name))")
            }
            domain = .tag(tag)
        }
        owner = text.text(2)
        action = try Self.action(text)
    }

    private static func action(_ text: CommandText) throws(MPDFailure) -> Action {
        switch (text.text(0), text.arguments.count) {
        case ("get", 4): return .get(text.text(3))
        case ("list", 3): return .list
        case ("set", 5): return .set(try name(text), text.text(4))
        case ("inc", 5): return .count(try name(text), by: text.text(4), isLess: false)
        case ("dec", 5): return .count(try name(text), by: text.text(4), isLess: true)
        case ("delete", 3): return .delete(nil)
        case ("delete", 4): return .delete(text.text(3))
        case ("find", 4...): return .find(try Search(text))
        default: throw badRequest
        }
    }

    private static func name(_ text: CommandText) throws(MPDFailure) -> String {
        guard !text.arguments[3].isEmpty else { throw MPDFailure(.argument, "empty sticker name") }
        return text.text(3)
    }

    private static let badRequest = MPDFailure(.argument, "bad request")
}

extension TagType {
    /// The tags whose values have stickers, in the order in which `stickertypes` lists them.
    package static let noted: [TagType] = [
        .artist, .album, .albumArtist, .title, .genre, .composer, .performer, .conductor, .work, .ensemble, .location, .label,
        .musicBrainzArtist, .musicBrainzAlbum, .musicBrainzAlbumArtist, .musicBrainzReleaseTrack, .musicBrainzWork,
    ]
}
