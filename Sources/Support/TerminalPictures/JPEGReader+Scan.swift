extension JPEGReader {
    /// What a scan brings: which numbers of the blocks, and which of their bits.
    struct Band {
        let first: Int
        let last: Int
        let high: Int
        let low: Int
    }

    /// Reads a scan, from the head of it to the next marker.
    mutating func readScan(_ head: ArraySlice<UInt8>) throws(PictureFault) {
        let bytes = Array(head)
        guard let count = bytes.first.map(Int.init), (1...3).contains(count), bytes.count >= 4 + 2 * count, !components.isEmpty
        else { throw .damaged }
        var chosen: [Int] = []
        for index in 0..<count {
            guard let place = components.firstIndex(where: { $0.id == bytes[1 + 2 * index] }), !chosen.contains(place) else {
                throw .damaged
            }
            let tables = bytes[2 + 2 * index]
            guard tables >> 4 < 4, tables & 15 < 4 else { throw .damaged }
            components[place].direct = Int(tables >> 4)
            components[place].alternating = 4 + Int(tables & 15)
            chosen.append(place)
        }
        let last = Array(bytes[(1 + 2 * count)...])
        let band =
            isProgressive
            ? Band(first: Int(last[0]), last: Int(last[1]), high: Int(last[2] >> 4), low: Int(last[2] & 15))
            : Band(first: 0, last: 63, high: 0, low: 0)
        guard band.first <= band.last, band.last < 64, band.low < 14, band.first == 0 || count == 1,
            !isProgressive || band.first > 0 || band.last == 0
        else { throw .damaged }
        try read(chosen, band)
    }

    private mutating func read(_ chosen: [Int], _ band: Band) throws(PictureFault) {
        restart(chosen)
        let isAlone = chosen.count == 1
        let first = components[chosen[0]]
        let size = isAlone ? (columns: first.usedColumns, rows: first.usedRows) : units
        for unit in 0..<size.columns * size.rows {
            if restartInterval > 0, unit > 0, unit % restartInterval == 0 {
                try skipRestart()
                restart(chosen)
            }
            let (column, row) = (unit % size.columns, unit / size.columns)
            if isAlone {
                try readBlock(row * first.columns + column, of: chosen[0], band)
                continue
            }
            for index in chosen {
                let component = components[index]
                for y in 0..<component.down {
                    for x in 0..<component.across {
                        let block = (row * component.down + y) * component.columns + column * component.across + x
                        try readBlock(block, of: index, band)
                    }
                }
            }
        }
        (bits, bitCount) = (0, 0)
    }

    private mutating func restart(_ chosen: [Int]) {
        (bits, bitCount, zeroRun) = (0, 0, 0)
        for index in chosen { components[index].prediction = 0 }
    }

    private mutating func skipRestart() throws(PictureFault) {
        (bits, bitCount) = (0, 0)
        while place + 1 < file.count, !(file[place] == 0xFF && (0xD0...0xD7).contains(file[place + 1])) {
            // Another marker ends the scan.
            guard file[place] != 0xFF || file[place + 1] == 0 || file[place + 1] == 0xFF else { throw .damaged }
            place += 1
        }
        guard place + 1 < file.count else { throw .damaged }
        place += 2
    }

    // MARK: Bits

    private mutating func take(_ count: Int) throws(PictureFault) -> Int {
        if count == 0 { return 0 }
        while bitCount < count { try fill() }
        bitCount -= count
        return Int(bits >> UInt32(bitCount)) & (1 << count - 1)
    }

    private mutating func fill() throws(PictureFault) {
        guard place < file.count else { throw .damaged }
        let byte = file[place]
        bits <<= 8
        bitCount += 8
        if byte == 0xFF, place + 1 >= file.count || file[place + 1] != 0 {
            // A marker: what is missing in front of it counts as zero, within bounds.
            missing += 1
            guard missing < 1 << 16 else { throw .damaged }
            return
        }
        bits |= UInt32(byte)
        place += byte == 0xFF ? 2 : 1
    }

    private mutating func symbol(_ code: Int) throws(PictureFault) -> Int {
        var value = 0
        for length in 1...16 {
            value = value << 1 | (try take(1))
            let limit = codes[code].limits[length]
            if limit >= 0, value <= limit {
                let index = value + codes[code].offsets[length]
                guard codes[code].symbols.indices.contains(index) else { throw .damaged }
                return Int(codes[code].symbols[index])
            }
        }
        throw .damaged
    }

    /// A number of so many bits, which is negative if the first is 0.
    private mutating func number(_ count: Int) throws(PictureFault) -> Int {
        guard count > 0 else { return 0 }
        guard count <= 15 else { throw .damaged }
        let value = try take(count)
        return value < 1 << (count - 1) ? value - (1 << count) + 1 : value
    }

    // MARK: Blocks

    private mutating func readBlock(_ block: Int, of index: Int, _ band: Band) throws(PictureFault) {
        let start = 64 * block
        if !isProgressive {
            try readDirect(start, of: index, shift: 0)
            try readBand(start, of: index, Band(first: 1, last: 63, high: 0, low: 0))
        } else if band.first == 0 {
            if band.high == 0 {
                try readDirect(start, of: index, shift: band.low)
            } else if try take(1) == 1 {
                components[index].coefficients[start] |= 1 << Int16(band.low)
            }
        } else if band.high == 0 {
            try readBand(start, of: index, band)
        } else {
            try refine(start, of: index, band)
        }
    }

    private mutating func readDirect(_ start: Int, of index: Int, shift: Int) throws(PictureFault) {
        let difference = try number(try symbol(components[index].direct))
        let value = components[index].prediction + difference
        guard abs(value) < 1 << 17 else { throw .damaged }
        components[index].prediction = value
        components[index].coefficients[start] = Int16(truncatingIfNeeded: value << shift)
    }

    private mutating func readBand(_ start: Int, of index: Int, _ band: Band) throws(PictureFault) {
        if zeroRun > 0 {
            zeroRun -= 1
            return
        }
        var place = band.first
        while place <= band.last {
            let symbol = try symbol(components[index].alternating)
            let (run, size) = (symbol >> 4, symbol & 15)
            if size == 0 {
                if run == 15 {
                    place += 16
                    continue
                }
                // The blocks that follow have nothing either.
                zeroRun = isProgressive ? (1 << run) - 1 + (try take(run)) : 0
                return
            }
            place += run
            guard place <= band.last else { throw .damaged }
            components[index].coefficients[start + Self.order[place]] = Int16(
                truncatingIfNeeded: try number(size) << band.low)
            place += 1
        }
    }

    /// Reads one bit more of numbers that are known already, and the first of others.
    private mutating func refine(_ start: Int, of index: Int, _ band: Band) throws(PictureFault) {
        let bit = Int16(1) << Int16(band.low)
        var place = band.first
        if zeroRun == 0 {
            while place <= band.last {
                let symbol = try symbol(components[index].alternating)
                var (run, value) = (symbol >> 4, Int16(0))
                switch symbol & 15 {
                case 0:
                    if run < 15 {
                        zeroRun = (1 << run) + (try take(run))
                        run = 64
                    }
                case 1: value = try take(1) == 1 ? bit : -bit
                default: throw .damaged
                }
                if zeroRun > 0 { break }
                while place <= band.last {
                    let target = start + Self.order[place]
                    place += 1
                    if components[index].coefficients[target] != 0 {
                        try correct(target, of: index, bit)
                    } else if run > 0 {
                        run -= 1
                    } else {
                        components[index].coefficients[target] = value
                        break
                    }
                }
            }
        }
        guard zeroRun > 0 else { return }
        while place <= band.last {
            let target = start + Self.order[place]
            if components[index].coefficients[target] != 0 { try correct(target, of: index, bit) }
            place += 1
        }
        zeroRun -= 1
    }

    private mutating func correct(_ target: Int, of index: Int, _ bit: Int16) throws(PictureFault) {
        guard try take(1) == 1 else { return }
        let old = components[index].coefficients[target]
        if old & bit == 0 { components[index].coefficients[target] = old &+ (old > 0 ? bit : -bit) }
    }
}
