#include "TagBounds.hpp"

#include <algorithm>
#include <cstring>

namespace {

/// The longest media type and the longest description of a picture, in bytes.
constexpr size_t type_limit = 1 << 10, description_limit = 64 << 10;

uint32_t byte_at(const char *bytes, size_t place) { return static_cast<unsigned char>(bytes[place]); }

uint32_t little(const char *bytes) {
    return byte_at(bytes, 0) | byte_at(bytes, 1) << 8 | byte_at(bytes, 2) << 16 | byte_at(bytes, 3) << 24;
}

uint32_t big(const char *bytes) {
    return byte_at(bytes, 0) << 24 | byte_at(bytes, 1) << 16 | byte_at(bytes, 2) << 8 | byte_at(bytes, 3);
}

bool is_named(const char *bytes, size_t size, const char *name) {
    const size_t length = std::strlen(name);
    if (size != length) return false;
    for (size_t index = 0; index < length; index += 1) {
        const char byte = bytes[index];
        if ((byte >= 'a' && byte <= 'z' ? byte - ('a' - 'A') : byte) != name[index]) return false;
    }
    return true;
}

constexpr unsigned char no_digit = 0x80;

unsigned char base64_digit(char byte) {
    if (byte >= 'A' && byte <= 'Z') return static_cast<unsigned char>(byte - 'A');
    if (byte >= 'a' && byte <= 'z') return static_cast<unsigned char>(byte - 'a' + 26);
    if (byte >= '0' && byte <= '9') return static_cast<unsigned char>(byte - '0' + 52);
    return byte == '+' ? 62 : byte == '/' ? 63 : no_digit;
}

/// Whether a picture that is written as a text has short texts itself: only the beginning is decoded.
bool is_bounded_picture_text(const char *text, size_t size) {
    // The numbers and the media type; the description is behind them.
    char head[(type_limit + 12) / 3 * 3 + 3];
    size_t count = 0;
    for (size_t place = 0; place + 4 <= size && count + 3 <= sizeof head; place += 4) {
        unsigned char digits[4];
        for (size_t index = 0; index < 4; index += 1) digits[index] = base64_digit(text[place + index]);
        // Its end, or no such text: what comes is not longer than what is there.
        if ((digits[0] | digits[1] | digits[2] | digits[3]) & no_digit) break;
        head[count] = static_cast<char>(digits[0] << 2 | digits[1] >> 4);
        head[count + 1] = static_cast<char>(digits[1] << 4 | digits[2] >> 2);
        head[count + 2] = static_cast<char>(digits[2] << 6 | digits[3]);
        count += 3;
    }
    return is_bounded_picture(head, count);
}

}  // namespace

bool TagAllowance::take(size_t bytes, size_t count) {
    if (bytes > longest_text || bytes > text || count > values) {
        leave_out();
        return false;
    }
    text -= bytes;
    values -= count;
    return true;
}

void bound_comments(const char *bytes, size_t size, TagAllowance &allowance, const ByteEdit &edit) {
    // TagLib finds nothing in fewer.
    if (size < 8) return;
    const auto set = [&edit](size_t place, uint32_t number) {
        for (size_t index = 0; index < 4; index += 1) edit(place + index, static_cast<char>(number >> (8 * index)));
    };
    const size_t vendor = little(bytes);
    if (vendor > description_limit || vendor > size - 8) {
        allowance.leave_out();
        set(0, 0);
        set(4, 0);
        return;
    }
    const size_t count_place = 4 + vendor;
    const size_t count = little(bytes + count_place);
    // TagLib takes no more for a number either.
    if (count > (size - 8) / 4) return;
    size_t place = count_place + 4;
    for (size_t index = 0; index < count; index += 1) {
        const size_t length = size - place >= 4 ? little(bytes + place) : size;
        if (size - place < 4 || length > size - place - 4) {
            // TagLib ends here, unless its number of the place overflows.
            set(count_place, static_cast<uint32_t>(index));
            return;
        }
        const char *const comment = bytes + place + 4;
        const auto *const equals = static_cast<const char *>(std::memchr(comment, '=', length));
        const size_t name = equals ? static_cast<size_t>(equals - comment) : 0;
        if (name > 0) {
            const bool is_block = is_named(comment, name, "METADATA_BLOCK_PICTURE");
            const bool is_picture = is_block || is_named(comment, name, "COVERART");
            const bool is_bounded = !is_block || is_bounded_picture_text(equals + 1, length - name - 1);
            // What is no picture counts as well: each such comment is changed.
            const bool is_taken = allowance.take(is_picture ? 0 : length, 1);
            if (!is_bounded) allowance.leave_out();
            if (!is_bounded || !is_taken) {
                if (allowance.values == 0 || allowance.text < TagAllowance::longest_text) {
                    set(count_place, static_cast<uint32_t>(index));
                    return;
                }
                // A comment without a name is none.
                edit(place + 4, '=');
            }
        }
        place += 4 + length;
    }
}

