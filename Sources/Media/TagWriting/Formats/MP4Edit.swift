/// Tags of loudness in MP4: in the list of tags that iTunes has made (`moov.udta.meta.ilst`), under names in its own space. All other tags stay
/// as they are. Where the sound moves, so do the places in the tables that lead to it.
enum MP4Edit {
    private static let space = Array("com.apple.iTunes".utf8)
    private static let mostAtoms = 100_000

    /// An atom within bytes.
    private struct Atom {
        let name: String
        let range: Range<Int>
        let headSize: Int
        var content: Range<Int> { range.lowerBound + headSize..<range.upperBound }
    }

    /// An atom at the top of the file.
    private struct TopAtom {
        let name: String
        let range: Range<Int64>
    }

    /// Plans the change of an MP4 file.
    static func plan(_ source: TagBytes, _ fields: [GainField]) throws(TagWritingError) -> GainPlan {
        let top = try topAtoms(source)
        guard let index = top.firstIndex(where: { $0.name == "moov" }), top.count(where: { $0.name == "moov" }) == 1 else {
            throw .damaged("its list of atoms")
        }
        let range = top[index].range
        var movie = try source.bytes(range)
        guard movie[..<4].bigEndianNumber == Int64(movie.count) else {
            throw .unsupported("its atom moov has a form into which nothing is written here")
        }
        let (stated, change) = try tagChange(in: movie, fields)
        var plan = GainPlan(stated: stated, wanted: fields)
        let growth = Int64(change.growth)
        let next = index + 1 < top.count ? top[index + 1] : nil
        var room: Range<Int64>?
        if growth != 0, let next, ["free", "skip"].contains(next.name),
            next.range.upperBound - next.range.lowerBound - growth >= 8,
            next.range.upperBound - next.range.lowerBound - growth <= TagBytes.largest
        {
            room = next.range
        }
        if growth != 0, room == nil, next != nil {
            let others = ["moof", "mfra", "sidx", "meta", "styp", "ssix"]
            guard !top.contains(where: { others.contains($0.name) }) else {
                throw .unsupported("it has no room for tags, and is made of fragments, whose places nothing changes here")
            }
            try moveSound(of: &movie, behind: range.upperBound, by: growth)
        }
        change.apply(to: &movie)
        guard movie.count <= Int(Int32.max) else { throw TagWritingError(.excessive, "its atom moov has no room for more") }
        if let room {
            let size = Int(room.upperBound - room.lowerBound - growth)
            movie += atom("free", [UInt8](repeating: 0, count: size - 8))
            plan.splices = [Splice(range.lowerBound..<room.upperBound, movie)]
        } else {
            plan.splices = [Splice(range, movie)]
        }
        return plan
    }

    private static func topAtoms(_ source: TagBytes) throws(TagWritingError) -> [TopAtom] {
        var (atoms, place): ([TopAtom], Int64) = ([], 0)
        while place < source.size {
            let head = try source.upTo(16, at: place)
            guard head.count >= 8, atoms.count < mostAtoms else { throw .damaged("its list of atoms") }
            var size = head[..<4].bigEndianNumber
            if size == 1, head.count == 16 { size = head[8..<16].bigEndianNumber }
            // The last one may go on to the end.
            if size == 0 { size = source.size - place }
            guard size >= 8, size <= source.size - place else { throw .damaged("its list of atoms") }
            atoms.append(TopAtom(name: name(head[4..<8]), range: place..<place + size))
            place += size
        }
        return atoms
    }

