#include "guard/process.h"

#include <cerrno>
#include <cstring>
#include <string>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

namespace postern::guard {
namespace {

constexpr std::size_t kPage = 4096;

// Mapped pages of this process, followed by an unmapped one.
class Pages {
public:
    explicit Pages(std::size_t count) : size_(count * kPage) {
        void* const begin = ::mmap(nullptr, size_ + kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        EXPECT_NE(begin, MAP_FAILED);
        begin_ = static_cast<char*>(begin);
        EXPECT_EQ(::munmap(begin_ + size_, kPage), 0);
    }
    Pages(const Pages&) = delete;
    Pages& operator=(const Pages&) = delete;
    ~Pages() { (void)::munmap(begin_, size_); }

    // Returns the address. `before_end` is the distance from the end of the pages.
    std::uint64_t put(std::size_t before_end, const void* bytes, std::size_t size) {
        std::memcpy(begin_ + size_ - before_end, bytes, size);
        return address(before_end);
    }
    [[nodiscard]] std::uint64_t address(std::size_t before_end) const {
        return reinterpret_cast<std::uint64_t>(begin_ + size_ - before_end);
    }

private:
    std::size_t size_;
    char* begin_ = nullptr;
};

class ProcessTest : public ::testing::Test {
protected:
    ProcessTest() {
        shared_.root.reset(::open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
        shared_.own_descriptors.reset(::open("/proc/self/fd", O_PATH | O_DIRECTORY | O_CLOEXEC));
    }
    SharedDirectories shared_;
    Process ourselves_{static_cast<std::uint32_t>(::getpid()), shared_};
};

TEST_F(ProcessTest, ReadsTextUpToTheEndOfWhatIsMapped) {
    Pages pages(1);
    EXPECT_EQ(ourselves_.text_at(pages.put(6, "hello", 6), 100), "hello");
}

TEST_F(ProcessTest, ReadsTextOverPages) {
    Pages pages(7);
    const std::string text(5 * kPage, 'x');
    EXPECT_EQ(ourselves_.text_at(pages.put(text.size() + 10, text.c_str(), text.size() + 1), text.size()), text);
}

TEST_F(ProcessTest, TextHasABound) {
    Pages pages(1);
    const std::uint64_t at = pages.put(6, "hello", 6);
    EXPECT_EQ(ourselves_.text_at(at, 5), "hello");
    EXPECT_EQ(ourselves_.text_at(at, 4), std::nullopt);
}

TEST_F(ProcessTest, TextWithoutAnEndIsNone) {
    Pages pages(1);
    EXPECT_EQ(ourselves_.text_at(pages.put(5, "hello", 5), 100), std::nullopt);
    EXPECT_EQ(ourselves_.text_at(1, 100), std::nullopt);
    EXPECT_EQ(ourselves_.text_at(~std::uint64_t{0}, 100), std::nullopt);
}

TEST_F(ProcessTest, AListMayLieAcrossAPage) {
    Pages words(1), list(2);
    const std::uint64_t one = words.put(100, "one", 4), two = words.put(50, "two", 4);
    const std::uint64_t pointers[] = {one, two, 0};
    const std::uint64_t at = list.put(kPage + 12, pointers, sizeof pointers);
    EXPECT_EQ(ourselves_.texts_at(at), (std::vector<std::string>{"one", "two"}));
}

TEST_F(ProcessTest, MoreWordsThanPagesAreKept) {
    Pages words(40), list(1);
    std::vector<std::uint64_t> pointers;
    std::vector<std::string> expected;
    for (std::size_t i = 1; i <= 40; ++i) {
        const std::string word = "word " + std::to_string(i);
        pointers.push_back(words.put(i * kPage, word.c_str(), word.size() + 1));
        expected.push_back(word);
    }
    pointers.push_back(0);
    const std::uint64_t at = list.put(kPage, pointers.data(), pointers.size() * sizeof pointers[0]);
    EXPECT_EQ(ourselves_.texts_at(at), expected);
}

TEST_F(ProcessTest, AListThatCannotBeReadIsNone) {
    Pages words(1), list(1), unended(1);
    const std::uint64_t pointers[] = {words.put(4, "one", 4), 1, 0};
    EXPECT_EQ(ourselves_.texts_at(list.put(sizeof pointers, pointers, sizeof pointers)), std::nullopt);
    // The list continues in an unmapped page.
    EXPECT_EQ(ourselves_.texts_at(unended.put(8, pointers, 8)), std::nullopt);
    EXPECT_EQ(ourselves_.texts_at(1), std::nullopt);
    EXPECT_EQ(ourselves_.texts_at(0), std::vector<std::string>{});  // as the kernel does
}

// An address that cannot be read does not prevent reading the other one.
TEST_F(ProcessTest, LookingAheadIsOnlyFaster) {
    Pages pages(1);
    const std::uint64_t at = pages.put(6, "hello", 6);
    ourselves_.prefetch({1, at});
    EXPECT_EQ(ourselves_.text_at(at, 100), "hello");
    EXPECT_EQ(ourselves_.text_at(1, 100), std::nullopt);
}

TEST_F(ProcessTest, FindsWhatItsOwnLinksLeadTo) {
    const std::string self = ourselves_.find(AT_FDCWD, "/proc/self/exe", 0).path;
    EXPECT_FALSE(self.empty());
    const UniqueFd null(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    const UniqueFd root(::open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    const std::string number = std::to_string(root.get());
    const struct {
        std::string path, found;
        int error;
    } cases[] = {
        {"/proc/self/root" + self, self, 0},
        {"/proc/self/fd/" + number + self, self, 0},
        {"/dev/fd/" + number + self, self, 0},
        {"/proc/thread-self/root" + self, self, 0},
        {"/dev/fd/" + std::to_string(null.get()), "/dev/null", EACCES},  // no regular file
        {"/proc/self/exe/x", "", ENOTDIR},
        {"/proc/self/fd/x", "", ENOENT},
        {"/proc/self/fd/99999", "", ENOENT},
    };
    for (const auto& test : cases) {
        const FoundFile file = ourselves_.find(AT_FDCWD, test.path, 0);
        EXPECT_EQ(file.path, test.found) << test.path;
        EXPECT_EQ(file.error, test.error) << test.path;
    }
}

}  // namespace
}  // namespace postern::guard
