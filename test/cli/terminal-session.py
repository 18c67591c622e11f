# Runs a program in a pseudo-terminal. stdin has the session as JSON: {argv, cwd, columns, keys: [{after, press}]}; stdout gets
# {status, output}. Each `press` is written when the output since the last one contains `after`, apart from escape sequences.
import fcntl, json, os, pty, re, select, struct, sys, termios, time

session = json.load(sys.stdin)
deadline = time.monotonic() + 30
pid, terminal = pty.fork()
if pid == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 30, session["columns"], 0, 0))
    os.chdir(session["cwd"])
    os.execvpe(session["argv"][0], session["argv"], {**os.environ, "TERM": "xterm"})

output, seen = b"", 0
keys = list(session["keys"])


def plain(text):
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text.decode("utf-8", "replace"))


while time.monotonic() < deadline:
    if not select.select([terminal], [], [], 0.1)[0]:
        continue
    try:
        read = os.read(terminal, 65536)
    except OSError:  # What Linux answers once the program has ended.
        break
    if read == b"":
        break
    output += read
    if keys and keys[0]["after"] in plain(output[seen:]):
        time.sleep(0.05)  # The program listens a moment after it has drawn the question.
        seen = len(output)
        os.write(terminal, keys.pop(0)["press"].encode())
else:
    os.kill(pid, 9)
_, status = os.waitpid(pid, 0)
json.dump({"status": os.waitstatus_to_exitcode(status), "output": output.decode("utf-8", "replace")}, sys.stdout)
