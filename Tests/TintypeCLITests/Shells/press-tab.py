"""Types command lines into an interactive shell, presses Tab, and prints what stands there then.

usage: press-tab.py bash|zsh|fish SCRIPT LINE...
"""
import os
import pty
import select
import sys
import time

SHELLS = {
    "bash": (
        ["bash", "--norc", "--noprofile", "-i"],
        "PS1='$ '; bind 'set bell-style none'; source {script}; "
        "show() {{ printf '\\n<<%s>>\\n' \"$READLINE_LINE\"; READLINE_LINE=; }}; bind -x '\"\\C-o\": show'; "
        "echo rea''dy",
    ),
    "zsh": (
        ["zsh", "-f", "-i"],
        "PS1='$ '; autoload -Uz compinit; compinit -D -u; source {script}; "
        "show() {{ printf '\\n<<%s>>\\n' \"$BUFFER\"; BUFFER=; }}; zle -N show; bindkey '^O' show; echo rea''dy",
    ),
    "fish": (
        ["fish", "--no-config", "-i"],
        "source {script}; bind \\co 'printf \"\\n<<%s>>\\n\" (commandline); commandline \"\"'; echo rea''dy",
    ),
}


def main():
    shell, script, lines = sys.argv[1], sys.argv[2], sys.argv[3:]
    arguments, setup = SHELLS[shell]
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(TERM="dumb" if shell == "fish" else "vt100", HISTFILE="", LC_ALL="C.UTF-8")
        os.execvp(arguments[0], arguments)
    seen = b""

    def wait_for(mark):
        nonlocal seen
        end = time.monotonic() + 30
        while mark not in seen:
            if time.monotonic() > end or not select.select([terminal], [], [], 30)[0]:
                sys.exit(f"{shell} does not answer: {seen[-2000:]!r}")
            seen += os.read(terminal, 1 << 16)
        before, _, seen = seen.partition(mark)
        return before

    os.write(terminal, setup.format(script=script).encode() + b"\r")
    wait_for(b"ready")
    for line in lines:
        os.write(terminal, line.encode() + b"\t\x0f")
        wait_for(b"<<")
        print(wait_for(b">>").decode())
    os.write(terminal, b"exit\r")
    os.close(terminal)


main()
