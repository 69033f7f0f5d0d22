/// The commands that the server knows, by their names.
package enum Command: String, CaseIterable, Hashable, Sendable {
    case add, addid, binarylimit, channels, clear, clearerror, close, commands, config, consume, crossfade, currentsong, decoders
    case delete, deleteid, delpartition, disableoutput, enableoutput, getvol, idle, kill, listpartitions, load, mixrampdb,
        mixrampdelay
    case move, moveid, moveoutput, newpartition, next, notcommands, outputs, outputset, partition, password, pause, ping, play
    case playid, playlist, playlistfind, playlistid, playlistinfo, playlistsearch, plchanges, plchangesposid, previous, prio,
        prioid
    case `protocol`, random, rangeid, readmessages, `repeat`, seek, seekcur, seekid, sendmessage, setvol, shuffle, single, stats
    case status, stop, subscribe, swap, swapid, tagtypes, toggleoutput, unsubscribe, urlhandlers, volume
    case replayGainMode = "replay_gain_mode"
    case replayGainStatus = "replay_gain_status"
    // About a library. They have their own refusal as long as there is none.
    case addtagid, albumart, cleartagid, count, find, findadd, getfingerprint, list, listall, listallinfo, listfiles, listmounts
    case listneighbors, listplaylist, listplaylistinfo, listplaylists, lsinfo, mount, playlistadd, playlistclear, playlistdelete
    case playlistmove, readcomments, readpicture, rename, rescan, rm, save, search, searchadd, searchaddpl, sticker, unmount,
        update

    /// Why the command is never carried out here; `nil` if it is. Such a command is not among those that `commands` lists.
    package var standingRefusal: MPDFailure? {
        switch self {
        case .listmounts, .mount, .unmount: .noDatabase
        case .listneighbors: MPDFailure(.unknown, "No neighbor plugin configured")
        case .kill: MPDFailure(.permission, "fermatad ends by its service manager only")
        case .newpartition: MPDFailure(.unknown, "There is one partition only, default")
        default: nil
        }
    }

    /// What a client must be permitted.
    package var permission: Permissions {
        switch self {
        case .close, .commands, .notcommands, .password, .ping, .binarylimit, .tagtypes, .`protocol`: []
        case .add, .addid, .load, .findadd, .searchadd: .add
        case .clearerror, .consume, .crossfade, .mixrampdb, .mixrampdelay, .next, .pause, .play, .playid, .previous, .random,
            .`repeat`, .replayGainMode, .seek, .seekcur, .seekid, .setvol, .single, .stop, .volume, .clear, .delete, .deleteid,
            .move, .moveid, .prio, .prioid, .shuffle, .swap, .swapid:
            .player
        case .sendmessage, .playlistadd, .playlistclear, .playlistdelete, .playlistmove, .rename, .rm, .save, .searchaddpl,
            .update, .rescan:
            .control
        case .addtagid, .cleartagid, .rangeid: .add
        case .config, .delpartition, .disableoutput, .enableoutput, .kill, .mount, .moveoutput, .newpartition, .outputset,
            .sticker, .toggleoutput, .unmount:
            .admin
        default: .read
        }
    }

    /// How many arguments the command takes.
    package var argumentCount: ClosedRange<Int> {
        switch self {
        case .channels, .clear, .clearerror, .close, .commands, .config, .currentsong, .decoders, .getvol, .kill, .listmounts,
            .listneighbors, .listpartitions, .listplaylists, .next, .notcommands, .outputs, .ping, .playlist, .previous,
            .readmessages, .replayGainStatus, .stats, .status, .stop, .urlhandlers:
            0...0
        case .binarylimit, .consume, .crossfade, .deleteid, .delete, .delpartition, .disableoutput, .enableoutput,
            .getfingerprint,
            .listplaylist, .listplaylistinfo, .mixrampdb, .mixrampdelay, .moveoutput, .newpartition, .partition, .password,
            .random, .readcomments, .`repeat`, .replayGainMode, .rm, .save, .seekcur, .setvol, .single, .subscribe, .toggleoutput,
            .unmount, .unsubscribe, .volume, .playlistclear:
            1...1
        case .listall, .listallinfo, .listfiles, .lsinfo, .pause, .play, .playid, .playlistid, .playlistinfo, .rescan, .shuffle,
            .update:
            0...1
        case .albumart, .mount, .move, .moveid, .readpicture, .rename, .seek, .seekid, .sendmessage, .swap, .swapid,
            .playlistdelete:
            2...2
        case .rangeid: 2...2
        case .add, .addid: 1...2
        case .plchanges, .plchangesposid: 1...2
        case .load: 1...3
        case .playlistadd: 2...3
        case .playlistmove, .outputset, .addtagid: 3...3
        case .cleartagid: 1...2
        case .sticker: 3...CommandText.argumentLimit
        case .prio, .prioid: 2...CommandText.argumentLimit
        case .count, .find, .findadd, .list, .playlistfind, .playlistsearch, .search, .searchadd: 1...CommandText.argumentLimit
        case .searchaddpl: 2...CommandText.argumentLimit
        case .idle, .tagtypes, .`protocol`: 0...CommandText.argumentLimit
        }
    }

    /// Whether a client of the network may not give the command, whatever it is permitted.
    package var isLocalOnly: Bool { self == .config }

    /// Returns the command that a client means, if the client may give it with these arguments.
    package init(_ text: CommandText, permissions: Permissions) throws(MPDFailure) {
        guard let command = Command(rawValue: text.name) else { throw MPDFailure(.unknown, "unknown command \"\(text.name)\"") }
        guard permissions.isSuperset(of: command.permission) else {
            throw MPDFailure(.permission, "you don't have permission for \"\(text.name)\"")
        }
        let (count, wanted) = (text.arguments.count, command.argumentCount)
        if wanted.count == 1, count != wanted.lowerBound {
            throw MPDFailure(.argument, "wrong number of arguments for \"\(text.name)\"")
        }
        guard count >= wanted.lowerBound else { throw MPDFailure(.argument, "too few arguments for \"\(text.name)\"") }
        guard count <= wanted.upperBound else { throw MPDFailure(.argument, "too many arguments for \"\(text.name)\"") }
        self = command
    }

    /// The names of the commands that a client with these permissions can use, in alphabetical order.
    package static func names(for permissions: Permissions) -> [String] {
        allCases.filter { $0.standingRefusal == nil && permissions.isSuperset(of: $0.permission) }.map(\.rawValue).sorted()
    }

    /// The names of the commands that a client with these permissions cannot use because it may not.
    package static func forbiddenNames(for permissions: Permissions) -> [String] {
        allCases.filter { $0.standingRefusal == nil && !permissions.isSuperset(of: $0.permission) }.map(\.rawValue).sorted()
    }
}
