extension MusicFileTests {
    /// Writes tags with mutagen, and ends with an error if mutagen then reads others.
    static let script = """
        import struct, sys
        import mutagen
        from mutagen import aiff, apev2, asf, flac, id3, monkeysaudio, mp4, musepack, trueaudio, wave
        kind, path, rest = sys.argv[1], sys.argv[2], sys.argv[3:]
        JPEG = b"\\xff\\xd8\\xff"
        FRONT, BACK = JPEG + b"\\1" * 1000, JPEG + b"\\2" * 2000

        # By the names of Vorbis comments.
        TAGS = {"artist": ["Örjan feat. Ana"], "artists": ["Örjan", "Ana"], "album": ["Ein Álbum"], "albumartist": ["Verschiedene"],
            "composer": ["Dvorák", "Purcell"], "conductor": ["Nadia"], "genre": ["Jazz", "Chanson d'été"], "date": ["2003-05-12"],
            "originaldate": ["1987"], "tracknumber": ["3/12"], "discnumber": ["1/2"], "musicbrainz_albumid": ["8f6b"],
            "musicbrainz_trackid": ["77aa"], "musicbrainz_artistid": ["a1", "a2"], "label": ["Lábel"], "comment": ["one\\ntwo"],
            "lyrics": ["La\\nla"], "replaygain_track_gain": ["-3.50 dB"], "replaygain_track_peak": ["0.5"], "compilation": ["1"],
            "replaygain_album_gain": ["+1.25 dB"], "replaygain_album_peak": ["0.75"],
            "artistsort": ["Orjan"], "albumsort": ["Album, Ein"], "titlesort": ["Uberfahrt"], "albumartistsort": ["V"],
            "composersort": ["Dvorak, A"], "performer": ["Alice (violin)"], "work": ["Ópus 1"]}
        FRAMES = {"title": "TIT2", "artist": "TPE1", "album": "TALB", "albumartist": "TPE2", "composer": "TCOM", "conductor": "TPE3",
            "genre": "TCON", "date": "TDRC", "originaldate": "TDOR", "tracknumber": "TRCK", "discnumber": "TPOS", "label": "TPUB",
            "compilation": "TCMP", "artistsort": "TSOP", "albumsort": "TSOA", "titlesort": "TSOT", "albumartistsort": "TSO2",
            "composersort": "TSOC"}
        DESCRIPTIONS = {"artists": "ARTISTS", "musicbrainz_albumid": "MusicBrainz Album Id",
            "musicbrainz_artistid": "MusicBrainz Artist Id"}
        APE = {"albumartist": "Album Artist", "date": "Year", "tracknumber": "Track", "discnumber": "Disc"}
        ATOMS = {"title": "\\u00a9nam", "artist": "\\u00a9ART", "album": "\\u00a9alb", "albumartist": "aART",
            "composer": "\\u00a9wrt", "date": "\\u00a9day", "genre": "\\u00a9gen", "comment": "\\u00a9cmt", "lyrics": "\\u00a9lyr",
            "artistsort": "soar", "albumsort": "soal", "titlesort": "sonm", "albumartistsort": "soaa", "composersort": "soco",
            "work": "\\u00a9wrk"}
        FREEFORM = {"artists": "ARTISTS", "musicbrainz_albumid": "MusicBrainz Album Id", "musicbrainz_trackid": "MusicBrainz Track Id",
            "musicbrainz_artistid": "MusicBrainz Artist Id", "conductor": "CONDUCTOR", "label": "LABEL",
            "originaldate": "ORIGINALDATE"}
        ASF = {"title": "Title", "artist": "Author", "artists": "WM/ARTISTS", "album": "WM/AlbumTitle",
            "albumartist": "WM/AlbumArtist", "composer": "WM/Composer", "conductor": "WM/Conductor", "genre": "WM/Genre",
            "date": "WM/Year", "originaldate": "WM/OriginalReleaseYear", "tracknumber": "WM/TrackNumber",
            "discnumber": "WM/PartOfSet", "musicbrainz_albumid": "MusicBrainz/Album Id",
            "musicbrainz_trackid": "MusicBrainz/Track Id", "musicbrainz_artistid": "MusicBrainz/Artist Id",
            "label": "WM/Publisher", "comment": "Description", "lyrics": "WM/Lyrics", "compilation": "WM/IsCompilation",
            "artistsort": "WM/ArtistSortOrder", "albumsort": "WM/AlbumSortOrder", "titlesort": "WM/TitleSortOrder",
            "albumartistsort": "WM/AlbumArtistSortOrder", "composersort": "WM/ComposerSortOrder", "work": "WM/Work"}

        def frames(target, tags, encoding):
            for name, values in tags.items():
                if name in FRAMES:
                    target.add(getattr(id3, FRAMES[name])(encoding=encoding, text=values))
                elif name == "comment":
                    target.add(id3.COMM(encoding=encoding, lang="eng", desc="", text=values))
                    target.add(id3.COMM(encoding=encoding, lang="eng", desc="iTunNORM", text=["0000"]))
                elif name == "lyrics":
                    target.add(id3.USLT(encoding=encoding, lang="eng", desc="", text=values[0]))
                elif name == "performer":
                    # Version 2.3 has one list for all who took part, which mutagen makes of this one.
                    target.add(id3.TMCL(encoding=encoding, people=[["violin", "Alice"]]))
                elif name == "musicbrainz_trackid":
                    target.add(id3.UFID(owner="http://musicbrainz.org", data=values[0].encode()))
                else:
                    target.add(id3.TXXX(encoding=encoding, desc=DESCRIPTIONS.get(name, name), text=values))

        def whole(file):
            again = type(file)(path)
            before, after = dict(file.tags or file), dict(again.tags or again)
            assert {str(key): str(value) for key, value in before.items()} == {str(key): str(value) for key, value in after.items()}

        def write(tags):
            if kind.startswith("id3"):
                version, encoding = int(kind[5]), int(kind[7])
                target = id3.ID3()
                frames(target, tags, encoding)
                if version == 3:
                    target.update_to_v23()
                target.save(path, v1=0, v2_version=version, v23_sep=None)
                read = id3.ID3(path)
                assert read["TIT2"].text == tags["title"] and read["TCON"].text == tags["genre"], read.pprint()
            elif kind in ("ape.mp3", "a.wv", "a.ape", "a.mpc"):
                target = apev2.APEv2()
                for name, values in tags.items():
                    target[APE.get(name, name)] = values
                target.save(path)
                assert list(apev2.APEv2(path)["genre"]) == tags["genre"]
                if kind in ("a.ape", "a.mpc"):
                    info = {"a.ape": monkeysaudio.MonkeysAudio, "a.mpc": musepack.Musepack}[kind](path).info
                    assert info.sample_rate == 48000 and info.channels == 2, info.pprint()
            elif kind in ("a.flac", "a.ogg", "a.opus", "a.spx", "a.oga"):
                file = mutagen.File(path)
                if file.tags is None:
                    file.add_tags()
                for name, values in tags.items():
                    file[name] = values
                file.save()
                whole(file)
            elif kind == "a.m4a":
                file = mp4.MP4(path)
                for name, values in tags.items():
                    if name in ATOMS:
                        file[ATOMS[name]] = values
                    elif name == "tracknumber":
                        file["trkn"] = [(3, 12)]
                    elif name == "discnumber":
                        file["disk"] = [(1, 2)]
                    elif name == "compilation":
                        file["cpil"] = True
                    else:
                        file["----:com.apple.iTunes:" + FREEFORM.get(name, name)] = [text.encode() for text in values]
                file.save()
                read = mp4.MP4(path)
                assert read["\\u00a9gen"] == tags["genre"] and [bytes(text).decode() for text in read["----:com.apple.iTunes:ARTISTS"]] == tags["artists"]
            elif kind == "a.wma":
                file = asf.ASF(path)
                for name, values in tags.items():
                    file[ASF.get(name, name)] = values
                file.save()
            else:
                types = {"a.tta": trueaudio.TrueAudio, "a.wav": wave.WAVE, "a.aiff": aiff.AIFF}
                file = types[kind](path)
                if file.tags is None:
                    file.add_tags()
                frames(file.tags, tags, 3)
                file.save()
                whole(file)

        def pictures():
            file = mutagen.File(path)
            if isinstance(file, mp4.MP4):
                file["covr"] = [mp4.MP4Cover(FRONT), mp4.MP4Cover(BACK)]
            elif path.endswith("ape.mp3"):
                file = apev2.APEv2(path)
                for name, data in (("Cover Art (Back)", BACK), ("Cover Art (Front)", FRONT)):
                    file[name] = apev2.APEValue(b"cover.jpg\\0" + data, apev2.BINARY)
            elif path.endswith("mp3"):
                for kind, data in ((4, BACK), (3, FRONT)):
                    file.tags.add(id3.APIC(encoding=3, mime="image/jpeg", type=kind, desc=str(kind), data=data))
            else:
                blocks = []
                for kind, data in ((4, BACK), (3, FRONT)):
                    block = flac.Picture()
                    block.type, block.mime, block.data = kind, "image/jpeg", data
                    blocks.append(block)
                if isinstance(file, flac.FLAC):
                    for block in blocks:
                        file.add_picture(block)
                else:
                    import base64
                    file["metadata_block_picture"] = [base64.b64encode(block.write()).decode() for block in blocks]
            file.save(path)

        def lyrics():
            more = ["Eins\\n\\nzwei ☂", "Un"]
            if path.endswith("mp3"):
                file = id3.ID3(path)
                file.add(id3.USLT(encoding=3, lang="deu", desc="", text=more[0]))
                file.add(id3.USLT(encoding=3, lang="eng", desc="court", text=more[1]))
                assert len(file.getall("USLT")) == 3, file.pprint()
            else:
                file = apev2.APEv2(path) if path.endswith("wv") else mutagen.File(path)
                name = "\\u00a9lyr" if isinstance(file, mp4.MP4) else "lyrics"
                file[name] = list(file[name]) + more
            file.save(path)

        if kind == "picture":
            pictures()
        elif kind == "lyrics":
            lyrics()
        elif kind == "one":
            file = flac.FLAC(path)
            file[rest[0]] = rest[1]
            file.save()
        elif kind == "authors":
            file = asf.ASF(path)
            file["Title"] = "Title"
            file["Author"] = ["Örjan", "Ana", "Ola"]
            file.save()
        elif kind == "many":
            file = flac.FLAC(path)
            for index in range(1000):
                file["a%d" % index] = "x" * 100
            file["lyrics"] = "é" * 100000
            file["comment"] = " a\\x01b\\t"
            file["title"] = "title"
            file.save()
        else:
            write({"title": [rest[0]], **TAGS})
        """
}
