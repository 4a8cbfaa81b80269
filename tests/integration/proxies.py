"""Proxies for the tests, for HTTP and for SOCKS5. They know names that exist nowhere else, record requests,
and misbehave on demand."""

import base64
import select
import socket
import socketserver
import threading


def pipe(one, other):
    """Copies in both directions until both ends are closed."""
    ends = {one: other, other: one}
    try:
        while ends:
            for ready in select.select(list(ends), [], [], 30)[0] or [None]:
                if ready is None:
                    return
                data = ready.recv(65536)
                if data:
                    ends[ready].sendall(data)
                else:
                    ends.pop(ready).shutdown(socket.SHUT_WR)
                    break
    except OSError:
        pass


class Proxy(socketserver.ThreadingTCPServer):
    """`places` maps (name, port) to a port of the loopback; a name alone maps all ports to themselves.
    `answer` has bytes to send instead of connecting; a true second value keeps the connection open."""

    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 200

    def __init__(self, places, login=None, answer=None, early=b""):
        super().__init__(("127.0.0.1", 0), self.Handler)
        self.places, self.login, self.answer, self.early = places, login, answer, early
        self.seen = []   # (host, port) asked for
        self.texts = []  # everything that clients sent before the connection was made
        self.done = threading.Event()
        self.port = self.server_address[1]
        threading.Thread(target=self.serve_forever, args=(0.02,), daemon=True).start()

    def close(self):
        self.done.set()
        self.shutdown()
        self.server_close()

    def dial(self, host, port):
        """Returns None if this proxy does not know the place or cannot connect."""
        self.seen.append((host, port))
        local = self.places.get((host, port), port if host in self.places else None)
        try:
            return local and socket.create_connection(("127.0.0.1", local), 10)
        except OSError:
            return None

    def handle_error(self, request, client_address):
        pass

    def misbehave(self, client):
        said, stay = self.answer
        try:
            for start in range(0, len(said), 1000):
                client.sendall(said[start:start + 1000])
            if stay:
                self.done.wait(60)
        except OSError:
            pass


class HttpProxy(Proxy):
    class Handler(socketserver.BaseRequestHandler):
        def handle(self):
            server, client, head = self.server, self.request, b""
            while b"\r\n\r\n" not in head:
                part = client.recv(65536)
                if not part:
                    return
                head += part
            head, rest = head.split(b"\r\n\r\n", 1)
            server.texts.append(head.decode("latin-1"))
            if server.answer:
                return server.misbehave(client)
            lines = head.decode("latin-1").split("\r\n")
            method, target, version = lines[0].split(" ")
            if server.login:
                wanted = "Basic " + base64.b64encode(server.login.encode()).decode()
                if f"Proxy-Authorization: {wanted}" not in lines:
                    return client.sendall(b"HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic "
                                          b"realm=corp\r\nContent-Length: 0\r\n\r\n")
            plain = method != "CONNECT"
            place, _, path = target.removeprefix("http://").partition("/")
            host, _, port = place.rpartition(":") if ":" in place else (place, "", "80")
            other = server.dial(host, int(port))
            if not other:
                return client.sendall(b"HTTP/1.1 502 Unknown Host\r\nContent-Length: 0\r\n\r\n")
            if plain:
                kept = [line for line in lines[1:] if not line.lower().startswith("proxy-")]
                other.sendall("\r\n".join([f"{method} /{path} {version}", *kept, "", ""]).encode("latin-1") + rest)
            else:
                client.sendall(b"HTTP/1.1 200 Connection established\r\nVia: a test\r\n\r\n" + server.early)
            with other:
                pipe(client, other)


class SocksProxy(Proxy):
    class Handler(socketserver.BaseRequestHandler):
        def take(self, size):
            got = b""
            while len(got) < size:
                part = self.request.recv(size - len(got))
                if not part:
                    raise OSError("the client is gone")
                got += part
            self.said += got
            return got

        def handle(self):
            self.said = b""
            try:
                self.serve()
            finally:
                self.server.texts.append(self.said.decode("latin-1"))

        def serve(self):
            server, client = self.server, self.request
            methods = self.take(self.take(2)[1])
            if server.answer:
                return server.misbehave(client)
            if server.login:
                if b"\x02" not in methods:
                    return client.sendall(b"\x05\xff")
                client.sendall(b"\x05\x02")
                user = self.take(self.take(2)[1]).decode()
                password = self.take(self.take(1)[0]).decode()
                good = f"{user}:{password}" == server.login
                client.sendall(b"\x01\x00" if good else b"\x01\x01")
                if not good:
                    return None
            else:
                client.sendall(b"\x05\x00")
            kind = self.take(4)[3]
            if kind == 3:
                host = self.take(self.take(1)[0]).decode()
            else:
                host = socket.inet_ntop(*((socket.AF_INET, self.take(4)) if kind == 1 else
                                          (socket.AF_INET6, self.take(16))))
            other = server.dial(host, int.from_bytes(self.take(2), "big"))
            if not other:
                return client.sendall(b"\x05\x04\x00\x01" + bytes(6))
            client.sendall(b"\x05\x00\x00\x01" + bytes(6) + server.early)
            with other:
                return pipe(client, other)
