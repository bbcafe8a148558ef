"""Where a model is asked, and with which key. Keys are read from the environment and kept nowhere."""

import os
import re
from dataclasses import dataclass
from http import HTTPStatus
from urllib.parse import urlsplit

from workbench.judges.keys import missing_key

VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
LARGEST_BODY = 32 * 2**20
"""Bytes of an answer that are read, unpacked. What is cut off there is no JSON."""
_SENDABLE = re.compile(r"[\x21-\x7e]+")


@dataclass(frozen=True, kw_only=True)
class Server:
    """A server that settings name, or the usual one.

    Attributes:
        url: Its base URL; empty for ANTHROPIC_BASE_URL or, where that is not set, Anthropic's own.
        key_env: The environment variable that holds its key. Where it is empty, the usual server is sent the usual key,
            and a server that settings name none: a key is never sent to a server that it was not meant for.
    """

    url: str = ""
    key_env: str = ""

    @property
    def place(self) -> str:
        """Host, port and path: what of a server is part of a judge's version.

        The port of ANTHROPIC_BASE_URL is left out: a proxy on this machine may have another one tomorrow.
        """
        if self.url:
            parts = urlsplit(self.url)
            return f"{parts.netloc.lower()}{parts.path.rstrip('/')}"
        parts = urlsplit(os.environ.get("ANTHROPIC_BASE_URL", ""))
        return f"{parts.hostname}{parts.path.rstrip('/')}" if parts.hostname else "api.anthropic.com"

    @property
    def key(self) -> str:
        """The key that `key_env` names; empty where it names none."""
        return os.environ.get(self.key_env, "") if self.key_env else ""

    def refused_without_key(self, status: int) -> str:
        """Return what to add to the reason of an HTTP error: that no key was sent, where one was asked for."""
        keyless = status == HTTPStatus.UNAUTHORIZED and bool(self.url) and not self.key_env
        return "; no key was sent: key_env in settings names the variable that holds one" if keyless else ""

    def missing(self) -> str | None:
        """Return what is missing to ask it, in words for the user; None where nothing is."""
        if not self.key_env:
            return None if self.url else missing_key()
        if not self.key:
            return f"no API key: set {self.key_env}, which key_env in settings names"
        if not _SENDABLE.fullmatch(self.key):
            return f"the key in {self.key_env} holds a blank, a line end or another character that no header can carry"
        return None


def messages_url(url: str) -> str:
    """Return the base URL of a Messages API: without the `/v1` that its client adds itself."""
    return url.rstrip("/").removesuffix("/v1")


def chat_url(url: str) -> str:
    """Return the base URL of a chat server: with `/v1`, as such servers have it, where the URL names no path at all."""
    return url if urlsplit(url).path.strip("/") or not url else f"{url.rstrip('/')}/v1"


def url_problem(url: str) -> str | None:
    """Return what is wrong with the base URL of a server, without repeating it; None where nothing is."""
    try:
        parts = urlsplit(url)
        port_is_right = parts.port is None or parts.port > 0
    except ValueError:
        return "one that cannot be read"
    if parts.username is not None or parts.password is not None:
        return "one with a name or a key in it: keys come from the environment, see key_env"
    if parts.scheme not in ("http", "https") or not parts.hostname or not port_is_right:
        return "one without http:// or https:// and a host"
    if parts.query or parts.fragment or not url.isprintable() or " " in url:
        return "one with a question, a fragment or blanks in it"
    return None
