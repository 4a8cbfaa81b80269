#include "run/capture.h"

#include "fake_plan.h"

#include <csignal>
#include <string>

#include <sys/ioctl.h>
#include <unistd.h>

namespace postern::run {
namespace {

struct Pipe {
    UniqueFd read, write;
    Pipe() {
        int ends[2] = {-1, -1};
        EXPECT_EQ(::pipe2(ends, O_CLOEXEC), 0);
        read.reset(ends[0]);
        write.reset(ends[1]);
    }
    [[nodiscard]] std::string content() const {
        int waiting = 0;
        (void)::ioctl(read.get(), FIONREAD, &waiting);
        std::string out(static_cast<std::size_t>(waiting), ' ');
        EXPECT_EQ(::read(read.get(), out.data(), out.size()), waiting);
        return out;
    }
};

class CaptureTest : public test::DescriptorTest {
protected:
    void SetUp() override {
        DescriptorTest::SetUp();
        before_ = ::signal(SIGPIPE, SIG_IGN);
    }
    void TearDown() override {
        (void)::signal(SIGPIPE, before_);
        DescriptorTest::TearDown();
    }

private:
    void (*before_)(int) = SIG_DFL;
};

// Serves until nothing more can be done at once.
void pump(Capture& capture) {
    for (;;) {
        std::vector<pollfd> polled;
        capture.add_to(polled);
        if (::poll(polled.data(), polled.size(), 0) <= 0) return;
        capture.serve(polled.data());
    }
}

void write_to(const Capture& capture, OutputStream stream, std::string_view text) {
    EXPECT_EQ(::write(capture.child_end(stream), text.data(), text.size()), static_cast<ssize_t>(text.size()));
}

TEST_F(CaptureTest, PassesTheHeadOnAtOnceAndTheRestAtTheEnd) {
    const Pipe out, err;
    const test::Redirected stdout_to(STDOUT_FILENO, out.write.get()), stderr_to(STDERR_FILENO, err.write.get());
    auto capture = Capture::open({.head = 4, .tail = 3}, PassThrough::yes);
    ASSERT_TRUE(capture);
    write_to(*capture, OutputStream::out, "abcdef");
    pump(*capture);
    EXPECT_EQ(out.content(), "abcd");
    write_to(*capture, OutputStream::out, "ghi");
    write_to(*capture, OutputStream::err, "E");
    pump(*capture);
    EXPECT_EQ(out.content(), "");
    capture->close_child_ends();
    pump(*capture);
    capture->child_ended();
    EXPECT_TRUE(capture->done());
    EXPECT_EQ(out.content(), "\n[postern: 3 bytes left out]\nhi");
    EXPECT_EQ(err.content(), "E");
    EXPECT_EQ(capture->captured(OutputStream::out).text, "abcd\n[postern: 3 bytes left out]\nhi");
}

TEST_F(CaptureTest, AReaderThatPausesHoldsTheCommandUpAndNotUs) {
    const Pipe out;
    const test::Redirected stdout_to(STDOUT_FILENO, out.write.get());
    (void)::fcntl(out.write.get(), F_SETPIPE_SZ, 4096);
    auto capture = Capture::open({}, PassThrough::yes);
    ASSERT_TRUE(capture);
    write_to(*capture, OutputStream::out, std::string(20'000, 'x'));
    pump(*capture);  // a blocking write would hang here
    capture->close_child_ends();
    capture->child_ended();
    EXPECT_FALSE(capture->done());
    std::string all;
    while (!capture->done()) {
        all += out.content();
        pump(*capture);
    }
    all += out.content();
    EXPECT_EQ(all, std::string(20'000, 'x'));
    EXPECT_EQ(::fcntl(STDOUT_FILENO, F_GETFL) & O_NONBLOCK, 0);
}

TEST_F(CaptureTest, AReaderThatIsGoneEndsTheStream) {
    Pipe out;
    const test::Redirected stdout_to(STDOUT_FILENO, out.write.get());
    auto capture = Capture::open({}, PassThrough::yes);
    ASSERT_TRUE(capture);
    out.read.reset();
    write_to(*capture, OutputStream::out, "x");
    pump(*capture);
    EXPECT_EQ(capture->write_error(), EPIPE);
    EXPECT_EQ(::write(capture->child_end(OutputStream::out), "y", 1), -1);
    EXPECT_EQ(errno, EPIPE);
}

TEST_F(CaptureTest, WhatOthersWriteAfterTheEndIsNotWaitedFor) {
    auto capture = Capture::open({}, PassThrough::no);
    ASSERT_TRUE(capture);
    write_to(*capture, OutputStream::out, "before");
    capture->child_ended();
    write_to(*capture, OutputStream::out, "after");  // the write end stays open too
    pump(*capture);
    EXPECT_TRUE(capture->done());
    EXPECT_EQ(capture->captured(OutputStream::out).text, "before");
}

TEST_F(CaptureTest, GivingUpLeavesNothingToDo) {
    const Pipe out;
    const test::Redirected stdout_to(STDOUT_FILENO, out.write.get());
    (void)::fcntl(out.write.get(), F_SETPIPE_SZ, 4096);
    auto capture = Capture::open({}, PassThrough::yes);
    ASSERT_TRUE(capture);
    write_to(*capture, OutputStream::out, std::string(20'000, 'x'));
    pump(*capture);
    EXPECT_FALSE(capture->done());
    capture->give_up();
    EXPECT_TRUE(capture->done());
}

}  // namespace
}  // namespace postern::run
