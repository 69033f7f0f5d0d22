extension RecordedClient {
    private static let begin = "Nadia/Ufer/01 Anfang.flac"
    private static let end = "Nadia/Ufer/02 Ende.flac"
    private static let one = "Verschiedene/Mix/01 Eins.flac"
    private static let ufer = "((album == 'Ufer') AND (albumartist == 'Nadia'))"

    /// What programs send that play what others hand to them, that tell what is heard, and that show albums and the notes of songs.
    static let handingOn = [
        WithSongs(name: "upmpdcli", turns: upmpdcli), WithSongs(name: "Music Assistant", turns: musicAssistant),
        WithSongs(name: "listenbrainz-mpd", turns: listenbrainz), WithSongs(name: "Plattenalbum", turns: plattenalbum),
        WithSongs(name: "Euphonica", turns: euphonica),
    ]

    /// The queue of a control point of UPnP or OpenHome: each address is put at its place with tags of its own.
    private static let upmpdcli: [Turn] = [
        Turn("commands", has: "command: addtagid"),
        Turn("status", has: "state: stop", "volume: 100"),
        Turn("clear"),
        Turn("addid \"http://127.0.0.1:1/minimserver/1.flac\" \"0\"", is: "Id: 1"),
        Turn("addtagid \"1\" \"Artist\" \"Nadia\""),
        Turn("addtagid \"1\" \"Album\" \"Ufer\""),
        Turn("addtagid \"1\" \"Title\" \"Anfang\""),
        Turn("addtagid \"1\" \"Track\" \"1\""),
        Turn("addtagid \"1\" \"Comment\" \"client=upmpdcli;\""),
        Turn("addid \"http://127.0.0.1:1/minimserver/2.flac\" \"1\"", is: "Id: 2"),
        Turn("playlistinfo", has: "Artist: Nadia", "Album: Ufer", "Title: Anfang", "Track: 1", "Pos: 1", hides: ["Comment"]),
        Turn("playlistinfo \"1\"", has: "file: http://127.0.0.1:1/minimserver/2.flac", "Id: 2"),
        Turn("playlistid \"2\"", has: "Pos: 1"),
        Turn("repeat \"1\""), Turn("random \"0\""), Turn("single \"0\""), Turn("consume \"0\""),
        Turn("setvol \"30\""),
        Turn("deleteid \"1\""),
        Turn("delete \"0:1\""),
        Turn("status", has: "playlistlength: 0", "volume: 30", "repeat: 1", "mixrampdb: 0"),
    ]

    /// One address is all of the queue, whatever is heard: its server leads the queue.
    private static let musicAssistant: [Turn] = [
        Turn("status", has: "state: stop", "volume: 100"),
        Turn("clear"),
        Turn("add \"http://127.0.0.1:1/single/1/abc/media_player/x.flac\""),
        Turn("status", has: "playlistlength: 1"),
        Turn("clear"),
        Turn("add \"\(begin)\""),
        Turn("play \"0\""),
        Turn("idle", has: "changed: playlist", "changed: player"),
        Turn("seekcur \"3\""),
        Turn("pause \"1\""),
        Turn("status", has: "state: pause", "song: 0"),
        Turn("pause \"0\""),
        Turn("status", has: "state: play"),
        Turn("setvol \"41\""),
        Turn("idle", has: "changed: mixer"),
        Turn("status", has: "volume: 41"),
        Turn("stop"),
        Turn("status", has: "state: stop"),
    ]

    private static let listenbrainz: [Turn] = [
        Turn("add \"\(begin)\""),
        Turn("play"),
        Turn("idle", has: "changed: player", "changed: playlist"),
        Turn(
            "command_list_ok_begin\nstatus\ncurrentsong\ncommand_list_end", has: "list_OK", "state: play", "songid: 1",
            "Title: Anfang", "Artist: Nadia", "Album: Ufer", "AlbumArtist: Nadia", "Track: 1", "duration: 9.000",
            "MUSICBRAINZ_TRACKID: 77aa-01"),
        Turn("pause 1"),
        Turn("idle", has: "changed: player"),
        Turn("command_list_ok_begin\nstatus\ncurrentsong\ncommand_list_end", has: "state: pause"),
    ]

    private static let plattenalbum: [Turn] = [
        Turn("commands", has: "command: config", "command: tagtypes", "command: status"),
        Turn("config", has: "pcre: 1"),
        Turn("tagtypes reset track title artist album albumartist albumartistsort date"),
        Turn("stats", has: "songs: 3"),
        Turn("status", has: "playlist: 0", "playlistlength: 0"),
        Turn("currentsong"),
        Turn(
            "list albumartist group albumartistsort", is: "AlbumArtistSort: Nadia", "AlbumArtist: Nadia",
            "AlbumArtistSort: Verschiedene", "AlbumArtist: Verschiedene"),
        Turn(
            "list album albumartist \"Nadia\" albumartistsort \"Nadia\" group date", is: "Date: 2003", "Album: Ufer"),
        Turn("tagtypes clear"),
        Turn(
            "find albumartist \"Nadia\" albumartistsort \"Nadia\" album \"Ufer\" date \"2003\" window 0:1",
            has: "file: \(begin)", hides: ["Title", "Artist"]),
        Turn("tagtypes reset track title artist album albumartist albumartistsort date"),
        Turn("albumart \"\(begin)\" 0", has: "size: 2008", "binary: 2008"),
        // It asks until there is nothing more.
        Turn("albumart \"\(begin)\" 2008", has: "size: 2008", "binary: 0"),
        Turn(
            "count albumartist \"Nadia\" albumartistsort \"Nadia\" album \"Ufer\" date \"2003\"", is: "songs: 2",
            "playtime: 18"),
        Turn(
            #"search "((!((title !contains_ci \"anf\") AND (artist !contains_ci \"anf\") AND (album !contains_ci \"anf\"))))" window 0:20"#,
            has: "file: \(begin)", hides: ["Genre", "MUSICBRAINZ_TRACKID"]),
        Turn(
            #"list album "((!((album !contains_ci \"uf\") AND (date !contains_ci \"uf\"))))" group date group albumartist group albumartistsort"#,
            has: "Date: 2003", "AlbumArtist: Nadia", "AlbumArtistSort: Nadia", "Album: Ufer"),
        Turn("clear"),
        Turn("findadd albumartist \"Nadia\" albumartistsort \"Nadia\" album \"Ufer\" date \"2003\""),
        Turn("play "),
        Turn("add \"\(one)\" +0"),
        Turn("plchanges 1", has: "Id: 1", "Id: 3", "Id: 2"),
        Turn("moveid 1 0"),
        Turn("delete 1:"),
        Turn("findadd albumartist \"Nadia\" albumartistsort \"Nadia\" album \"Ufer\" date \"2003\""),
        Turn("playlistfind file \"\(begin)\"", has: "Id: 1", "Id: 4"),
        Turn("swapid 1 4"),
        Turn("deleteid 4"),
        Turn("playlistinfo", has: "Id: 1", "Pos: 0", "Id: 5", "Pos: 1"),
        Turn("seekcur 2.5"),
        Turn("ping"),
    ]

    private static let euphonica: [Turn] = [
        Turn("subscribe \"euphonica_wake\""),
        Turn("sendmessage \"euphonica_wake\" \"wake\""),
        Turn("idle", has: "changed: subscription", "changed: message"),
        Turn("readmessages", is: "channel: euphonica_wake", "message: wake"),
        Turn("stats", has: "songs: 3"),
        Turn("list Album group AlbumArtist", has: "AlbumArtist: Nadia", "Album: Ufer", "AlbumArtist: Verschiedene"),
        Turn(
            "command_list_begin\ntagtypes clear\ntagtypes enable Title Album\nfind \"\(ufer)\" window 0:1\n"
                + "tagtypes all\ncommand_list_end", has: "file: \(begin)", "Title: Anfang", hides: ["Artist"]),
        // A list that is made by rules, none of which is about tags, begins with every song.
        Turn("find \"(added-since '-9223372036854775808')\" window 0:128", has: "file: \(begin)", "file: \(end)", "file: \(one)"),
        Turn("sticker set song \"\(begin)\" rating 8"),
        Turn("sticker inc song \"\(begin)\" playCount 1"),
        Turn("sticker find song \"\" rating gt 5 window 0:128", is: "file: \(begin)", "sticker: rating=8"),
        Turn("sticker set filter \"\(ufer)\" albumRating 6"),
        Turn(
            "sticker find filter \"\" albumRating window 0:128",
            is: #"filter: ((Album == "Ufer") AND (AlbumArtist == "Nadia"))"#, "sticker: albumRating=6"),
        Turn("sticker set album \"Ufer\" rating 4"),
        Turn("sticker find album \"\" rating window 0:128", has: "sticker: rating=4"),
        Turn("findadd \"\(ufer)\""),
        Turn("playlistinfo 0:128", has: "file: \(begin)", "Id: 1", "file: \(end)", "Id: 2"),
        Turn("plchangesposid 0 0:128", is: "cpos: 0", "Id: 1", "cpos: 1", "Id: 2"),
        Turn("getvol", is: "volume: 100"),
        Turn("readpicture \"\(begin)\" 0", has: "size: 2008", "type: image/png"),
        Turn("save \"Abend\""),
        Turn("listplaylistinfo \"Abend\" 0:128", has: "file: \(begin)", "file: \(end)"),
        Turn("unsubscribe \"euphonica_wake\""),
    ]
}
