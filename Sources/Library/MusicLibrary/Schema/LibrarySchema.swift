package import Database

/// The tables of the library.
package enum LibrarySchema {
    /// What the files say: it can be read again from them at any time. The number is "FmLb".
    package static let library = Schema(
        applicationID: 0x466D_4C62, version: 14,
        tables: """
            CREATE TABLE directories (
                id INTEGER PRIMARY KEY, parent INTEGER REFERENCES directories ON DELETE CASCADE, path BLOB NOT NULL UNIQUE,
                device INTEGER NOT NULL, inode INTEGER NOT NULL,
                -- Nanoseconds since 1970; 0 if the directory has to be listed the next time.
                modified INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX directories_parent ON directories (parent);

            CREATE TABLE albums (
                id INTEGER PRIMARY KEY, identity TEXT NOT NULL UNIQUE, title TEXT NOT NULL, artist TEXT,
                -- Whether the files state the artist of the album, or the artist is that of its songs.
                artist_is_stated INTEGER NOT NULL, is_compilation INTEGER NOT NULL, sort TEXT NOT NULL, date TEXT, release TEXT
            ) STRICT;
            CREATE INDEX albums_sort ON albums (sort, id);

            -- The tags that most songs of an album have in common, once for each of their combinations. The form is that of songs.tags,
            -- which has the others.
            CREATE TABLE shared_tags (id INTEGER PRIMARY KEY, tags TEXT NOT NULL UNIQUE) STRICT;

            CREATE TABLE songs (
                id INTEGER PRIMARY KEY, directory INTEGER NOT NULL REFERENCES directories ON DELETE CASCADE, name BLOB NOT NULL,
                size INTEGER NOT NULL, modified INTEGER NOT NULL, device INTEGER NOT NULL, inode INTEGER NOT NULL,
                stamp INTEGER NOT NULL, added REAL NOT NULL,
                milliseconds INTEGER, bit_rate INTEGER, sample_rate INTEGER, channels INTEGER, has_picture INTEGER NOT NULL,
                album INTEGER REFERENCES albums, track_number INTEGER, disc_number INTEGER, year INTEGER,
                -- One line for each value: a letter for the tag, and the value.
                tags TEXT NOT NULL,
                shared INTEGER NOT NULL REFERENCES shared_tags,
                UNIQUE (directory, name)
            ) STRICT;
            CREATE INDEX songs_album ON songs (album, disc_number, track_number);
            CREATE INDEX songs_stamp ON songs (stamp);
            CREATE INDEX songs_added ON songs (added, id);
            CREATE INDEX songs_year ON songs (year, id);
            CREATE INDEX songs_shared ON songs (shared, milliseconds);
            -- The songs that scans have added since the last one that was not cancelled: one of them may be a song that is gone.
            CREATE TABLE new_songs (song INTEGER PRIMARY KEY) STRICT;

            CREATE TABLE names (
                id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, sort TEXT NOT NULL
            ) STRICT;
            CREATE INDEX names_sort ON names (sort, id);
            CREATE TABLE shared_names (
                shared INTEGER NOT NULL REFERENCES shared_tags ON DELETE CASCADE, role INTEGER NOT NULL, position INTEGER NOT NULL,
                name INTEGER NOT NULL REFERENCES names, PRIMARY KEY (shared, role, position)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX shared_names_name ON shared_names (name, role, shared);

            -- The texts of the songs that are in the search index. It has no lengths of texts, which only a rank would need.
            CREATE TABLE search_texts (
                id INTEGER PRIMARY KEY REFERENCES songs ON DELETE CASCADE,
                title TEXT, artist TEXT, album TEXT, people TEXT, genre TEXT, name TEXT, other TEXT
            ) STRICT;
            CREATE VIRTUAL TABLE search_parts USING fts5 (
                title, artist, album, people, genre, name, other, content = search_texts, content_rowid = id, columnsize = 0,
                tokenize = 'trigram');
            CREATE VIRTUAL TABLE search_words USING fts5 (
                title, artist, album, people, genre, name, other, content = search_texts, content_rowid = id, prefix = '1 2',
                detail = column, columnsize = 0, tokenize = 'unicode61');
            -- The words of all search texts that have three bytes or more, each once.
            CREATE TABLE vocabulary (id INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE) STRICT;
            CREATE VIRTUAL TABLE vocabulary_parts USING fts5 (
                word, content = vocabulary, content_rowid = id, columnsize = 0, tokenize = 'trigram');

            -- What a door says about the songs of a directory, until one of them changes.
            CREATE TABLE directory_texts (
                directory INTEGER PRIMARY KEY REFERENCES directories ON DELETE CASCADE,
                -- What else the text depends on, as a checksum.
                form INTEGER NOT NULL,
                text BLOB NOT NULL
            ) STRICT;
            -- Tells which directories have no text without reading the texts of the others.
            CREATE INDEX directory_texts_form ON directory_texts (form);

            -- The files of patterns that say what is left out, as the last scan has seen them.
            CREATE TABLE ignore_files (
                directory INTEGER PRIMARY KEY REFERENCES directories ON DELETE CASCADE,
                size INTEGER NOT NULL, modified INTEGER NOT NULL, inode INTEGER NOT NULL
            ) STRICT;
            -- The playlist files among the music.
            CREATE TABLE playlist_files (
                directory INTEGER NOT NULL REFERENCES directories ON DELETE CASCADE, name BLOB NOT NULL,
                -- In bytes, and in nanoseconds since 1970.
                size INTEGER NOT NULL, modified INTEGER NOT NULL,
                PRIMARY KEY (directory, name)
            ) STRICT, WITHOUT ROWID;
            -- The files during whose reading the daemon has ended. They are not read as long as they are what they were.
            CREATE TABLE left_out_files (
                path BLOB PRIMARY KEY,
                -- In bytes, and in nanoseconds since 1970.
                size INTEGER NOT NULL, modified INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE state (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;

            """ + loudness, sinceLast: "DROP TABLE IF EXISTS loudness;" + loudness, keptVersions: 3)

    /// What was measured of songs. To measure takes hours, so a database that lacks only this keeps what it has.
    private static let loudness = """
        CREATE TABLE loudness (
            song INTEGER PRIMARY KEY REFERENCES songs ON DELETE CASCADE,
            -- The song as it was then: the file in bytes and in nanoseconds since 1970, and the stamp, which a part of a file has of its own.
            size INTEGER NOT NULL, modified INTEGER NOT NULL, stamp INTEGER NOT NULL,
            -- What has become of it, as LoudnessOutcome has it.
            outcome INTEGER NOT NULL,
            -- The largest value of the wave, where 1 is full scale, and how many blocks are how loud. NULL for silence, and without measures.
            peak REAL, blocks BLOB,
            -- How the song begins and ends, as SoundEnds has it. NULL for silence, and if it is not known.
            ends BLOB
        ) STRICT;
        """

    /// What the user has made: it is nowhere else. The number is "FmLs".
    package static let listening = Schema(
        applicationID: 0x466D_4C73, version: 3,
        tables: """
            CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
            CREATE TABLE kept_songs (
                id INTEGER PRIMARY KEY, path BLOB NOT NULL, size INTEGER NOT NULL, stamp INTEGER NOT NULL,
                -- What the tags say that a song is, as hashes, and its duration. NULL where they do not say it, and for what is no song
                -- of the library.
                recording INTEGER, words INTEGER, milliseconds INTEGER
            ) STRICT;
            CREATE INDEX kept_songs_path ON kept_songs (path);
            CREATE INDEX kept_songs_stamp ON kept_songs (stamp);
            CREATE INDEX kept_songs_recording ON kept_songs (recording);
            CREATE INDEX kept_songs_words ON kept_songs (words, milliseconds);
            CREATE TABLE plays (
                song INTEGER PRIMARY KEY REFERENCES kept_songs ON DELETE CASCADE, play_count INTEGER NOT NULL, last_played REAL,
                skip_count INTEGER NOT NULL, last_skipped REAL
            ) STRICT;
            CREATE INDEX plays_last ON plays (last_played, song);
            CREATE TABLE positions (
                song INTEGER PRIMARY KEY REFERENCES kept_songs ON DELETE CASCADE, milliseconds INTEGER NOT NULL, saved REAL NOT NULL
            ) STRICT;
            CREATE TABLE stickers (
                song INTEGER NOT NULL REFERENCES kept_songs ON DELETE CASCADE, name TEXT NOT NULL, value TEXT NOT NULL,
                PRIMARY KEY (song, name)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX stickers_name ON stickers (name, song);

            """ + others, sinceLast: others)

    /// The stickers of what is no song: a playlist, a value of a tag, a condition.
    private static let others = """
        CREATE TABLE other_stickers (
            -- What kind of thing it is, and the name by which it is known among these.
            kind TEXT NOT NULL, owner TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (kind, owner, name)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX other_stickers_name ON other_stickers (name, kind, owner);
        """
}
