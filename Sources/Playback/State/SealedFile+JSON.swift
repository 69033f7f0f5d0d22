import FoundationEssentials
package import SystemSupport

extension SealedFile {
    /// Writes `content` as JSON. Blocks on the disk: not for the control thread's busy moments.
    package func write(_ content: some Encodable) throws(Failure) { try write(json: try encode(content)) }

    /// Writes small `content` as JSON over what the file has; see ``overwrite(json:isSynced:)``.
    package func overwrite(_ content: some Encodable, isSynced: Bool) throws(Failure) {
        try overwrite(json: try encode(content), isSynced: isSynced)
    }

    /// Reads the newest whole content that `isKnown`; see ``read(decode:report:)``.
    package func read<Content: Decodable>(
        _ type: Content.Type, isKnown: (Content) -> Bool = { _ in true }, report: (String) -> Void
    ) -> Content? {
        read(
            decode: { json in
                guard let content = try? JSONDecoder().decode(type, from: Data(json)), isKnown(content) else { return nil }
                return content
            }, report: report)
    }

    private func encode(_ content: some Encodable) throws(Failure) -> [UInt8] {
        do {
            return Array(try JSONEncoder().encode(content))
        } catch {
            throw Failure(description: "\(path) cannot be written as JSON: \(error)")
        }
    }
}
