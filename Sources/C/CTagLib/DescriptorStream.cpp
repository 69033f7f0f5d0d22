#include "DescriptorStream.hpp"

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <malloc.h>
#include <mutex>
#include <sys/stat.h>
#include <unistd.h>

namespace {

/// Lets a number of streams at a time go on.
class Gate {
  public:
    explicit Gate(size_t free) : free_(free) {}

    void enter() {
        std::unique_lock<std::mutex> lock(mutex_);
        condition_.wait(lock, [this] { return free_ > 0; });
        free_ -= 1;
    }

    void leave() {
        {
            const std::lock_guard<std::mutex> lock(mutex_);
            free_ += 1;
        }
        condition_.notify_one();
    }

  private:
    std::mutex mutex_;
    std::condition_variable condition_;
    size_t free_;
};

/// For files whose tags are more than small ones, and for those whose tags are large. Whoever waits for the second has passed the first, and
/// nobody the other way round.
Gate medium_files(4), large_files(1);

uintptr_t stack_place() { return reinterpret_cast<uintptr_t>(__builtin_frame_address(0)); }

uint32_t byte_at(const char *bytes, size_t place) { return static_cast<unsigned char>(bytes[place]); }

bool has_at(const TagLib::ByteVector &block, size_t place, const char *name) {
    const size_t size = std::strlen(name);
    return block.size() >= place + size && std::memcmp(block.data() + place, name, size) == 0;
}

/// Shortens a block, and gives back what it does not need if that is much.
void shorten(TagLib::ByteVector &block, size_t size) {
    if (size >= block.size()) return;
    if (size < block.size() / 2) {
        block = TagLib::ByteVector(block.data(), static_cast<unsigned int>(size));
    } else {
        block.resize(static_cast<unsigned int>(size));
    }
}

/// What the header of an ASF file begins with.
constexpr char asf_header[] = "\x30\x26\xB2\x75\x8E\x66\xCF\x11\xA6\xD9\x00\xAA\x00\x62\xCE\x6C";
constexpr size_t asf_header_size = 16;

/// Whether an object of ASF has attributes, by its identifier: the extended content description, the metadata or the library of metadata.
bool has_asf_attributes(const char *identifier) {
    constexpr const char *identifiers[] = {
        "\x40\xA4\xD0\xD2\x07\xE3\xD2\x11\x97\xF0\x00\xA0\xC9\x5E\xA8\x50",
        "\xEA\xCB\xF8\xC5\xAF\x5B\x77\x48\x84\x67\xAA\x8C\x44\xFA\x4C\xCA",
        "\x94\x1C\x23\x44\x98\x94\xD1\x49\xA1\x41\x1D\x13\x4E\x45\x70\x54",
    };
    return std::any_of(std::begin(identifiers), std::end(identifiers), [identifier](const char *known) {
        return std::memcmp(identifier, known, asf_header_size) == 0;
    });
}

}  // namespace

DescriptorStream::DescriptorStream(int descriptor, const char *name)
    : descriptor_(descriptor), name_(name), stack_(stack_place()) {
    struct stat status;
    if (fstat(descriptor, &status) != 0) return;
    length_ = status.st_size;
    if (length_ <= longest_with_holes || status.st_blocks >= length_ / 512) return;
    // TagLib looks for the last frame of an MP3 back to the first one, also where nothing is.
    const off_t hole = lseek(descriptor, 0, SEEK_HOLE);
    if (hole >= 0) length_ = std::min(length_, static_cast<long>(hole));
}

DescriptorStream::~DescriptorStream() {
    if (gates_ > 1) {
        // What TagLib made is free, but the C library would keep it for this thread, and as much for each other one.
        malloc_trim(0);
        large_files.leave();
    }
    if (gates_ > 0) medium_files.leave();
}

TagLib::FileName DescriptorStream::name() const { return shows_name ? name_ : ""; }

bool DescriptorStream::may_read() const {
    // The stack grows downwards.
    const uintptr_t place = stack_place();
    const bool is_deep = place < stack_ && stack_ - place > stack_limit;
    return !is_refused_ && !is_deep && reads_ < read_limit && kept_ < kept_limit && searched_ < search_limit;
}

TagLib::ByteVector DescriptorStream::readBlock(size_t length) {
    if (!may_read()) {
        allowance_.leave_out();
        return TagLib::ByteVector();
    }
    reads_ += 1;
    Call call;
    call.place = place_;
    call.asked = length;
    TagLib::ByteVector block = next_block(length);
    call.end = place_;
    if (!block.isEmpty()) std::memcpy(call.head, block.data(), std::min<size_t>(block.size(), sizeof call.head));
    bound(block, call);
    std::copy_backward(std::begin(calls_), std::end(calls_) - 1, std::end(calls_));
    calls_[0] = call;
    wait_if_large(kept_);
    return is_refused_ ? TagLib::ByteVector() : block;
}

