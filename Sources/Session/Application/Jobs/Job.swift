package import Conversion
package import MediaTypes

/// Long work on media that somebody asks for: sound that is copied or converted into a new file.
package struct JobRequest: Hashable, Sendable {
    /// What is done with the sound.
    package enum Work: Hashable, Sendable {
        /// Its packets are copied, without decoding them.
        case extract(Extraction)
        /// It is decoded and written in another format.
        case convert(Transcoding)
    }

    /// Where the result goes.
    package enum Target: Hashable, Sendable {
        /// Into a new file below the directory of recordings.
        /// - `stem`: its path without the suffix; `nil` for the name of the media, with a number where that is taken.
        /// - `suffix`: its suffix, without the dot; `nil` for the usual one.
        case file(stem: String?, suffix: String?)
        /// Over the connection of the client.
        case connection
    }

    /// The address of the media. It is for the work only, because it may hold a password.
    package var uri: String
    /// Whether a client sends the media over its connection, so that ``uri`` names nothing.
    package var isSent = false
    package var work: Work
    package var target: Target

    /// What stands for the address of media that a client sends.
    package static let sentMedia = "-"

    /// Whether the job needs the connection of the client.
    var needsConnection: Bool { isSent || target == .connection }

    /// Makes a request.
    package init(_ work: Work, of uri: String, to target: Target) {
        self.uri = uri
        self.work = work
        self.target = target
    }
}

/// What a job has become.
package struct JobResult: Hashable, Sendable {
    /// What became of the sound.
    package enum Outcome: Hashable, Sendable {
        case extracted(ExtractionResult)
        case converted(TranscodingResult)
    }

    package var outcome: Outcome
    /// The path of the new file; `nil` if the result went over a connection.
    package var path: String?
    /// The usual suffix of such files, without its dot.
    package var suffix: String
}

/// A job, as doors see it: without its request, whose address may hold a password.
package struct JobStatus: Hashable, Sendable {
    /// What is done with the sound.
    package enum Kind: Hashable, Sendable {
        case extract, convert
    }

    /// How far a job is.
    package enum State: Hashable, Sendable {
        /// Others are done first, or the job's connection is not there yet.
        case waiting
        case running(Progress?)
        case done(JobResult)
        case failed(MediaError)
        case cancelled

        /// Whether nothing more happens.
        package var isOver: Bool {
            switch self {
            case .waiting, .running: false
            case .done, .failed, .cancelled: true
            }
        }
    }

    package let id: Int64
    package let kind: Kind
    /// The address of the media, without user and password.
    package let uri: String
    package var state: State

    /// Makes the job of a request, which waits.
    init(id: Int64, _ request: JobRequest) {
        self.id = id
        kind = if case .extract = request.work { .extract } else { .convert }
        uri = MediaAddress.shown(request.uri)
        state = .waiting
    }
}

/// The reason why a request about jobs was not carried out.
package enum JobError: Error, Hashable, Sendable {
    /// There is no job with this id, or it is over.
    case unknown(Int64)
    /// So many jobs wait, which is the limit.
    case tooMany(Int)
    /// So many clients send media to jobs, which is the limit.
    case tooManySent(Int)
    /// There is no directory to write to.
    case noDirectory
    /// The daemon is about to end.
    case shuttingDown
}
