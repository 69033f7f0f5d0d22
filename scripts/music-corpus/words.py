"""Words, and what names and values may hold that programs trip over."""

SYLLABLES = "ka lo mi ran tes vu dor pel Ön ží ña シ ド zz".split()
GENRES = ["Rock", "Jazz", "Hip-Hop", "Klassik", "Drum & Bass", "Ambient; Drone", "rock"]
AWKWARD = [
    'He said "no"', "back\\slash", "it's", "tab\tin it", "100% [live] (demo)", "café", "cafe\u0301", "ΑΒΓ", "日本語", "a" * 200,
    "trailing dot.", "-dash", "#hash", "~tilde", "semi;colon", "𝄞 clef", "ﬁ ligature", "Straße", "İstanbul", "two  blanks",
]


def word(dice):
    """A word that nobody knows."""
    return "".join(dice.choice(SYLLABLES) for _ in range(dice.randint(1, 3))).capitalize()


def name_of(text):
    """The text as the name of a file."""
    return text.replace("/", "_").replace("\t", "_").strip(". ") or "_"
