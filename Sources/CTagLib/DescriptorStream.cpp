#include "DescriptorStream.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

namespace {

uintptr_t stack_place() { return reinterpret_cast<uintptr_t>(__builtin_frame_address(0)); }

/// Renames the frames of ID3 that have frames inside. A text may have a name like theirs: what follows it there is no size that the tag has
/// room for, or the zeros behind the last frame, and a frame of that size has nothing inside.
void hide_chapters(TagLib::ByteVector &frames) {
    constexpr size_t header_size = 10;
    char *const bytes = frames.data();
    const size_t count = frames.size();
    for (size_t place = 0; place + header_size <= count; place += 1) {
        if (std::memcmp(bytes + place, "CHAP", 4) != 0 && std::memcmp(bytes + place, "CTOC", 4) != 0) continue;
        // Seven bits a byte or eight: the smaller one of both, so that no reading of it is missed.
        size_t size = 0;
        bool is_zero = true;
        for (size_t index = 4; index < 8; index += 1) {
            is_zero = is_zero && bytes[place + index] == 0;
            size = size << 7 | (static_cast<unsigned char>(bytes[place + index]) & 0x7F);
        }
        if (!is_zero && size <= count - place) bytes[place] = 'X';
    }
}

}  // namespace

DescriptorStream::DescriptorStream(int descriptor, const char *name)
    : descriptor_(descriptor), name_(name), stack_(stack_place()) {
    struct stat status;
    if (fstat(descriptor, &status) == 0) length_ = status.st_size;
}

TagLib::FileName DescriptorStream::name() const { return shows_name ? name_ : ""; }

TagLib::ByteVector DescriptorStream::readBlock(unsigned long length) {
    // The stack grows downwards.
    const uintptr_t place = stack_place();
    if (reads_ == read_limit || (place < stack_ && stack_ - place > stack_limit)) return TagLib::ByteVector();
    reads_ += 1;
    const bool has_frames = place_ == frames_place_;
    TagLib::ByteVector block = next_block(length);
    if (block.size() == tag_header_size && block.startsWith("ID3")) {
        frames_place_ = place_;
    } else if (has_frames) {
        hide_chapters(block);
    }
    return block;
}

TagLib::ByteVector DescriptorStream::next_block(unsigned long length) {
    if (place_ < 0 || place_ >= length_) return TagLib::ByteVector();
    const size_t wanted = std::min({static_cast<size_t>(length), static_cast<size_t>(length_ - place_), block_limit});
    if (wanted > buffer_size) {
        TagLib::ByteVector block(static_cast<unsigned int>(wanted));
        const size_t count = read_at(place_, block.data(), wanted);
        block.resize(static_cast<unsigned int>(count));
        place_ += static_cast<long>(count);
        return block;
    }
    const bool is_buffered =
        place_ >= buffer_place_ && place_ + static_cast<long>(wanted) <= buffer_place_ + static_cast<long>(buffer_count_);
    if (!is_buffered) {
        buffer_place_ = place_;
        buffer_count_ = read_at(place_, buffer_, buffer_size);
    }
    const size_t offset = static_cast<size_t>(place_ - buffer_place_);
    const size_t count = std::min(wanted, buffer_count_ - offset);
    place_ += static_cast<long>(count);
    return TagLib::ByteVector(buffer_ + offset, static_cast<unsigned int>(count));
}

void DescriptorStream::seek(long offset, Position position) {
    const long base = position == Beginning ? 0 : position == Current ? place_ : length_;
    // A place that no number can hold is behind the end, where nothing is read.
    if (__builtin_add_overflow(base, offset, &place_)) place_ = length_;
}

size_t DescriptorStream::read_at(long place, char *into, size_t count) {
    size_t filled = 0;
    count = std::min(count, total_limit - total_);
    while (filled < count) {
        const ssize_t result = pread(descriptor_, into + filled, count - filled, place + static_cast<long>(filled));
        if (result < 0 && errno == EINTR) continue;
        if (result <= 0) break;
        filled += static_cast<size_t>(result);
    }
    total_ += filled;
    return filled;
}
