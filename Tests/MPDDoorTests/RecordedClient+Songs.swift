import TestSupport

extension MPDStage {
    /// A stage with two albums of three songs and one picture, which the daemon has scanned.
    static func withAlbums() async throws -> MPDStage {
        let stage = try await set(music: "music", playlists: "lists")
        let directory = stage.system.directory
        for (place, tags) in [
            ("Nadia/Ufer/01 Anfang", ["title=Anfang", "artist=Nadia", "MUSICBRAINZ_TRACKID=77aa-01", "composer=Clara"]),
            ("Nadia/Ufer/02 Ende", ["title=Ende", "artist=Nadia"]), ("Verschiedene/Mix/01 Eins", ["title=Eins", "artist=Otto"]),
        ] {
            let parts = place.split(separator: "/")
            let date = parts[0] == "Nadia" ? "2003" : "1999"
            let shared = [
                "album_artist=\(parts[0])", "album=\(parts[1])", "track=\(parts[2].prefix(2))", "disc=1", "date=\(date)",
            ]
            var options = ["-nostdin", "-y", "-f", "lavfi", "-i", "sine=d=9:r=8000"]
            for tag in tags + shared + ["genre=Jazz"] { options += ["-metadata", tag] }
            try directory.makeDirectory("music/\(parts[0])/\(parts[1])")
            try await Tool.run("ffmpeg", options + [directory.file("music/\(place).flac")])
        }
        // The beginning of a PNG, which says what it is.
        let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [UInt8](repeating: 0, count: 2_000)
        try writeFile(picture, to: directory.file("music/Nadia/Ufer/cover.png"))
        try await stage.scan()
        return stage
    }
}

extension RecordedClient {
    private static let begin = "Nadia/Ufer/01 Anfang.flac"
    private static let end = "Nadia/Ufer/02 Ende.flac"
    private static let one = "Verschiedene/Mix/01 Eins.flac"

    /// What the programs send about songs: they browse, search, fill the queue, play, and keep playlists.
    static let withSongs = [
        WithSongs(name: "myMPD", turns: myMPD), WithSongs(name: "rmpc", turns: rmpc), WithSongs(name: "M.A.L.P.", turns: malp),
        WithSongs(name: "Home Assistant", turns: homeAssistant), WithSongs(name: "Cantata", turns: cantata),
    ]

    private static let myMPD: [Turn] = [
        Turn("tagtypes clear"),
        Turn("tagtypes enable Artist Album AlbumArtist Title Track Genre Date Disc Composer"),
        Turn("stats", has: "artists: 2", "albums: 2", "songs: 3", "db_playtime: 27"),
        Turn("search file \"\" window 0:1000", has: "file: \(begin)", "file: \(end)", "file: \(one)"),
        Turn(
            "list Album \"((AlbumArtist != ''))\" group AlbumArtist group Date", is: "Date: 1999",
            "AlbumArtist: Verschiedene", "Album: Mix", "Date: 2003", "AlbumArtist: Nadia", "Album: Ufer"),
        Turn(
            "find \"((Album == 'Ufer') AND (AlbumArtist == 'Nadia'))\" sort Disc window 0:1000", has: "file: \(begin)",
            "file: \(end)", "Composer: Clara", "Track: 2", "Disc: 1", "Date: 2003", "Genre: Jazz", "duration: 9.000",
            hides: ["MUSICBRAINZ_TRACKID"]),
        Turn("search \"((any contains 'anf'))\" sort Title window 0:100", has: "file: \(begin)", "Title: Anfang"),
        Turn("lsinfo \"Nadia/Ufer\"", has: "file: \(begin)", "file: \(end)", "Format: 8000:f:1"),
        Turn("searchadd \"((Album == 'Ufer') AND (AlbumArtist == 'Nadia'))\""),
        Turn(
            "playlistinfo 0:100", has: "file: \(begin)", "Composer: Clara", "Format: 8000:f:1", "Pos: 0", "Id: 1",
            "file: \(end)", "Title: Ende", "Pos: 1", "Id: 2", hides: ["MUSICBRAINZ_TRACKID"]),
        Turn("addid \"\(one)\" 0", is: "Id: 3"),
        Turn("plchangesposid 0", is: "cpos: 0", "Id: 3", "cpos: 1", "Id: 1", "cpos: 2", "Id: 2"),
        Turn("playid 2"),
        Turn("idle player", has: "changed: player"),
        Turn("status", has: "playlistlength: 3", "state: play", "song: 2", "songid: 2", "duration: 9.000"),
        Turn(
            "currentsong", has: "file: \(end)", "Artist: Nadia", "AlbumArtist: Nadia", "Title: Ende", "Track: 2", "Pos: 2",
            "Id: 2"),
        Turn("albumart \"\(begin)\" \"0\"", has: "size: 2008", "binary: 2008"),
        Turn("sticker set song \"\(begin)\" like 2"),
        Turn("sticker list song \"\(begin)\"", is: "sticker: like=2"),
        Turn("sticker find song \"\" like", is: "file: \(begin)", "sticker: like=2"),
        Turn("playlistadd \"Abend\" \"\(end)\""),
        Turn("listplaylists", has: "playlist: Abend"),
        Turn("listplaylistinfo \"Abend\"", has: "file: \(end)", "Title: Ende", "Album: Ufer", "duration: 9.000"),
        Turn("load \"Abend\""),
        Turn("playlistinfo 3:4", has: "file: \(end)", "Pos: 3", "Id: 4"),
    ]

