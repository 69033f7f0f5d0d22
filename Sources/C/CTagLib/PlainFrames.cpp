// The frames of ID3, made plain for TagLib.
#include "TagBounds.hpp"

#include <algorithm>
#include <cstring>

namespace {

constexpr size_t footer_size = 10;
/// The longest media type and the longest description of a picture, in bytes.
constexpr size_t type_limit = 1 << 10, description_limit = 64 << 10;

/// A header of a frame, as TagLib understands it.
struct FrameHeader {
    size_t name_size;
    /// How many bytes follow the header.
    size_t size;
    bool is_compressed = false, is_encrypted = false, is_unsynchronised = false, has_length = false;
};

/// Whether a frame is worth keeping, and what it is.
enum class Kind { other, text, texts, picture, old_picture };

bool is_name(const char *bytes, size_t size) {
    return std::all_of(bytes, bytes + size, [](char byte) { return (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9'); });
}

uint32_t plain_number(const char *bytes, size_t count) {
    uint32_t number = 0;
    for (size_t index = 0; index < count; index += 1) number = number << 8 | static_cast<unsigned char>(bytes[index]);
    return number;
}

/// A number of four bytes with seven bits each, or with eight if one of them has the highest.
uint32_t safe_number(const char *bytes) {
    uint32_t number = 0;
    for (size_t index = 0; index < 4; index += 1) {
        if (bytes[index] & 0x80) return plain_number(bytes, 4);
        number = number << 7 | static_cast<unsigned char>(bytes[index]);
    }
    return number;
}

bool has_name(const char *bytes, size_t size, size_t place) { return place <= size && size - place >= 4 && is_name(bytes + place, 4); }

/// Reads the header at the beginning of what is left of a tag, which is larger than one.
FrameHeader header(const char *bytes, size_t left, unsigned version) {
    FrameHeader header{};
    if (version < 3) {
        header.name_size = 3;
        header.size = plain_number(bytes + 3, 3);
    } else if (version == 3) {
        // Some programs write the names of version 2.2 with a zero.
        header.name_size = bytes[3] == 0 ? 3 : 4;
        header.size = plain_number(bytes + 4, 4);
        header.is_compressed = bytes[9] & 0x80;
        header.is_encrypted = bytes[9] & 0x40;
    } else {
        header.name_size = 4;
        header.size = safe_number(bytes + 4);
        // Some programs write sizes with eight bits a byte: the name of the next frame tells.
        if (header.size > 0x7F && !has_name(bytes, left, header.size + 10)) {
            const size_t plain = plain_number(bytes + 4, 4);
            if (has_name(bytes, left, plain + 10)) header.size = plain;
        }
        header.is_compressed = bytes[9] & 0x08;
        header.is_encrypted = bytes[9] & 0x04;
        header.is_unsynchronised = bytes[9] & 0x02;
        header.has_length = bytes[9] & 0x01;
    }
    return header;
}

Kind kind(const char *name, size_t size) {
    const auto is_one = [name, size](std::initializer_list<const char *> names) {
        return std::any_of(names.begin(), names.end(), [name, size](const char *other) {
            return std::strlen(other) == size && std::memcmp(name, other, size) == 0;
        });
    };
    if (name[0] == 'T' || is_one({"IPLS", "IPL", "WFED", "WFD", "MVNM", "MVN", "MVIN", "MVI", "GRP1", "GP1"})) return Kind::texts;
    if (name[0] == 'W' || is_one({"COMM", "COM", "USLT", "ULT", "UFID", "UFI", "PCST", "PCS"})) return Kind::text;
    if (is_one({"APIC"})) return Kind::picture;
    return is_one({"PIC"}) ? Kind::old_picture : Kind::other;
}

/// Takes out the zeros behind bytes of ones. Returns the new size.
size_t resynchronise(char *bytes, size_t size) {
    size_t count = 0;
    for (size_t place = 0; place < size; place += 1) {
        bytes[count] = bytes[place];
        count += 1;
        if (static_cast<unsigned char>(bytes[place]) == 0xFF && place + 1 < size && bytes[place + 1] == 0) place += 1;
    }
    return count;
}

/// Whether the texts of an encoding end with two zeros.
bool is_wide(char encoding) { return encoding != 0 && encoding != 3; }

/// In how many texts a frame of texts is cut.
size_t text_count(const char *bytes, size_t size) {
    while (size > 1 && bytes[size - 1] == 0) size -= 1;
    size_t count = 1;
    if (is_wide(bytes[0])) {
        for (size_t place = 1; place + 2 <= size; place += 2) count += bytes[place] == 0 && bytes[place + 1] == 0;
    } else {
        count += static_cast<size_t>(std::count(bytes + 1, bytes + size, '\0'));
    }
    return count;
}

/// How long the text at a place is with its end; 0 if it has none.
size_t text_size(const char *bytes, size_t size, size_t place, bool is_wide) {
    const size_t step = is_wide ? 2 : 1;
    for (size_t end = place; end + step <= size; end += step) {
        if (bytes[end] == 0 && (!is_wide || bytes[end + 1] == 0)) return end + step - place;
    }
    return 0;
}

/// Whether the texts in front of a picture are short.
bool is_bounded_picture_frame(const char *bytes, size_t size, bool is_old) {
    if (size < 5) return true;
    size_t place = 4;
    if (!is_old) {
        const size_t type = text_size(bytes, size, 1, false);
        if (type > type_limit) return false;
        place = 1 + type;
    }
    // The kind of the picture, and the description.
    return text_size(bytes, size, place + 1, is_wide(bytes[0])) <= description_limit;
}

/// Puts a blank in the place of the parenthesis that escapes another one in a genre, as in "((x)", which means "(x)". TagLib takes what is in
/// parentheses at the beginning for a number, and drops a word; and whoever gets the text cuts its blanks off.
void show_escaped_genre(char *bytes, size_t size) {
    const size_t step = is_wide(bytes[0]) ? 2 : 1;
    bool is_big = bytes[0] == 2;
    size_t place = 1;
    if (step == 2 && size >= 3) {
        const unsigned mark = plain_number(bytes + 1, 2);
        if (mark == 0xFEFF) is_big = true;
        if (mark == 0xFEFF || mark == 0xFFFE) place = 3;
    }
    const auto unit = [&](size_t at) -> unsigned {
        if (at + step > size) return 0;
        if (step == 1) return plain_number(bytes + at, 1);
        const unsigned number = plain_number(bytes + at, 2);
        return is_big ? number : (number & 0xFF) << 8 | number >> 8;
    };
    // References to the list of genres may come first, as in "(4)((x)".
    while (unit(place) == '(' && unit(place + step) != '(') {
        while (unit(place) != 0 && unit(place) != ')') place += step;
        place += step;
    }
    if (unit(place) == '(') bytes[place + (is_big ? 1 : 0)] = ' ';
}

bool may_stay(Kind kind, const char *bytes, size_t size, TagAllowance &allowance) {
    switch (kind) {
        case Kind::other: return false;
        case Kind::text: return allowance.take(size, 1);
        case Kind::texts: return allowance.take(size, text_count(bytes, size));
        default:
            if (is_bounded_picture_frame(bytes, size, kind == Kind::old_picture)) return allowance.take(0, 1);
            allowance.leave_out();
            return false;
    }
}

}  // namespace

size_t make_frames_plain(char *bytes, size_t size, unsigned version, unsigned flags, TagAllowance &allowance) {
    const bool is_unsynchronised = flags & 0x80, is_extended = flags & 0x40, has_footer = flags & 0x10;
    if (is_unsynchronised && version <= 3) size = resynchronise(bytes, size);
    const size_t end = has_footer && size >= footer_size ? size - footer_size : size;
    size_t place = 0, count = 0;
    if (is_extended && size >= 4 && safe_number(bytes) <= size) place = safe_number(bytes);
    const size_t header_size = version < 3 ? 6 : 10;
    while (place + header_size < end && bytes[place] != 0) {
        const FrameHeader frame = header(bytes + place, size - place, version);
        const char *const name = bytes + place;
        if (!is_name(name, frame.name_size) || frame.size <= (frame.has_length ? 4 : 0) || frame.size > size - place) break;
        char *body = bytes + place + header_size;
        size_t body_size = std::min(frame.size, size - place - header_size);
        place += header_size + body_size;
        const Kind what = kind(name, frame.name_size);
        if (what == Kind::other) continue;
        if (frame.is_compressed || frame.is_encrypted) {
            allowance.leave_out();
            continue;
        }
        if (version > 3 && (is_unsynchronised || frame.is_unsynchronised)) body_size = resynchronise(body, body_size);
        if (frame.has_length) {
            if (body_size < 4) continue;
            const size_t length = safe_number(body);
            body += 4;
            body_size = std::min(body_size - 4, length);
        }
        if (body_size == 0) continue;
        if (!may_stay(what, body, body_size, allowance)) {
            if (allowance.values == 0) break;
            continue;
        }
        if (std::memcmp(name, "TCON", 4) == 0 || (frame.name_size == 3 && std::memcmp(name, "TCO", 3) == 0)) show_escaped_genre(body, body_size);
        // Never further behind than where it was.
        char *const target = bytes + count;
        std::memmove(target, name, 4);
        if (version < 3) {
            target[3] = static_cast<char>(body_size >> 16);
            target[4] = static_cast<char>(body_size >> 8);
            target[5] = static_cast<char>(body_size);
        } else {
            const unsigned bits = version == 3 ? 8 : 7;
            for (unsigned index = 0; index < 4; index += 1) {
                target[4 + index] = static_cast<char>(body_size >> (3 - index) * bits & (version == 3 ? 0xFF : 0x7F));
            }
            target[8] = target[9] = 0;
        }
        std::memmove(target + header_size, body, body_size);
        count += header_size + body_size;
    }
    if (!has_footer) return count;
    const size_t footer = std::min(footer_size, size - count);
    std::memset(bytes + count, 0, footer);
    return count + footer;
}
