// A file for TagLib to read, behind a descriptor that somebody else has opened and will close.
#pragma once

#include <taglib/tbytevector.h>
#include <taglib/tiostream.h>

/// Reads a descriptor with `pread`, so that its own position does not matter, and within limits: a file that states impossible
/// sizes may cost neither all memory nor hours. What would write does nothing.
class DescriptorStream final : public TagLib::IOStream {
  public:
    DescriptorStream(int descriptor, const char *name);

    /// Whether the name is shown to TagLib, which then goes by the suffix.
    bool shows_name = false;

    TagLib::FileName name() const override;
    TagLib::ByteVector readBlock(unsigned long length) override;
    void seek(long offset, Position position = Beginning) override;
    long tell() const override { return place_; }
    long length() override { return length_; }
    bool isOpen() const override { return true; }
    bool readOnly() const override { return true; }

    void writeBlock(const TagLib::ByteVector &) override {}
    void insert(const TagLib::ByteVector &, unsigned long, unsigned long) override {}
    void removeBlock(unsigned long, unsigned long) override {}
    void truncate(long) override {}

  private:
    /// Reads up to `count` bytes at `place`; fewer at the end of the file or if the disk fails.
    size_t read_at(long place, char *into, size_t count);

    /// Most files need a few reads of some bytes at their beginning: one system call serves them.
    static constexpr size_t buffer_size = 8 << 10;
    /// The most bytes of one read, which TagLib holds in memory: the largest picture.
    static constexpr size_t block_limit = 32 << 20;
    /// The most bytes that are read from one file.
    static constexpr size_t total_limit = 128 << 20;

    const int descriptor_;
    const char *const name_;
    long length_ = 0;
    long place_ = 0;
    size_t total_ = 0;
    long buffer_place_ = 0;
    size_t buffer_count_ = 0;
    char buffer_[buffer_size];
};