    private static let rmpc: [Turn] = [
        Turn("lsinfo", has: "directory: Nadia", "directory: Verschiedene"),
        Turn("lsinfo \"Nadia/Ufer\"", has: "file: \(begin)", "Title: Anfang", "file: \(end)"),
        Turn("list Artist", is: "Artist: Nadia", "Artist: Otto"),
        Turn("list Album \"((Artist == 'Nadia'))\"", is: "Album: Ufer"),
        Turn(
            "find \"((Artist == 'Nadia') AND (Album == 'Ufer'))\"", has: "file: \(begin)", "file: \(end)", "Date: 2003",
            "MUSICBRAINZ_TRACKID: 77aa-01"),
        Turn("search \"((any contains 'END'))\"", has: "file: \(end)", "Title: Ende"),
        Turn("findadd \"((Artist == 'Nadia') AND (Album == 'Ufer'))\""),
        Turn("addid \"\(one)\"", is: "Id: 3"),
        Turn(
            "playlistinfo", has: "file: \(begin)", "MUSICBRAINZ_TRACKID: 77aa-01", "Composer: Clara", "Id: 1", "Id: 2",
            "file: \(one)", "Artist: Otto", "Pos: 2", "Id: 3"),
        Turn("sticker set song \"\(end)\" rating 8"),
        Turn(
            "command_list_begin\nsticker list song \"\(begin)\"\nsticker list song \"\(end)\"\ncommand_list_end",
            is: "sticker: rating=8"),
        Turn("playid 1"),
        Turn("idle player", has: "changed: player"),
        Turn(
            "command_list_begin\nstatus\ncurrentsong\ncommand_list_end", has: "state: play", "songid: 1",
            "file: \(begin)", "MUSICBRAINZ_TRACKID: 77aa-01", "Time: 9", "Pos: 0", "Id: 1"),
        Turn("seekcur +2"),
        Turn("albumart \"\(begin)\" 0", has: "size: 2008", "binary: 2008"),
        Turn("readpicture \"\(begin)\" 0", has: "size: 2008", "type: image/png", "binary: 2008"),
        Turn("readpicture \"\(one)\" 0"),
        Turn("save \"Abend\""),
        Turn("playlistadd \"Abend\" \"\(one)\""),
        Turn("listplaylist \"Abend\"", is: "file: \(begin)", "file: \(end)", "file: \(one)", "file: \(one)"),
        Turn("listplaylistinfo \"Abend\"", has: "Composer: Clara", "Title: Ende", "Artist: Otto"),
        Turn("deleteid \"2\""), Turn("moveid \"3\" \"0\""),
        Turn("plchangesposid 0", is: "cpos: 0", "Id: 3", "cpos: 1", "Id: 1"),
    ]

