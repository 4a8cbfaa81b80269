// Lines of programs of the system and what their words are for.
#include "shown_reading.h"

#include "programs/reading.h"
#include "shell/analysis.h"

#include <gtest/gtest.h>

#include <string>

namespace postern::programs {
namespace {

struct Case {
    std::string_view line, reading;
    bool harmless;
};

TEST(RowsSystem, ReadLines) {
    const Case cases[] = {
        {"ps aux --sort=-%mem", "-:aux -:--sort=-%mem", true},
        {"ps -ef", "-:-ef", true},
        {"top -bn1", "-:1 informs", true},
        {"pgrep -fl node", "-:node", true},
        {"pgrep -F pidfile", "R:pidfile", true},
        {"pkill -9 -f node", "-:node destroys", false},
        {"pkill -KILL -u root", "-:root destroys", false},
        {"pkill -f", " destroys", false},
        {"killall -TERM x", "-:x destroys", false},
        {"lsof -i :8080", "R::8080", true},
        {"lsof -nP -iTCP x", "-:TCP R:x", true},
        {"free -h", "", true},
        {"uptime", "", true},
        {"uname -a", "", true},
        {"hostname", "", true},
        {"hostname new", " ?new", false},
        {"id -u root", "-:root", true},
        {"whoami", "", true},
        {"who am i", "R:am -:i", true},
        {"last -5 -f wtmp", "R:wtmp", true},
        {"nproc --all", "", true},
        {"lscpu -J", "", true},
        {"lsblk -f /dev/sda", "R:/dev/sda", true},
        {"dmesg -T", "", true},
        {"dmesg -C", " destroys", false},
        {"mount", " destroys", false},
        {"mount -o bind a b", "K:bind M:a D:b destroys", false},
        {"mount -t tmpfs none /x", "-:tmpfs M:none D:/x destroys", false},
        {"mount -a", " ?-a destroys", false},
        {"umount -l /x", "M:/x", false},
        {"losetup -f --show img", "M:img", false},
        {"mkfs.ext4 -F /dev/sda", "W:/dev/sda destroys", false},
        {"mkfs -t ext4 /dev/sda", "-:ext4 W:/dev/sda destroys", false},
        {"fdisk -l /dev/sda", "R:/dev/sda destroys", false},
        {"sysctl -a", "", true},
        {"sysctl -w a.b=1", "A:a.b=1", false},
        {"sysctl -p f", "A:f ?-p", false},
        {"modprobe -C f m", "F:f -:m destroys", false},
        {"insmod m.ko", "P:m.ko destroys", false},
        {"iptables -L -n", "", true},
        {"iptables -F", " ?-F", false},
        {"ufw status", "-:status", true},
        {"ufw disable", " ?disable", false},
        {"systemctl status x", "-:status -:x", true},
        {"systemctl --user restart x", "-:restart -:x", false},
        {"systemctl stop x", "-:stop -:x destroys", false},
        {"systemctl enable ./x.service", "-:enable F:./x.service", false},
        {"systemctl -H h status", "H:h -:status", false},
        {"systemctl set-property x CPUQuota=1%", "-:set-property -:x K:CPUQuota=1%", false},
        {"systemctl", "", true},
        {"journalctl -u x -n 50 --no-pager", "-:x -:50", true},
        {"journalctl --file=f -b -1", "R:f", true},
        {"journalctl --vacuum-time=1d", "-:1d destroys", false},
        {"service x restart", "X:x -:restart", false},
        {"crontab -l", " informs", true},
        {"crontab f", "F:f", false},
        {"crontab -r", " destroys", false},
        {"crontab -", "F:-", false},
        {"at -f f now", "F:f -:now", false},
        {"useradd -m -s /bin/sh x", "X:/bin/sh -:x destroys", false},
        {"usermod -aG docker x", "-:docker -:x destroys", false},
        {"passwd -l x", "-:x destroys", false},
        {"chpasswd", " destroys", false},
        {"apt list --installed", "-:list", true},
        {"apt-get install -y x", "-:install R:x destroys", false},
        {"apt-get -o APT::Update::Pre-Invoke::=evil update", "K:APT::Update::Pre-Invoke::=evil -:update", false},
        {"apt-get -c f update", "F:f -:update", false},
        {"apt show x", "-:show -:x", true},
        {"apt-cache policy x", "-:policy -:x", true},
        {"apt remove x", "-:remove -:x destroys", false},
        {"dpkg -l", "", true},
        {"dpkg -i a.deb", "R:a.deb destroys", false},
        {"dpkg --pre-invoke=evil -i a.deb", "S:evil R:a.deb destroys", false},
        {"dpkg -L x", "R:x", true},
        {"dnf -y install x", "-:install R:x destroys", false},
        {"yum --setopt=a=b list", "K:a=b -:list", false},
        {"dnf -c f search x", "F:f -:search -:x", false},
        {"rpm -qa", "", false},
        {"rpm --pipe evil -q x", "S:evil R:x", false},
        {"rpm -E '%(evil)'", "C:%(evil)", false},
        {"apk add --no-cache x", "-:add R:x", false},
        {"apk info", "-:info", false},
        {"brew install x", "-:install F:x destroys", false},
        {"brew list", "-:list", true},
        {"brew uninstall x", "-:uninstall -:x destroys", false},
        {"snap run x y", "-:run X:x -:y", false},
        {"snap list", "-:list", false},
        {"pacman -Qi x", "R:x", true},
        {"pacman -Syu", " destroys", false},
        {"pacman --hookdir=h -Q", "P:h", false},
        {"open -a evil f", "X:evil R:f", false},
        {"open https://x", "R:https://x", false},
        {"logrotate -m evil -f c", "S:evil F:c destroys", false},
        {"ldconfig -p", " informs", true},
    };
    for (const Case& c : cases) {
        EXPECT_EQ(shown(c.line), c.reading) << c.line;
        EXPECT_EQ(is_harmless(read(shell::analyse(c.line).commands.front().words)), c.harmless) << c.line;
    }
}

}  // namespace
}  // namespace postern::programs