    private static func name(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

    private static func atoms(in bytes: [UInt8], _ range: Range<Int>) throws(TagWritingError) -> [Atom] {
        var (atoms, place): ([Atom], Int) = ([], range.lowerBound)
        // QuickTime ends a list with four zeros.
        while place + 8 <= range.upperBound {
            var (size, headSize) = (bytes[place..<place + 4].bigEndianNumber, 8)
            if size == 1, place + 16 <= range.upperBound {
                (size, headSize) = (bytes[place + 8..<place + 16].bigEndianNumber, 16)
            }
            guard size >= headSize, size <= range.upperBound - place, atoms.count < mostAtoms else {
                throw .damaged("its list of atoms")
            }
            atoms.append(
                Atom(name: name(bytes[place + 4..<place + 8]), range: place..<place + Int(size), headSize: headSize))
            place += Int(size)
        }
        guard bytes[place..<range.upperBound].allSatisfy({ $0 == 0 }) else { throw .damaged("its list of atoms") }
        return atoms
    }

    /// Bytes that take the place of others, and the atoms around them, whose sizes grow.
    private struct Change {
        let range: Range<Int>
        let bytes: [UInt8]
        let around: [Atom]

        var growth: Int { bytes.count - range.count }

        func apply(to movie: inout [UInt8]) {
            for atom in around {
                let start = atom.range.lowerBound
                movie.replaceSubrange(start..<start + 4, with: (atom.range.count + growth).bigEndianBytes(4))
            }
            movie.replaceSubrange(range, with: bytes)
        }
    }

    // MARK: Tags

    private static func tagChange(
        in movie: [UInt8], _ fields: [GainField]
    ) throws(TagWritingError) -> (stated: [GainField], change: Change) {
        let whole = Atom(name: "moov", range: movie.indices, headSize: 8)
        let new = fields.flatMap(item)
        let list = atom("ilst", new)
        func only(_ name: String, in content: Range<Int>) throws(TagWritingError) -> (atom: Atom?, all: [Atom]) {
            let all = try atoms(in: movie, content)
            let found = all.filter { $0.name == name }
            guard found.count <= 1, found.allSatisfy({ $0.headSize == 8 }) else { throw .damaged("its list of atoms") }
            return (found.first, all)
        }
        guard let user = try only("udta", in: whole.content).atom else {
            let end = movie.count..<movie.count
            return ([], Change(range: end, bytes: atom("udta", meta(list)), around: [whole]))
        }
        guard let meta = try only("meta", in: user.content).atom else {
            // In front of the others, because zeros may end the list.
            let start = user.content.lowerBound..<user.content.lowerBound
            return ([], Change(range: start, bytes: self.meta(list), around: [whole, user]))
        }
        // QuickTime has no version in front of the list.
        let isPlain = meta.content.count >= 8 && name(movie[meta.content.lowerBound + 4..<meta.content.lowerBound + 8]) == "hdlr"
        guard isPlain || meta.content.count >= 4 else { throw .damaged("its list of atoms") }
        let content = meta.content.lowerBound + (isPlain ? 0 : 4)..<meta.content.upperBound
        let (found, siblings) = try only("ilst", in: content)
        guard let tags = found else {
            let end = siblings.last?.range.upperBound ?? content.lowerBound
            return ([], Change(range: end..<end, bytes: list, around: [whole, user, meta]))
        }
        var (stated, kept): ([GainField], [UInt8]) = ([], [])
        for tag in try atoms(in: movie, tags.content) {
            if let field = try field(tag, in: movie) { stated.append(field) } else { kept += movie[tag.range] }
        }
        let edited = atom("ilst", kept + new)
        // iTunes leaves room behind the list.
        let room = siblings.first { $0.name == "free" && $0.range.lowerBound == tags.range.upperBound && $0.headSize == 8 }
        if let room, room.range.count - (edited.count - tags.range.count) >= 8 {
            let left = room.range.count - (edited.count - tags.range.count)
            let free = atom("free", [UInt8](repeating: 0, count: left - 8))
            return (
                stated, Change(range: tags.range.lowerBound..<room.range.upperBound, bytes: edited + free, around: [])
            )
        }
        return (stated, Change(range: tags.range, bytes: edited, around: [whole, user, meta]))
    }

    /// The tag of loudness that an item of the list is; `nil` if it is another one.
    private static func field(_ item: Atom, in movie: [UInt8]) throws(TagWritingError) -> GainField? {
        guard item.name == "----" else { return nil }
        var (space, name, value): ([UInt8]?, [UInt8]?, [UInt8]?)
        for part in try atoms(in: movie, item.content) {
            let bytes = movie[part.content]
            // A version is in front of the texts, and of the value a kind and a country.
            switch part.name {
            case "mean": space = Array(bytes.dropFirst(4))
            case "name": name = Array(bytes.dropFirst(4))
            case "data": value = value ?? Array(bytes.dropFirst(8))
            default: break
            }
        }
        guard let name, let value, space != nil, GainField.isGain(name) else { return nil }
        return GainField(name: name, value: value)
    }

    private static func atom(_ name: String, _ content: [UInt8]) -> [UInt8] {
        var atom: [UInt8] = (content.count + 8).bigEndianBytes(4)
        atom += name.utf8
        return atom + content
    }

    private static func item(_ field: GainField) -> [UInt8] {
        let zeros = 0.bigEndianBytes(4)
        var parts: [UInt8] = atom("mean", zeros + space)
        parts += atom("name", zeros + Array(field.name.utf8))
        // Its kind is a text of UTF-8.
        let kind: [UInt8] = 1.bigEndianBytes(4) + zeros
        parts += atom("data", kind + Array(field.value.utf8))
        return atom("----", parts)
    }

    private static func meta(_ list: [UInt8]) -> [UInt8] {
        var handler: [UInt8] = 0.bigEndianBytes(8)
        handler += "mdirappl".utf8
        handler += [UInt8](repeating: 0, count: 9)
        var content: [UInt8] = 0.bigEndianBytes(4)
        content += atom("hdlr", handler)
        return atom("meta", content + list)
    }

    // MARK: Places

    /// Has the tables of all tracks lead to sound that is moved: what was behind a place in the file.
    private static func moveSound(of movie: inout [UInt8], behind end: Int64, by growth: Int64) throws(TagWritingError) {
        let whole = try atoms(in: movie, 8..<movie.count)
        guard !whole.contains(where: { $0.name == "cmov" || $0.name == "mvex" }) else {
            throw .unsupported("it has no room for tags, and its tables are packed or of fragments")
        }
        for track in whole where track.name == "trak" {
            var level = [track]
            for name in ["mdia", "minf", "stbl"] {
                var below: [Atom] = []
                for atom in level { below += try atoms(in: movie, atom.content).filter { $0.name == name } }
                level = below
            }
            for tables in level {
                for table in try atoms(in: movie, tables.content) {
                    switch table.name {
                    case "stco": try movePlaces(table, size: 4, in: &movie, behind: end, by: growth)
                    case "co64": try movePlaces(table, size: 8, in: &movie, behind: end, by: growth)
                    case "saio": throw .unsupported("it has no room for tags, and tables of encryption")
                    default: break
                    }
                }
            }
        }
    }

    private static func movePlaces(
        _ table: Atom, size: Int, in movie: inout [UInt8], behind end: Int64, by growth: Int64
    ) throws(TagWritingError) {
        let content = table.content
        guard content.count >= 8 else { throw .damaged("a table of it") }
        let count = movie[content.lowerBound + 4..<content.lowerBound + 8].bigEndianNumber
        guard count <= (content.count - 8) / size else { throw .damaged("a table of it") }
        for index in 0..<Int(count) {
            let place = content.lowerBound + 8 + index * size
            let old = movie[place..<place + size].bigEndianNumber
            guard old >= end else { continue }
            let (new, isTooLarge) = old.addingReportingOverflow(growth)
            guard !isTooLarge, size == 8 || new <= Int64(UInt32.max) else {
                throw TagWritingError(.excessive, "it has no room for tags, and more than 4 GiB")
            }
            movie.replaceSubrange(place..<place + size, with: Int(new).bigEndianBytes(size))
        }
    }
}