TagLib::ByteVector DescriptorStream::next_block(size_t length) {
    if (place_ < 0 || place_ >= length_) return TagLib::ByteVector();
    size_t wanted = std::min(length, static_cast<size_t>(length_ - place_));
    if (is_passing_) {
        is_passing_ = false;
    } else if (wanted > search_size) {
        const size_t limit = std::min(block_limit, kept_limit - kept_);
        if (wanted > limit) allowance_.leave_out();
        wanted = std::min(wanted, limit);
        kept_ += wanted;
    } else {
        searched_ += wanted;
    }
    const long place = place_;
    TagLib::ByteVector block;
    if (wanted > buffer_size) {
        // Waited for before there is anything to keep.
        wait_if_large(kept_);
        block = TagLib::ByteVector(static_cast<unsigned int>(wanted));
        block.resize(static_cast<unsigned int>(read_at(place, block.data(), wanted)));
    } else {
        const bool is_buffered =
            place >= buffer_place_ && place + static_cast<long>(wanted) <= buffer_place_ + static_cast<long>(buffer_count_);
        if (!is_buffered) {
            buffer_place_ = place;
            buffer_count_ = read_at(place, buffer_, fills_ < large_fills ? buffer_size : std::max(small_fill, wanted));
            fills_ += 1;
        }
        const size_t offset = static_cast<size_t>(place - buffer_place_);
        block = TagLib::ByteVector(buffer_ + offset, static_cast<unsigned int>(std::min(wanted, buffer_count_ - offset)));
    }
    place_ += static_cast<long>(block.size());
    for (auto patch = patches_.lower_bound(place); patch != patches_.end() && patch->first < place_; ++patch) {
        block[static_cast<int>(patch->first - place)] = patch->second;
    }
    return block;
}

void DescriptorStream::bound(TagLib::ByteVector &block, const Call &call) {
    const Call &last = calls_[0];
    if (is_flac) {
        if (block.isEmpty()) return;
        // Nothing in it is of another container, whatever it looks like.
        if (call.asked == 4) bound_flac_header(block);
        if (last.asked == 4 && call.place == last.end) bound_flac_block(block);
        return;
    }
    if (call.asked == asf_header_size && std::memcmp(call.head, asf_header, asf_header_size) == 0) is_asf_ = true;
    const size_t frames = frames_size_;
    frames_size_ = 0;
    if (call.asked == tag_header_size) return bound_tag_header(block, call);
    if (block.isEmpty()) return;
    if (frames > 0 && call.asked == frames && call.place == last.end) return bound_frames(block);
    // Elsewhere one block may look like several kinds: it has to be within the bounds of each.
    if (is_asf_) bound_asf(block, call);
    if (call.asked == 8 && has_at(block, 4, "moof")) {
        // TagLib would keep the atoms of each fragment, of which nobody asks for any.
        std::memcpy(block.data() + 4, "free", 4);
    }
    if (call.asked == 27 && has_at(block, 0, "OggS") && !is_ogg_checked_) {
        is_ogg_checked_ = true;
        is_refused_ = is_refused_ || !bound_ogg_headers(
            descriptor_, call.place, allowance_, patches_, [this](size_t kept) { wait_if_large(kept); });
    }
    if (last.asked == 4 && call.place == last.end) bound_flac_block(block);
    if (last.asked == ape_footer_size && std::memcmp(last.head, "APETAGEX", 8) == 0) {
        const auto number = [&last](size_t place) {
            return byte_at(last.head, place) | byte_at(last.head, place + 1) << 8 | byte_at(last.head, place + 2) << 16
                | byte_at(last.head, place + 3) << 24;
        };
        if (call.asked == number(12) - ape_footer_size) {
            shorten(block, bound_items(block.data(), block.size(), number(16), allowance_));
        }
    }
    if (has_at(block, 0, "INFO")) shorten(block, bound_info(block.data(), block.size(), allowance_));
    if (call.asked > 8 && (has_at(block, 4, "data") || has_at(block, 4, "mean"))) bound_item(block, call);
}

void DescriptorStream::bound_tag_header(TagLib::ByteVector &block, const Call &call) {
    if (block.size() < tag_header_size) return;
    for (size_t index = 6; index < tag_header_size; index += 1) {
        // TagLib takes no size with such a byte.
        if (call.head[index] & 0x80) return;
        frames_size_ = frames_size_ << 7 | byte_at(call.head, index);
    }
    tag_version_ = byte_at(call.head, 3);
    tag_flags_ = byte_at(call.head, 5);
    // The frames come without what was put in between, and without an extended header.
    block[5] = static_cast<char>(block[5] & 0x3F);
}