bool is_bounded_picture(const char *bytes, size_t size) {
    // TagLib reads no smaller one.
    if (size < 12) return true;
    const size_t type = big(bytes + 4);
    if (type > type_limit) return false;
    return size < 12 + type || big(bytes + 8 + type) <= description_limit;
}

size_t bound_items(char *bytes, size_t size, size_t count, TagAllowance &allowance) {
    constexpr size_t smallest = 11;
    constexpr int kind_mask = 6, binary_kind = 2;
    if (size < smallest) return size;
    size_t place = 0;
    for (size_t index = 0; index < count && place <= size - smallest; index += 1) {
        const auto *const end = static_cast<const char *>(std::memchr(bytes + place + 8, 0, size - place - 8));
        if (!end) return place;
        const size_t name = static_cast<size_t>(end - bytes) - place - 8;
        const size_t length = little(bytes + place);
        if (length >= size || place > size - length) return place;
        const size_t text = place + 9 + name;
        const size_t there = text < size ? std::min(length, size - text) : 0;
        if (allowance.values == 0) {
            allowance.leave_out();
            return place;
        }
        if ((bytes[place + 4] & kind_mask) == 0) {
            const auto zeros = static_cast<size_t>(std::count(bytes + text, bytes + text + there, '\0'));
            // Nobody looks into what is no text.
            if (!allowance.take(there, 1 + zeros)) bytes[place + 4] = static_cast<char>(bytes[place + 4] | binary_kind);
        } else {
            allowance.values -= 1;
        }
        place = text + length;
    }
    return size;
}

size_t bound_info(char *bytes, size_t size, TagAllowance &allowance) {
    size_t place = 4;
    while (place < size) {
        if (size - place < 8) return place;
        const size_t length = little(bytes + place + 4);
        if (length > size - place - 8) return place;
        if (!allowance.take(length, 1)) {
            if (allowance.values == 0 || allowance.text < TagAllowance::longest_text) return place;
            // No name of a field.
            bytes[place] = 0;
        }
        place += ((length + 1) & ~static_cast<size_t>(1)) + 8;
    }
    return size;
}

size_t bound_item_data(const char *bytes, size_t size, bool is_picture, TagAllowance &allowance) {
    size_t place = 0;
    while (place < size) {
        if (size - place < 4) return place;
        const auto length = static_cast<int32_t>(big(bytes + place));
        if (length < 12) return place;
        const size_t there = std::min(static_cast<size_t>(length), size - place);
        if (!allowance.take(is_picture ? 0 : there, 1)) return place;
        place += static_cast<size_t>(length);
    }
    return size;
}

bool is_bounded_asf_picture(const char *bytes, size_t size) {
    if (size < 9) return true;
    size_t place = 5;
    for (const size_t limit : {type_limit, description_limit}) {
        const size_t end = std::min(size, place + limit);
        while (place + 2 <= end && (bytes[place] != 0 || bytes[place + 1] != 0)) place += 2;
        if (place + 2 > end) return false;
        place += 2;
    }
    return true;
}
