// What TagLib may be given of a file's tags: it makes hundreds of bytes of each value, four of each character, and all that a compressed frame
// says it holds. Each function gets the bytes of one block as TagLib is about to parse them, and changes them so that what TagLib makes of
// them stays within an allowance. They follow TagLib 1.13 step by step: what it does not look at, they do not either.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

/// What is left for the tags of one file.
struct TagAllowance {
    /// The most values: frames, comments, items, atoms and fields, and each text of those that have several. TagLib makes up to 1,200 bytes of
    /// one.
    size_t values = 20'000;
    /// The most bytes of all texts. TagLib makes up to eight of one: characters of four bytes, twice where a text is a name.
    size_t text = 2 << 20;
    /// Whether something was left out.
    bool leaves_out = false;

    /// The most bytes of one text; one that is longer is left out.
    static constexpr size_t longest_text = 256 << 10;

    /// Takes a text with some values; false, and nothing taken, if it is too much.
    bool take(size_t bytes, size_t count);

    /// Notes that something is left out.
    void leave_out() { leaves_out = true; }
};

/// Makes the frames of a tag of ID3 plain: without compressed and encrypted frames, chapters and all others that nobody asks for, without
/// bytes that were put in between, and with the sizes that the version wants.
/// - `version` and `flags` are those of the tag's header; TagLib has to be told neither of unsynchronisation nor of an extended header.
/// - Returns the new size, which is not larger; with a footer, the last ten bytes stand for it.
size_t make_frames_plain(char *bytes, size_t size, unsigned version, unsigned flags, TagAllowance &allowance);

/// Called with a place in a block and the byte that it gets.
using ByteEdit = std::function<void(size_t place, char byte)>;

/// Bounds a block of Vorbis comments, whose size stays.
void bound_comments(const char *bytes, size_t size, TagAllowance &allowance, const ByteEdit &edit);

/// Bounds the texts of a picture of FLAC, whose size stays. Returns whether the picture may be read.
bool is_bounded_picture(const char *bytes, size_t size);

/// Bounds the items of a tag of APE, of which `count` are stated. Returns the new size.
size_t bound_items(char *bytes, size_t size, size_t count, TagAllowance &allowance);

/// Bounds an INFO list of RIFF, which begins with its name. Returns the new size.
size_t bound_info(char *bytes, size_t size, TagAllowance &allowance);

/// Bounds what is inside an item of MP4. Returns the new size.
size_t bound_item_data(const char *bytes, size_t size, bool is_picture, TagAllowance &allowance);

/// Whether the texts in front of a picture of ASF are short, or TagLib does not take it for a picture.
bool is_bounded_asf_picture(const char *bytes, size_t size);
