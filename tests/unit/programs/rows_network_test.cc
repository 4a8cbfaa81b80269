// Lines of programs of the network and what their words are for.
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

TEST(RowsNetwork, ReadLines) {
    const Case cases[] = {
        {"curl -sSL https://x", "U:https://x", false},
        {"curl -o f -D h -c jar https://x", "W:f W:h W:jar U:https://x", false},
        {"curl -d @f --data-binary @g -F a=@h https://x", "@R:@f @R:@g @R:a=@h U:https://x", false},
        {"curl -T up --trace t -K cfg https://x", "R:up W:t F:cfg U:https://x", false},
        {"curl -O https://x/f", "U:https://x/f W:.", false},
        {"curl --stderr f https://x", "U:f U:https://x ?--stderr", false},
        {"curl -H @h -w '%{http_code}' https://x", "@R:@h @R:%{http_code} U:https://x", false},
        {"curl -X POST --json @f -u a:b x", "-:POST @R:@f -:a:b U:x", false},
        {"curl --resolve a:1:2 https://x", "U:a:1:2 U:https://x ?--resolve", false},
        {"curl --outp f https://x", "U:f U:https://x ?--outp", false},
        {"curl --unix-socket /s http://x", "M:/s U:http://x", false},
        {"curl -x http://p --engine e https://x", "U:http://p P:e U:https://x", false},
        {"curl --version", " informs", true},
        {"wget -O f -o log https://x", "W:f W:log U:https://x", false},
        {"wget -P d -i urls --post-file=f", "D:d R:urls R:f", false},
        {"wget -nv -e use_askpass=evil https://x", "-:v K:use_askpass=evil U:https://x W:.", false},
        {"wget --use-askpass=evil --config=c x", "X:evil F:c U:x W:.", false},
        {"wget --use-ask=evil x", "U:x W:. ?--use-ask=evil", false},
        {"wget -qO- x", "W:- U:x", false},
        {"aria2c --on-download-complete=evil -d d u", "X:evil D:d U:u", false},
        {"ssh host ls -la", "H:host sh:ls ?-la", false},
        {"ssh -o ProxyCommand=evil -F cfg -i key u@h 'rm x'", "K:ProxyCommand=evil F:cfg R:key H:u@h sh:rm x", false},
        {"ssh h -E log -p 22 rm x", "W:log -:22 H:h sh:rm ?x", false},
        {"ssh -J j -I lib.so h", "H:j P:lib.so H:h", false},
        {"ssh -V", " informs", true},
        {"scp -S evil -r a h:b", "X:evil HR:a HW:h:b", false},
        {"scp -D evil h:a b", "X:evil HR:h:a HW:b", false},
        {"scp -oProxyCommand=x a b", "K:ProxyCommand=x HR:a HW:b", false},
        {"sftp -b batch h", "F:batch HR:h", false},
        {"rsync -av --delete a/ h:b/", "HR/:a/ HW:h:b/ destroys", false},
        {"rsync -e 'ssh -p 1' a b c", "S:ssh -p 1 HR/:a HR/:b HW:c", false},
        {"rsync --rsync-path=evil --files-from=l a b", "S:evil R@:l HR/:a HW:b", false},
        {"rsync --filter='merge f' a b", "HR/:a HW:b ?--filter=merge f", false},
        {"nc -e /bin/sh h 1", "X:/bin/sh H:h -:1", false},
        {"nc -c 'rm x' h 1", "S:rm x H:h -:1", false},
        {"ncat --sh-exec evil --lua-exec s.lua h", "S:evil F:s.lua H:h", false},
        {"nc -lU sock", "M:sock", false},
        {"nc -zv h 22", "H:h -:22", false},
        {"socat EXEC:evil TCP:h:1", "C:EXEC:evil C:TCP:h:1", false},
        {"telnet h 25", "H:h -:25", false},
        {"ftp h", "H:h", false},
        {"lftp -e '!rm' u", "C:!rm U:u", false},
        {"mosh --ssh=evil h -- ls", "S:evil H:h sh:ls", false},
        {"ssh-keygen -t ed25519 -f k -N ''", "-:ed25519 M:k -: destroys", false},
        {"ssh-keygen -D lib.so", "P:lib.so destroys", false},
        {"ssh-agent rm x", "cmd:rm W:x", false},
        {"ssh-copy-id -i k h", "R:k H:h", false},
        {"dig @8.8.8.8 x MX", "H:@8.8.8.8 H:x H:MX", false},
        {"dig -f names", "R:names", false},
        {"host -t MX x", "-:MX H:x", false},
        {"nslookup -type=MX x", "-:MX H:x", false},
        {"ping -c 1 h", "-:1 H:h", false},
        {"ping -c1 -W 2 h", "-:1 -:2 H:h", false},
        {"nmap -sV -p80 -oN f --script evil h", "-:V -:80 W:f F:evil H:h", false},
        {"nmap -iL hosts", "R:hosts", false},
        {"tcpdump -i eth0 -w f -z evil", "-:eth0 W:f S:evil", false},
        {"tcpdump -r f port 80", "R:f -:port -:80", false},
        {"openssl x509 -in c -noout -text", "-:x509 R:c", true},
        {"openssl x509 -engine e -help", "-:x509 P:e ?-help", false},
        {"openssl req -newkey rsa:2048 -keyout k -config c", "-:req R:rsa:2048 W:k F:c destroys", false},
        {"openssl enc -aes-256-cbc -in a -out b -pass file:p", "-:enc R:a W:b R:file:p", false},
        {"openssl s_client -connect h:443", "-:s_client H:h:443", false},
        {"openssl rand -hex 16", "-:rand -:16", true},
        {"openssl dgst -sha256 -engine e f", "-:dgst P:e R:f", false},
        {"ip addr", "-:addr", true},
        {"ip -br a show eth0", "-:a -:show -:eth0", true},
        {"ip route get 1.1.1.1", "-:route -:get -:1.1.1.1", true},
        {"ip link set eth0 down", "-:link ?set ?eth0 ?down", false},
        {"ip netns exec n rm x", "-:netns -:exec -:n cmd:rm W:x", false},
        {"ip -b f", "F:f", false},
        {"ss -tlnp", "", true},
        {"ss -K dst x", "-:dst -:x destroys", false},
        {"netstat -tulpn", "", true},
        {"ifconfig eth0", "-:eth0", true},
        {"ifconfig eth0 down", "-:eth0 ?down", false},
        {"gpg -d f", "R:f", false},
        {"gpg -o o -e -r x f", "W:o -:x R:f", false},
        {"gpg --photo-viewer evil -k", "S:evil", false},
        {"openvpn --config c --up evil", "F:c S:evil", false},
        {"lynx -dump -editor=evil x", "X:evil U:x", false},
        {"w3m -o editor=evil -dump x", "K:editor=evil U:x", false},
        {"axel -o f u", "W:f U:u", false},
        {"ssh-keygen -O write-attestation=f", "K:write-attestation=f destroys", false},
        {"openssl req -new", "-:req destroys", false},
    };
    for (const Case& c : cases) {
        EXPECT_EQ(shown(c.line), c.reading) << c.line;
        EXPECT_EQ(is_harmless(read(shell::analyse(c.line).commands.front().words)), c.harmless) << c.line;
    }
}

}  // namespace
}  // namespace postern::programs
