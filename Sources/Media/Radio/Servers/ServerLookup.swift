import CResolver

/// Asks the name servers of the system for the servers of the directory.
enum ServerLookup {
    /// Returns the records of a name; none if nobody knows any. Blocks for at most some seconds; any thread may call it.
    ///
    /// The C library's own resolver does it: nothing is loaded for it, and what it keeps is freed at once.
    static func records(of name: String) -> [ServiceRecord] {
        var answer = [UInt8](repeating: 0, count: 4_096)
        let count = unsafe answer.withUnsafeMutableBufferPointer { room in
            unsafe name.withCString { unsafe fermata_service_records($0, room.baseAddress, Int32(room.count)) }
        }
        return count < 0 ? [] : ServiceRecords.records(in: Array(answer.prefix(Int(count))))
    }
}
