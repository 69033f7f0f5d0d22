import JSON

extension Methods {
    /// The errors that beginning a recording may lead to.
    private static let recordingErrors: [ControlError.Code] = [
        .permissionDenied, .mediaServicesFailed, .sessionInsufficientPriority, .inputNotFound, .outputNotFound,
        .mediaUnsupported, .fileExists, .fileNotWritable, .uriNotAllowed, .limitExceeded, .superseded, .tooLate,
    ]
    private static let identified = WireMember<Int64>.required(
        "recording", .identifier, "The id that `record.start` returned.")

    /// The methods whose names begin with `record.`.
    public enum Record {
        /// Begins a recording in a file.
        public static let start = Method(
            "record.start", .admin,
            """
            Begins a recording below the directory of recordings. It does not end with the connection. Answers once the file is \
            there, or for `copy`, whose file comes with the first packet, at once; if a person has to allow it, once that is done. \
            Clients of the network leave `path` out.
            """,
            .inline(Wire.RecordingOrder.fileShape), answer: .value(Wire.Recording.self), errors: recordingErrors,
            waitsForMedia: true
        )
        .checked { order throws(ControlError) in try order.check(in: "record.start") }

        /// Begins a recording that goes over the connection from the reply on. The second parameter says whether it comes in chunks, so
        /// that the client can correct lengths.
        public static let open = Method(
            "record.open", .owner,
            """
            Begins a recording that goes over this connection: from the reply on, the connection carries it to the client and \
            nothing else, until `record.stop` on another connection, or until the client closes it. While the client does not \
            read, 20 seconds of sound wait; what is more is dropped, counted and marked.
            """,
            .inline(Wire.RecordingOrder.connectionShape),
            .optional(
                "chunks", .boolean, default: false,
                """
                Whether the bytes come in chunks, so that lengths in the head of the file can be corrected: 8 bytes with the place \
                in the file, 4 bytes with their number, both little-endian, then the bytes.
                """),
            answer: .value(Wire.Recording.self), errors: recordingErrors, waitsForMedia: true
        )
        .openingStream { _ in true }
        .checked { order, inChunks throws(ControlError) in
            try order.check(in: "record.open")
            guard !inChunks || order.latency == nil else {
                throw ControlError(
                    .invalidParams, "record.open: \"chunks\" and \"latency\" exclude each other: pieces come front to back",
                    details: ["parameter": "chunks"])
            }
        }

        /// Pauses a recording.
        public static let pause = Method(
            "record.pause", .admin, "Pauses a recording. Nothing listens until it goes on.", identified,
            answer: .value(Wire.Recording.self), errors: [.recordingNotFound])

        /// Lets a recording go on.
        public static let resume = Method(
            "record.resume", .admin, "Lets a recording go on.", identified, answer: .value(Wire.Recording.self),
            errors: [.recordingNotFound])

        /// Mutes a recording, or lets its sound be heard again.
        public static let setMuted = Method(
            "record.setMuted", .admin,
            "Records silence in place of the sound, or the sound again; the recording keeps its time. A copy cannot be muted.",
            identified, .required("muted", .boolean, "Whether silence is recorded from now on."),
            answer: .value(Wire.Recording.self), errors: [.recordingNotFound])

        /// Begins a new file, perhaps with another title.
        public static let split = Method(
            "record.split", .admin, "Begins a new file with the next frame; no frame is lost or doubled.", identified,
            .optional("title", .text, "The title from then on."),
            answer: .nothing, errors: [.recordingNotFound, .limitExceeded])

        /// Ends a recording.
        public static let stop = Method(
            "record.stop", .admin, "Ends a recording. Answers once everything is on the disk.", identified,
            answer: .value(Wire.RecordingResult.self), errors: [.recordingNotFound], waitsForMedia: true)

        /// Lists the recordings that are not over.
        public static let list = Method(
            "record.list", .admin, "Lists the recordings that are not over.", answer: .list(of: Wire.Recording.self))
    }

    static let recording: [any AnyMethod] = [
        Record.start, Record.open, Record.pause, Record.resume, Record.setMuted, Record.split, Record.stop, Record.list,
    ]
}