    private static let malp: [Turn] = [
        Turn(
            "list albumartist group MUSICBRAINZ_ARTISTID", is: "MUSICBRAINZ_ARTISTID: ", "AlbumArtist: Nadia",
            "AlbumArtist: Verschiedene"),
        Turn(
            "list album albumartist \"Nadia\" group albumartist group albumartistsort group musicbrainz_albumid group date",
            is: "Date: 2003", "MUSICBRAINZ_ALBUMID: ", "AlbumArtistSort: Nadia", "AlbumArtist: Nadia", "Album: Ufer"),
        Turn("list album base \"Verschiedene\" group date", is: "Date: 1999", "Album: Mix"),
        Turn("find album \"Ufer\"", has: "file: \(begin)", "Track: 1", "file: \(end)", "Track: 2"),
        Turn("search any \"clara\"", has: "file: \(begin)"),
        Turn("lsinfo \"Nadia\"", has: "directory: Nadia/Ufer"),
        Turn("command_list_begin\nadd \"\(begin)\"\nadd \"\(end)\"\ncommand_list_end"),
        Turn("searchadd title \"eins\""),
        Turn("addid \"\(one)\"  1", is: "Id: 4"),
        Turn("playlistinfo 0:2", has: "file: \(begin)", "Composer: Clara", "file: \(one)", "Pos: 1", "Id: 4"),
        Turn("playlistfind file \"\(end)\"", has: "file: \(end)", "Title: Ende", "Pos: 2", "Id: 2"),
        Turn("play 2"),
        Turn("idle player", has: "changed: player"),
        Turn("currentsong", has: "file: \(end)", "Date: 2003", "Format: 8000:f:1", "Pos: 2", "Id: 2"),
        Turn("readpicture \"\(end)\" 0", has: "size: 2008", "type: image/png"),
        Turn("save \"Abend\""),
        Turn("playlistdelete \"Abend\" 0"),
        Turn("listplaylistinfo \"Abend\"", has: "file: \(one)", "file: \(end)", "Album: Mix", "duration: 9.000"),
        Turn("delete 0:2"),
        Turn("load \"Abend\""),
        Turn("playlistinfo", has: "Pos: 4", "Id: 7"),
        Turn("rm \"Abend\""),
        Turn("listplaylists"),
    ]

    private static let homeAssistant: [Turn] = [
        Turn("status", has: "state: stop", "playlistlength: 0"),
        Turn("currentsong"),
        Turn("listplaylists"),
        Turn("add \"\(begin)\""),
        Turn("play"),
        Turn("idle playlist", has: "changed: playlist"),
        Turn("idle player", has: "changed: player"),
        Turn("status", has: "state: play", "song: 0", "duration: 9.000"),
        Turn("currentsong", has: "file: \(begin)", "Title: Anfang", "Artist: Nadia", "Album: Ufer", "Time: 9"),
        Turn("readpicture \"\(begin)\" \"0\"", has: "size: 2008", "type: image/png", "binary: 2008"),
        Turn("seekcur \"3\""),
        Turn("pause \"1\""),
        Turn("status", has: "state: pause"),
        Turn("save \"Abend\""),
        Turn("listplaylists", has: "playlist: Abend"),
        Turn("clear"),
        Turn("load \"Abend\""),
        Turn("play"),
        Turn("currentsong", has: "file: \(begin)", "Pos: 0", "Id: 2"),
        Turn("stop"),
    ]

    private static let cantata: [Turn] = [
        Turn("stats", has: "songs: 3", "db_playtime: 27"),
        Turn("lsinfo \"/\"", has: "directory: Nadia", "directory: Verschiedene"),
        Turn("lsinfo \"Nadia/Ufer\"", has: "file: \(begin)", "AlbumArtist: Nadia", "Composer: Clara", "Time: 9"),
        Turn("listallinfo \"Verschiedene\"", has: "directory: Verschiedene/Mix", "file: \(one)", "Artist: Otto"),
        Turn("addid \"\(begin)\" 0", is: "Id: 1"),
        Turn("addid \"\(one)\" 1", is: "Id: 2"),
        Turn("plchangesposid 0", is: "cpos: 0", "Id: 1", "cpos: 1", "Id: 2"),
        Turn("playlistid \"2\"", has: "file: \(one)", "Album: Mix", "Genre: Jazz", "Pos: 1", "Id: 2"),
        Turn("prioid \"5\" \"2\""),
        Turn("playlistid \"2\"", has: "Prio: 5"),
        Turn("playid \"1\""),
        Turn("idle player", has: "changed: player"),
        Turn("currentsong", has: "file: \(begin)", "MUSICBRAINZ_TRACKID: 77aa-01", "Pos: 0", "Id: 1"),
        Turn("sticker set song \"\(begin)\" rating 8"),
        Turn("sticker get song \"\(begin)\" rating", is: "sticker: rating=8"),
        Turn("sticker find song \"\" rating", is: "file: \(begin)", "sticker: rating=8"),
        Turn("readpicture \"\(begin)\" 0", has: "size: 2008"),
        Turn("playlistadd \"Abend\" \"\(begin)\""),
        Turn("listplaylistinfo \"Abend\"", has: "file: \(begin)", "Title: Anfang"),
    ]
}
