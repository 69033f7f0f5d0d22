#include "OggHeaders.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

/// The most pages and bytes of these packets, and the most packets of FLAC in Ogg, one for each block of metadata.
constexpr size_t page_limit = 20'000, size_limit = 16 << 20, packet_limit = 64;

size_t read_at(int descriptor, long place, char *into, size_t count) {
    size_t filled = 0;
    while (filled < count) {
        const ssize_t result = pread(descriptor, into + filled, count - filled, place + static_cast<long>(filled));
        if (result < 0 && errno == EINTR) continue;
        if (result <= 0) break;
        filled += static_cast<size_t>(result);
    }
    return filled;
}

/// A packet, put together from pages.
class Packet {
  public:
    std::string bytes;

    void append(const char *more, size_t count, long place) {
        pieces_.push_back({bytes.size(), place});
        bytes.append(more, count);
    }

    void clear() {
        bytes.clear();
        pieces_.clear();
    }

    bool begins_with(const char *text, size_t size) const { return bytes.compare(0, size, text, size) == 0; }

    /// Bounds the comments at a place in the packet.
    void bound(size_t place, size_t size, TagAllowance &allowance, PatchedBytes &patches) const {
        if (place > bytes.size()) return;
        bound_comments(bytes.data() + place, std::min(size, bytes.size() - place), allowance, [&](size_t edited, char byte) {
            patches[file_place(place + edited)] = byte;
        });
    }

  private:
    struct Piece {
        size_t start;
        long place;
    };

    std::vector<Piece> pieces_;

    long file_place(size_t place) const {
        const auto behind = std::upper_bound(
            pieces_.begin(), pieces_.end(), place, [](size_t place, const Piece &piece) { return place < piece.start; });
        return (behind - 1)->place + static_cast<long>(place - (behind - 1)->start);
    }
};

/// Looks at one packet after the other, as TagLib does.
class Headers {
  public:
    Headers(TagAllowance &allowance, PatchedBytes &patches) : allowance_(allowance), patches_(patches) {}

    /// Whether TagLib reads no further packet.
    bool is_done = false;
    /// Whether TagLib may not read them.
    bool is_refused = false;

    void take(const Packet &packet) {
        if (number_ == 0) {
            first(packet);
        } else if (kind_ == Kind::flac) {
            block(packet);
        } else {
            comments(packet);
        }
        number_ += 1;
    }

  private:
    enum class Kind { other, opus, speex, flac };

    TagAllowance &allowance_;
    PatchedBytes &patches_;
    size_t number_ = 0;
    Kind kind_ = Kind::other;

    void first(const Packet &packet) {
        if (packet.begins_with("OpusHead", 8)) kind_ = Kind::opus;
        if (packet.begins_with("Speex   ", 8)) kind_ = Kind::speex;
        if (packet.begins_with("fLaC", 4) || packet.begins_with("\x7F" "FLAC", 5)) kind_ = Kind::flac;
        // The first block of metadata is in the first packet or in the second.
        if (packet.begins_with("\x7F" "FLAC", 5)) is_done = packet.bytes.size() < 17 || packet.bytes[13] & 0x80;
    }

    void block(const Packet &packet) {
        // What TagLib takes for Vorbis by the name of the file.
        if (number_ == 1 && packet.begins_with("\x03vorbis", 7)) is_refused = true;
        if (number_ >= packet_limit) is_refused = true;
        if (packet.bytes.size() < 4) {
            is_done = true;
            return;
        }
        const auto *const head = reinterpret_cast<const unsigned char *>(packet.bytes.data());
        const size_t size = static_cast<size_t>(head[1]) << 16 | static_cast<size_t>(head[2]) << 8 | head[3];
        if ((head[0] & 0x7F) == 4) packet.bound(4, size, allowance_, patches_);
        is_done = head[0] & 0x80;
    }

    void comments(const Packet &packet) {
        is_done = true;
        const bool is_vorbis = packet.begins_with("\x03vorbis", 7);
        if (kind_ != Kind::other && is_vorbis) {
            is_refused = true;
        } else if (is_vorbis) {
            packet.bound(7, packet.bytes.size(), allowance_, patches_);
        } else if (kind_ == Kind::opus && packet.begins_with("OpusTags", 8)) {
            packet.bound(8, packet.bytes.size(), allowance_, patches_);
        } else if (kind_ == Kind::speex) {
            packet.bound(0, packet.bytes.size(), allowance_, patches_);
        }
    }
};

}  // namespace

bool bound_ogg_headers(
    int descriptor, long place, TagAllowance &allowance, PatchedBytes &patches, const std::function<void(size_t)> &grown) {
    constexpr size_t header_size = 27, most_segments = 255;
    Headers headers(allowance, patches);
    Packet packet;
    std::vector<char> data;
    size_t total = 0;
    for (size_t page = 0; page < page_limit; page += 1) {
        char head[header_size + most_segments];
        const size_t head_size = read_at(descriptor, place, head, sizeof head);
        if (head_size < header_size || std::memcmp(head, "OggS", 4) != 0) return true;
        const size_t segments = static_cast<unsigned char>(head[26]);
        // No page: TagLib ends here, too.
        if (segments == 0 || head_size < header_size + segments) return true;
        place += static_cast<long>(header_size + segments);
        const auto *const sizes = reinterpret_cast<const unsigned char *>(head + header_size);
        size_t size = 0;
        for (size_t index = 0; index < segments; index += 1) size += sizes[index];
        total += size;
        if (total > size_limit) break;
        grown(total);
        data.resize(size);
        const size_t there = read_at(descriptor, place, data.data(), size);
        size_t offset = 0;
        for (size_t index = 0; index < segments; index += 1) {
            const size_t start = std::min(offset, there);
            packet.append(data.data() + start, std::min<size_t>(sizes[index], there - start), place + static_cast<long>(start));
            offset += sizes[index];
            if (sizes[index] == most_segments) continue;
            headers.take(packet);
            if (headers.is_refused) allowance.leave_out();
            if (headers.is_done || headers.is_refused) return !headers.is_refused;
            packet.clear();
        }
        // The last page of the stream.
        if (head[5] & 4) return true;
        place += static_cast<long>(size);
    }
    allowance.leave_out();
    return false;
}
