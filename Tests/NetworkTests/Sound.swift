import AudioTypes
import Media
import MediaTypes
import TestSupport

@testable import Network

/// Decoded samples, one array a channel.
struct Sound: Hashable {
    var planes: [[Float]]
    var count: Int { planes.first?.count ?? 0 }

    /// What a reader gives up to its end, or the next `limit` frames.
    init(reading reader: inout AudioReader, atMost limit: Int = .max) throws {
        let channels = reader.outputFormat.channelCount
        planes = Array(repeating: [], count: channels)
        let buffers = (0..<channels).map { _ in UnsafeMutablePointer<Float>.allocate(capacity: 4_096) }
        defer { buffers.forEach { $0.deallocate() } }
        while count < limit {
            let frames = try buffers.withUnsafeBufferPointer { planes throws(MediaError) in
                try reader.read(into: planes, capacity: min(4_096, limit - count))
            }
            if frames == 0 { break }
            for channel in 0..<channels { planes[channel] += UnsafeBufferPointer(start: buffers[channel], count: frames) }
        }
    }

    /// The whole of a file.
    init(of path: String) throws {
        var reader = try AudioReader(MediaLocation(uri: path))
        try self.init(reading: &reader)
    }

    func part(from start: Int, count: Int) -> Sound { Sound(planes: planes.map { Array($0.dropFirst(start).prefix(count)) }) }

    private init(planes: [[Float]]) { self.planes = planes }
}

extension AudioReader {
    /// Opens what stands at an address of a test's server.
    init(
        at address: String, _ configuration: NetworkConfiguration = .quick, cancellation: CancellationToken = CancellationToken()
    ) throws {
        let source = try NetworkSource(try WebAddress(address), configuration, cancellation: cancellation)
        try self.init(source, name: address, cancellation: cancellation)
    }
}

extension NetworkConfiguration {
    /// One that gives up soon, for what is to fail.
    static let quick = NetworkConfiguration(timeoutSeconds: 3)
    /// One that is patient, for what is to work.
    static let patient = NetworkConfiguration(timeoutSeconds: 30)
}

extension MediaServer {
    /// A server with a file of noise in it, unlike itself in every frame: some 260 kB of FLAC, or another format by the suffix.
    static func withNoise(
        _ name: String = "noise.flac", seconds: Int = 2, secureAs host: String? = nil, isExpired: Bool = false
    ) async throws -> MediaServer {
        let server = try await start(secureAs: host, isExpired: isExpired)
        // AAC fills in noise of its own, which differs after a jump.
        let options = name.hasSuffix(".m4a") ? ["-c:a", "alac"] : []
        try await AudioFiles.encode(
            AudioFixture.unique(frameCount: seconds * 44_100), options: options, to: server.directory.file(name))
        return server
    }
}