void DescriptorStream::bound_frames(TagLib::ByteVector &block) {
    shorten(block, make_frames_plain(block.data(), block.size(), tag_version_, tag_flags_, allowance_));
    // Newer releases take no frame of version 2.2 that ends less than the head of a tag before the end, where padding may be.
    if (tag_version_ < 3) block.resize(block.size() + static_cast<unsigned int>(tag_header_size), '\0');
}

void DescriptorStream::bound_flac_header(TagLib::ByteVector &block) {
    constexpr char padding = 1, picture = 6, kind_mask = 0x7F;
    if (block.size() < 4 || (block[0] & kind_mask) != picture || kept_ + block.toUInt(1, 3, true) < kept_limit) return;
    if (passed_ == passing_limit) return;
    passed_ += 1;
    // TagLib reads padding, but does not keep it.
    block[0] = static_cast<char>((block[0] & ~kind_mask) | padding);
    is_passing_ = true;
    allowance_.leave_out();
}

void DescriptorStream::bound_flac_block(TagLib::ByteVector &block) {
    const char *const head = calls_[0].head;
    const size_t size = byte_at(head, 1) << 16 | byte_at(head, 2) << 8 | byte_at(head, 3);
    // TagLib reads no block that is cut.
    if (size != block.size()) return;
    switch (head[0] & 0x7F) {
        case 4: {
            char *const bytes = block.data();
            bound_comments(bytes, size, allowance_, [bytes](size_t place, char byte) { bytes[place] = byte; });
            break;
        }
        case 6:
            if (is_bounded_picture(block.data(), size)) break;
            allowance_.leave_out();
            // A type that is as long as the whole block: no picture for TagLib.
            block[4] = 0;
            std::memcpy(block.data() + 5, head + 1, 3);
            break;
        default: break;
    }
}

void DescriptorStream::bound_item(TagLib::ByteVector &block, const Call &call) {
    bool is_picture = false;
    if (block.size() > TagAllowance::longest_text) {
        char name[4] = {};
        is_picture = read_at(call.place - 4, name, sizeof name) == sizeof name && std::memcmp(name, "covr", 4) == 0;
    }
    shorten(block, bound_item_data(block.data(), block.size(), is_picture, allowance_));
}

void DescriptorStream::bound_asf(TagLib::ByteVector &block, const Call &call) {
    if (call.asked == 2 && calls_[0].asked == 8 && has_asf_attributes(calls_[1].head)) {
        // How many attributes follow: TagLib makes them also where the file has ended.
        const size_t count = byte_at(call.head, 0) | byte_at(call.head, 1) << 8;
        const size_t allowed = std::min(count, allowance_.values);
        if (allowed < count) allowance_.leave_out();
        allowance_.values -= allowed;
        block[0] = static_cast<char>(allowed);
        block[1] = static_cast<char>(allowed >> 8);
    }
    if (call.asked <= TagAllowance::longest_text) {
        // Single numbers are read by two to eight bytes.
        if (call.asked > 8 && !allowance_.take(block.size(), 0)) is_refused_ = true;
        return;
    }
    // In front of a long value, TagLib reads the kind of it in two bytes, its size in four, and its name.
    const bool is_value = calls_[1].asked == 4 && calls_[2].asked == 2;
    constexpr char bytes_kind = 1;
    const bool is_text = is_value && (calls_[2].head[0] != bytes_kind || calls_[2].head[1] != 0);
    if (!is_text && (!is_value || is_bounded_asf_picture(block.data(), block.size()))) return;
    allowance_.leave_out();
    block = TagLib::ByteVector();
}

void DescriptorStream::wait_if_large(size_t kept) {
    const TagAllowance whole;
    const size_t text = whole.text - allowance_.text, values = whole.values - allowance_.values;
    const auto is_beyond = [&](const Size &size) { return kept > size.kept || text > size.text || values > size.values; };
    if (gates_ == 0 && is_beyond(small)) {
        medium_files.enter();
        gates_ = 1;
    }
    if (gates_ == 1 && is_beyond(medium)) {
        large_files.enter();
        gates_ = 2;
    }
}

void DescriptorStream::seek(FileOffset offset, Position position) {
    const long base = position == Beginning ? 0 : position == Current ? place_ : length_;
    // A place that no number can hold is behind the end, where nothing is read.
    if (__builtin_add_overflow(base, offset, &place_)) place_ = length_;
}

size_t DescriptorStream::read_at(long place, char *into, size_t count) {
    size_t filled = 0;
    while (filled < count) {
        const ssize_t result = pread(descriptor_, into + filled, count - filled, place + static_cast<long>(filled));
        if (result < 0 && errno == EINTR) continue;
        if (result <= 0) break;
        filled += static_cast<size_t>(result);
    }
    return filled;
}
