"""Filters with regular expressions, formats of sound, comments, and values that are as long as they may be, right and wrong."""

# A line is one command.
FILTERS = r"""
find "(title =~ \"^T\")"
find "(title =~ \"e$\")"
find "(title =~ \"^t\")"
search "(title =~ \"^t\")"
find "(title !~ \"e\")"
search "(title !~ \"E\")"
find "(artist =~ \"\")"
find "(album =~ \"\")"
find "(album !~ \"\")"
find "(album =~ \".*\")"
find "(album !~ \".*\")"
find "(albumartist =~ \"a\")"
find "(albumartistsort =~ \"^A\")"
find "(albumartistsort !~ \"^A\")"
find "(artistsort =~ \"[aeiou]\")"
find "(genre =~ \"^(Rock|Jazz|Pop)$\")"
find "(genre !~ \"^(Rock|Jazz|Pop)$\")"
find "(file =~ \"[0-9]{2}[.]flac$\")"
find "(file =~ \"\\\\d+\\\\.(flac|mp3)$\")"
find "(file !~ \"/\")"
search "(file =~ \"FLAC$\")"
find "(date =~ \"^(19|20)\\\\d\\\\d\")"
find "(track =~ \"^1$\")"
find "(title =~ \"(*UTF)^.{3}$\")"
search "(title =~ \"(*UTF)É\")"
search "(artist =~ \"Ö\")"
find "(title =~ \"(?<=a)b|(?<!a)c\")"
find "(title =~ \"(?i)THE\")"
find "(title =~ \"(?R)\")"
find "(title =~ \"^(?<x>.)\\\\k<x>\")"
find "((title =~ \"a\") AND (artist !~ \"b\"))"
find "(!(title =~ \"a\"))"
find "(!(title !~ \"a\"))"
find "(title =~ \"a\")" sort Title window 0:5
find "(title =~ \"a\")" sort -Album window 3:9
find "(title =~ 'a')" "(artist =~ 'e')"
count "(title =~ \"^[A-M]\")"
count "(title =~ \"^[A-M]\")" group Album
count "(genre !~ \"o\")" group Genre
list title "(artist =~ \"^[A-C]\")"
list album "(albumartist =~ \"e\")"
list album "(album =~ \"e\")" group albumartist
list artist "(genre =~ \"^$\")"
find "(title =~ \"(\")"
find "(title =~ \"[a\")"
find "(title =~ \"*a\")"
find "(title =~ \"a**\")"
find "(title =~ \"\\\\\\\\\")"
find "(title =~ \"(a)\\\\1\")"
find "(title =~ \"(?<=a+)b\")"
find "(title =~ \"x{99999}\")"
find "(title =~ \"[z-a]\")"
find "(title =~ \"(?<n>\")"
find "(title =~ \"[[:foo:]]\")"
find "(title =~ \"(*FOO)a\")"
find "(title =~ \"(\" x"
find "(title =~ a)"
find "(title =~ \"a)"
find "(title =~ \"a\""
find "(title =~ \"a\") x"
find "(title ~ \"a\")"
find "(title =! \"a\")"
find "(title CONTAINS \"a\")"
find "(title !Contains \"a\")"
find "(title contains \"\")"
find "(album contains \"\")"
find "(album !contains \"\")"
search album ""
find album ""
find "(title1 == \"a\")"
find "(foo1 == \"a\")"
findadd "(title =~ \"(\")"
searchaddpl x "(title =~ \"(\")"
playlistfind "(title =~ \"(\")"
playlistsearch "(title =~ \"^t\")"
playlistfind "(title !~ \"a\")"
count "(title =~ \"(\")"
list title "(title =~ \"(\")"
find "(AudioFormat =~ \"44100:*:2\")"
find "(AudioFormat =~ \"44100:*:*\")"
find "(AudioFormat =~ \"*:*:1\")"
find "(AudioFormat =~ \"*:*:2\")"
find "(AudioFormat =~ \"*:*:*\")"
find "(!(AudioFormat =~ \"*:*:2\"))"
find "((AudioFormat =~ \"48000:*:*\") AND (title =~ \"a\"))"
count "(AudioFormat =~ \"44100:*:*\")"
find "(AudioFormat == \"22050:8:1\")"
find "(AudioFormat != \"44100:16:2\")"
find "(AudioFormat !~ \"44100:*:2\")"
find "(AudioFormat contains \"44100\")"
find "(AudioFormat == 44100)"
find "(AudioFormat == \"\")"
find "(AudioFormat == \"*:16:2\")"
find "(AudioFormat == \"x:16:2\")"
find "(AudioFormat == \"0:16:2\")"
find "(AudioFormat == \"-1:16:2\")"
find "(AudioFormat == \"1073741824:16:2\")"
find "(AudioFormat == \"99999999999999999999:16:2\")"
find "(AudioFormat == \"44100\")"
find "(AudioFormat == \"44100/16/2\")"
find "(AudioFormat == \"44100:x:2\")"
find "(AudioFormat == \"44100:*:2\")"
find "(AudioFormat == \"44100:12:2\")"
find "(AudioFormat == \"44100:16\")"
find "(AudioFormat == \"44100:16:\")"
find "(AudioFormat == \"44100:16:0\")"
find "(AudioFormat =~ \"*:*:9\")"
find "(AudioFormat == \"44100:16:2x\")"
find "(AudioFormat =~ \"*:*:*:*\")"
find "(AudioFormat == \"dsd63:2\")"
find "(AudioFormat == \"dsd64:2\")"
find "(AudioFormat == \"dsd64:x\")"
find "(AudioFormat == \"352800:dsd:2\")"
find "(AudioFormat == \" +44100:24_3:9\")"
find "(AudioFormat =~ \"44100:*:2\" x"
find AudioFormat 44100:16:2
search AudioFormat 44100
find AudioFormat
playlistfind "(AudioFormat =~ \"44100:*:2\")"
find Comment x
find comment ""
find "(Comment == \"x\")"
find "(Comment == \"\")"
find "(Comment != \"\")"
find "(Comment =~ \"\")"
search Comment a
list Comment
list comment "(title =~ \"a\")"
count group Comment
count Comment x
list Comment group Artist
find "(title =~ \"a\")" sort Comment window 0:5
tagtypes
tagtypes enable Comment
tagtypes disable Comment
list ComposerSort
find "(ComposerSort =~ \"a\")"
"""

# The longest value that MPD takes, in bytes, and groups in groups beyond the most that a pattern may have.
LONGEST, DEEPEST = 4_095, 251

LONG_FILTERS = [
    f'find "(title =~ \\"{"a" * LONGEST}\\")"', f'find "(title =~ \\"{"a" * (LONGEST + 1)}\\")"',
    f'find "(title == \\"{"a" * (LONGEST + 1)}\\")"', f'find "(title =~ \\"{"(" * DEEPEST}{")" * DEEPEST}\\")"',
]


def filter_commands():
    """All of them. A mask of tags that one of them sets is taken back."""
    return [*FILTERS.strip("\n").split("\n"), *LONG_FILTERS, "tagtypes all", "clear"]
