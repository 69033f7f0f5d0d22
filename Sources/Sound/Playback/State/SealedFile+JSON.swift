import FoundationEssentials
package import SystemSupport

extension SealedFile {
    /// Writes `content` as JSON. Blocks on the disk: not for the control thread's busy moments.
    package func write(_ content: some Encodable) throws(Failure) {
        let json: Data
        do {
            json = try JSONEncoder().encode(content)
        } catch {
            throw Failure(description: "\(path) cannot be written as JSON: \(error)")
        }
        try write(json: json.span)
    }

    /// Reads the newest content that is whole and `isKnown`; see ``read(decode:report:)``.
    package func read<Content: Decodable>(
        _ type: Content.Type, isKnown: (Content) -> Bool = { _ in true }, report: (String) -> Void
    ) -> Content? {
        read(
            decode: { json in
                // Not copied, because it may be megabytes.
                let content = unsafe json.withUnsafeBytes { bytes in
                    guard let start = bytes.baseAddress else { return Content?.none }
                    let data = unsafe Data(
                        bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: bytes.count, deallocator: .none)
                    return try? JSONDecoder().decode(type, from: data)
                }
                return content.flatMap { isKnown($0) ? $0 : nil }
            }, report: report)
    }
}
