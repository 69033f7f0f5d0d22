package import AudioTypes

/// A request whose parameters have been checked. Times are in seconds, levels from 0 to 1.
package enum Request: Hashable, Sendable {
    case player(Player)
    case queue(Queue)
    case media(Media)
    case announcement(Announcement)
    case recording(Recording)
    case job(Job)
    case library(Library)
    case sticker(Sticker)
    case playlist(Playlist)
    case rooms(Rooms)
    case session(Session)
    case route(Route)
    case server(Server)
    /// A request about the connection itself. The control server answers it.
    case connection(Connection)

    /// The requests to the player.
    package enum Player: Hashable, Sendable {
        /// Plays something, or goes on; `at` is the position to start at, in seconds.
        case play(PlayTarget, at: Double? = nil)
        /// Pauses.
        case pause
        /// Pauses if something plays, and plays otherwise.
        case toggle
        /// Stops playback and deactivates the session.
        case stop
        /// Goes to the next item.
        case next
        /// Goes to the previous item.
        case previous
        /// Goes to a position in the current item.
        case seek(SeekTarget)
        /// Reads the volume, or changes it; `level` and `delta` (never both) are not clamped yet.
        case volume(level: Double?, delta: Double?, muted: Bool?)
        /// Sets an option for playing.
        case setOption(PlayerOption, OptionValue)
        /// Reads what the output gets as it is, or sets what it may get; `nil` leaves that.
        case passthrough(Set<PassthroughCodec>?)
        /// Reads the state of the player.
        case status
        /// Has playback stop by itself; `nil` takes that back.
        case stopAfter(StopTarget?)
        /// Goes to a chapter of the current item.
        case seekToChapter(ChapterTarget)
    }

    /// The target of ``Player/stopAfter(_:)``.
    package enum StopTarget: Hashable, Sendable {
        /// The end of the item that is current by then.
        case current
        /// The end of the item with this id.
        case item(Int64)
        /// The end of each item.
        case each
        /// So many minutes from now; the sound fades over the last `fade` seconds.
        case minutes(Double, fade: Double)
    }

    /// The target of ``Player/seekToChapter(_:)``.
    package enum ChapterTarget: Hashable, Sendable {
        /// The one at this index, counted from 0.
        case index(Int)
        /// The one behind the current one.
        case next
        /// The beginning of the current one, or the one before it.
        case previous
    }

    /// The target of ``Player/play(_:at:)``.
    package enum PlayTarget: Hashable, Sendable {
        /// The queue where it is: goes on, or starts it.
        case queue
        /// The media at an address, which replace the queue.
        case media(String)
        /// The queue item with this id.
        case item(Int64)
        /// The item at this index of the queue.
        case place(Int)
    }

    /// The target of a seek.
    package enum SeekTarget: Hashable, Sendable {
        /// Seconds from the start of the item.
        case position(Double)
        /// Seconds from the current position; negative goes back.
        case offset(Double)
        /// A part of the item's duration, 0…1.
        case fraction(Double)
    }

    /// The requests to the queue.
    package enum Queue: Hashable, Sendable {
        /// Reads a page of the queue.
        case list(offset: Int, limit: Int?)
        /// Adds media before the item at `position`, or right behind the current item (`next`), or at the end.
        case add(uris: [String], position: Int?, next: Bool = false, unique: Bool = false, missing: Bool = false)
        /// Removes items.
        case remove(ids: [Int64])
        /// Removes items that name the same media as another one; one of them stays.
        case deduplicate
        /// Moves items, in the order given, so that the first stands at `position`.
        case move(ids: [Int64], position: Int)
        /// Empties the queue.
        case clear
        /// Reads or changes how the queue is played.
        case set(repeat: Wire.RepeatMode?, shuffle: Bool?, consume: Bool?, consumeOnce: Bool? = nil)
        /// Sets how early a queue that shuffles plays items.
        case setPriority(ids: [Int64], priority: UInt8)
        /// Has a part of an item's file be played: from `start` to `end`, both in seconds; all of it from 0 to `nil`.
        case setRange(id: Int64, start: Double, end: Double?)
        /// Sets tags of an item; an empty text removes one.
        case setTags(id: Int64, tags: [Wire.QueueTag: String])
    }

    /// The requests about media that need not be in the queue yet.
    package enum Media: Hashable, Sendable {
        /// Makes a queue item of the bytes that follow on the connection.
        case openStream(format: Wire.StreamFormat, title: String?, play: Bool)
        /// Describes media without playing it.
        case probe(uri: String)
        /// Lists the chapters of media; `nil`: of the current item.
        case chapters(uri: String?)
        /// Finds the picture of media; `withData`: the reply has its bytes.
        case picture(of: PictureTarget, withData: Bool)
    }

    /// The media whose picture ``Media/picture(of:withData:)`` finds.
    package enum PictureTarget: Hashable, Sendable {
        /// The current item.
        case current
        /// The local file at an address.
        case media(String)
        /// The queue item with this id.
        case item(Int64)
    }

    /// The requests about announcements.
    package enum Announcement: Hashable, Sendable {
        /// Announces the media at an address.
        case media(String, AnnouncementWish)
        /// Announces the bytes that follow on the connection.
        case stream(Wire.StreamFormat, AnnouncementWish)
        /// Cancels one announcement, or all of them.
        case cancel(Int64?)
        /// Lists the announcements that are not over.
        case list
    }

    /// How an announcement is to be heard.
    package struct AnnouncementWish: Hashable, Sendable {
        /// The title that mixers show.
        package var title: String?
        /// The volume; `nil` for that of the music.
        package var volume: Double?
        /// What happens to the music; `nil` for what is usual.
        package var effect: Wire.AnnouncementEffect?
        /// The ids or names of the rooms in which it is to be heard; `nil` for where the music plays.
        package var rooms: [String]?

        /// Makes a wish.
        package init(
            title: String? = nil, volume: Double? = nil, effect: Wire.AnnouncementEffect? = nil, rooms: [String]? = nil
        ) {
            self.title = title
            self.volume = volume
            self.effect = effect
            self.rooms = rooms
        }
    }

    /// The requests about recordings.
    package enum Recording: Hashable, Sendable {
        /// Begins a recording.
        case start(RecordingWish)
        /// Begins a recording that goes over the connection from the reply on; `inChunks`: so that the client can correct lengths.
        case open(RecordingWish, inChunks: Bool)
        /// Pauses a recording.
        case pause(Int64)
        /// Lets a recording go on.
        case resume(Int64)
        /// Begins a new file.
        case split(Int64, title: String?)
        /// Ends a recording.
        case stop(Int64)
        /// Lists the recordings that are not over.
        case list
    }

    /// The recording that ``Recording/start(_:)`` begins; see `record.start`.
    package struct RecordingWish: Hashable, Sendable {
        package var source: Wire.RecordingSource
        /// The uid of the input or output.
        package var uid: String?
        package var path: String?
        package var format: String?
        package var codec: String?
        package var bits: String?
        package var bitRate: Int?
        package var quality: Int?
        package var channels: Int?
        package var sampleRate: Int?
        package var title: String?
        package var tags: [String: String]
        package var splitEvery: Double?
        package var splitsOnClock: Bool
        package var onSilence: Wire.SilenceRule?
        package var maximumDuration: Double?
        package var fillsGaps: Bool
        package var followsInput: Bool
        package var splitsOnTitle: Bool
        package var preRoll: Double?

        /// Makes a wish.
        package init(
            source: Wire.RecordingSource = .input, uid: String? = nil, path: String? = nil, format: String? = nil,
            codec: String? = nil, bits: String? = nil, bitRate: Int? = nil, quality: Int? = nil, channels: Int? = nil,
            sampleRate: Int? = nil, title: String? = nil, tags: [String: String] = [:], splitEvery: Double? = nil,
            splitsOnClock: Bool = false, onSilence: Wire.SilenceRule? = nil, maximumDuration: Double? = nil,
            fillsGaps: Bool = true, followsInput: Bool = false, splitsOnTitle: Bool = false, preRoll: Double? = nil
        ) {
            self.source = source
            self.uid = uid
            self.path = path
            self.format = format
            self.codec = codec
            self.bits = bits
            self.bitRate = bitRate
            self.quality = quality
            self.channels = channels
            self.sampleRate = sampleRate
            self.title = title
            self.tags = tags
            self.splitEvery = splitEvery
            self.splitsOnClock = splitsOnClock
            self.onSilence = onSilence
            self.maximumDuration = maximumDuration
            self.fillsGaps = fillsGaps
            self.followsInput = followsInput
            self.splitsOnTitle = splitsOnTitle
            self.preRoll = preRoll
        }
    }

    /// The requests about long work on media.
    package enum Job: Hashable, Sendable {
        /// Copies the sound of media without decoding it; see `media.extract`.
        case extract(JobWish, stream: Int?, container: String?)
        /// Decodes the sound of media and writes it again; see `media.convert`.
        case convert(JobWish, ConversionWish)
        /// Lists the jobs.
        case list
        /// Ends a job.
        case cancel(Int64)
    }

    /// What all jobs need to know.
    package struct JobWish: Hashable, Sendable {
        package var uri: String
        /// In seconds.
        package var start: Double?
        package var end: Double?
        /// The new file, below the directory of recordings.
        package var path: String?
        package var target: Wire.JobTarget

        /// Makes a wish.
        package init(
            uri: String, start: Double? = nil, end: Double? = nil, path: String? = nil, target: Wire.JobTarget = .file
        ) {
            self.uri = uri
            self.start = start
            self.end = end
            self.path = path
            self.target = target
        }
    }

    /// How sound is converted; see `media.convert`.
    package struct ConversionWish: Hashable, Sendable {
        package var format: String?
        package var codec: String?
        package var bits: String?
        package var bitRate: Int?
        package var quality: Int?
        package var loudness: Double?
        package var sampleRate: Int?
        package var channels: Int?

        /// Makes a wish.
        package init(
            format: String? = nil, codec: String? = nil, bits: String? = nil, bitRate: Int? = nil, quality: Int? = nil,
            loudness: Double? = nil, sampleRate: Int? = nil, channels: Int? = nil
        ) {
            self.format = format
            self.codec = codec
            self.bits = bits
            self.bitRate = bitRate
            self.quality = quality
            self.loudness = loudness
            self.sampleRate = sampleRate
            self.channels = channels
        }
    }

    /// The requests to the audio session.
    package enum Session: Hashable, Sendable {
        /// Reads the session.
        case get
        /// Lists so many of the latest changes of what is heard.
        case history(limit: Int)
        /// Sets category, mode and options together.
        case setCategory(category: String, mode: String, options: [String])
        /// Sets the preferred buffer duration of the graph; 0 means no preference.
        case setPreferredIOBufferDuration(seconds: Double)
        /// Sets the preferred sample rate of the graph; 0 means no preference.
        case setPreferredSampleRate(hertz: Double)
        /// Activates or deactivates the session.
        case setActive(active: Bool, notifyOthersOnDeactivation: Bool)
        /// Sends the sound to a loudspeaker, or ends that override.
        case overrideOutput(Wire.OutputOverride)
        /// Says whether clients may record.
        case answerRecordPermission(allow: Bool)
        /// Begins an interruption that lasts at most as long as the connection.
        case beginInterruption(reason: String?, mayDuck: Bool)
        /// Ends an interruption.
        case endInterruption(interruption: Int64, shouldResume: Bool)
    }

    /// The requests about where the sound goes.
    package enum Route: Hashable, Sendable {
        /// Reads the current route.
        case get
        /// Lists the outputs.
        case outputs
        /// Lists the inputs.
        case inputs
        /// Chooses an input by its uid; `nil` means the default input.
        case selectInput(input: String?)
        /// Sets the volume of the input, or its mute switch; what is `nil` stays as it is.
        case setInputVolume(level: Double?, delta: Double?, muted: Bool?)
        /// Chooses an output by its uid; `nil` means the default output.
        case select(output: String?)
        /// Chooses several outputs, which play the same sound, by their uids; the first is the primary.
        case selectTogether(outputs: [String])
        /// Sets the volume of an output, or its mute switch; what is `nil` stays as it is, and no output means the primary one.
        case setVolume(output: String?, level: Double?, delta: Double?, muted: Bool?)
        /// Sets how much later than by itself an output plays beside others; `nil` means as late as the slowest of them.
        case setDelay(output: String, seconds: Double?)
    }

    /// The requests to the daemon itself.
    package enum Server: Hashable, Sendable {
        /// Describes the daemon.
        case info
        /// Reads the daemon's counters.
        case statistics
        /// Reads the configuration again.
        case reload
    }

    /// The requests that the control server answers.
    package enum Connection: Hashable, Sendable {
        /// Subscribes to the events that pass the filter.
        case subscribe(EventFilter)
        /// Ends the subscription.
        case unsubscribe
        /// Describes the protocol.
        case discover
    }
}

extension Request {
    /// Whether the connection carries media and nothing else once the request has succeeded.
    package var opensStream: Bool {
        switch self {
        case .media(.openStream), .announcement(.stream), .recording(.open): true
        case .job(.extract(let wish, _, _)), .job(.convert(let wish, _)): wish.target != .file
        default: false
        }
    }
}
