/// A server that a name of the DNS stands for (RFC 2782).
package struct ServiceRecord: Hashable, Sendable {
    /// Lower ones are asked first.
    package let priority: UInt16
    /// How often a server is asked among those of the same priority.
    package let weight: UInt16
    package let port: UInt16
    /// The name of the host, in lower case.
    package let host: String

    /// Makes a record.
    package init(priority: UInt16, weight: UInt16, port: UInt16, host: String) {
        self.priority = priority
        self.weight = weight
        self.port = port
        self.host = host
    }
}

/// The SRV records in an answer of the DNS. The answer may come from anybody: a value that reads it within bounds.
package enum ServiceRecords {
    /// How many records of an answer are looked at.
    private static let limit = 64
    private static let (serviceType, internetClass) = (33, 1)

    /// Returns the records of an answer; none if it is damaged, refused or cut short.
    package static func records(in answer: [UInt8]) -> [ServiceRecord] {
        var reader = Reader(bytes: answer)
        guard answer.count >= 12, answer[2] & 0x80 != 0, answer[2] & 0x02 == 0, answer[3] & 0x0F == 0 else { return [] }
        reader.place = 4
        guard let questions = reader.number(), let answers = reader.number(), questions <= limit else { return [] }
        reader.place = 12
        for _ in 0..<questions {
            guard reader.skipName(), reader.skip(4) else { return [] }
        }
        var records: [ServiceRecord] = []
        for _ in 0..<min(answers, limit) {
            guard reader.skipName(), let type = reader.number(), let kind = reader.number(), reader.skip(4),
                let length = reader.number()
            else { return [] }
            let end = reader.place + length
            guard end <= answer.count else { return [] }
            if type == serviceType, kind == internetClass, let record = record(reader, end) { records.append(record) }
            reader.place = end
        }
        return records
    }

    private static func record(_ reader: Reader, _ end: Int) -> ServiceRecord? {
        var reader = reader
        guard let priority = reader.number(), let weight = reader.number(), let port = reader.number(), port > 0,
            reader.place < end, let host = reader.name(), !host.isEmpty
        else { return nil }
        return ServiceRecord(
            priority: UInt16(priority), weight: UInt16(weight), port: UInt16(port), host: host)
    }

    /// Reads numbers and names (RFC 1035, section 4.1).
    private struct Reader {
        let bytes: [UInt8]
        var place = 0

        mutating func number() -> Int? {
            guard place + 2 <= bytes.count else { return nil }
            defer { place += 2 }
            return Int(bytes[place]) << 8 | Int(bytes[place + 1])
        }

        mutating func skip(_ count: Int) -> Bool {
            place += count
            return place <= bytes.count
        }

        mutating func skipName() -> Bool {
            while place < bytes.count {
                let length = Int(bytes[place])
                if length >= 0xC0 { return skip(2) }
                guard length < 0x40, skip(1 + length) else { return false }
                if length == 0 { return true }
            }
            return false
        }

        /// Returns the name at the place. A part that stands elsewhere stands before, so that none goes round in circles.
        func name() -> String? {
            var (place, earliest, labels): (Int, Int, [String]) = (place, place, [])
            var size = 0
            while place < bytes.count {
                let length = Int(bytes[place])
                if length >= 0xC0 {
                    guard place + 1 < bytes.count else { return nil }
                    let target = (length & 0x3F) << 8 | Int(bytes[place + 1])
                    guard target < earliest else { return nil }
                    (place, earliest) = (target, target)
                    continue
                }
                guard length < 0x40, place + 1 + length <= bytes.count else { return nil }
                if length == 0 { return labels.joined(separator: ".") }
                size += length + 1
                let label = bytes[place + 1..<place + 1 + length]
                guard size <= 254, label.allSatisfy(Self.isOfHost) else { return nil }
                labels.append(String(decoding: label, as: UTF8.self).lowercased())
                place += 1 + length
            }
            return nil
        }

        private static func isOfHost(_ byte: UInt8) -> Bool {
            let character = UnicodeScalar(byte)
            return byte < 0x80
                && (character.properties.isAlphabetic || (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x5F)
        }
    }
}
