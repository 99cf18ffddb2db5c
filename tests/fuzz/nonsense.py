"""What nobody should send: texts, numbers, addresses, headers and bodies that break what trusts them."""

from __future__ import annotations

from urllib.parse import quote_from_bytes

from hypothesis import strategies as st

TEXTS = (
    "",
    " ",
    "\x00",
    "a\x00b",
    "\n",
    "a\r\nSet-Cookie: guest=x",
    "\t",
    "\x1b[2J",
    "\u202eevil\u202c",
    "\u2028",
    "\ud800",
    "a\udfffb",
    "\ufeff",
    "\u00a0",
    "\u200d",
    "علی‌رضا",
    "👩‍👩‍👧‍👦",
    "e\u0301" * 30,
    "ǅ",
    "ß",
    "İ",
    "ﷺ" * 40,
    "x" * 41,
    "x" * 300,
    "x" * 20_000,
    "<fuzz>'\"&",
    "{{ 7|add:7 }}",
    "{% url 'home' %}",
    "%s %n %(a)s",
    "%",
    "%zz",
    "../../etc/passwd",
    "..\\..",
    "a/b",
    "=1+1",
    "@SUM(A1)",
    "None",
    "null",
    "true",
    "on",
    "[]",
    "{}",
    "undefined",
    "__proto__",
    "__class__",
    "mode:",
    "mode:x",
    ":",
    "::",
    ",",
    ",,,",
    ";",
    "a,b",
    "1,2,3",
)
NUMBERS = (
    "0",
    "1",
    "2",
    "3",
    "5",
    "7",
    "-1",
    "-0",
    "+1",
    " 5 ",
    "05",
    "1e9",
    "1E400",
    "1.5",
    "1,5",
    "1,50",
    "0.001",
    "1_000",
    "0x10",
    "NaN",
    "Infinity",
    "-inf",
    "٣",
    "१२",
    "１２",
    "²",
    "½",
    "①",
    "−8",
    "2147483647",
    "2147483648",
    "-2147483649",
    "9223372036854775807",
    "9223372036854775808",
    "9" * 30,
    "9" * 5000,
    "1" + "0" * 400,
    "1/3",
)
UUIDS = (
    "00000000-0000-0000-0000-000000000000",
    "00000000-0000-4000-8000-000000000001",
    "{00000000-0000-4000-8000-000000000001}",
    "urn:uuid:00000000-0000-4000-8000-000000000001",
    "0" * 31,
)

# Anything that may stand in a field, a query or an address; lone surrogates among it.
texts = st.one_of(
    st.sampled_from(TEXTS),
    st.sampled_from(NUMBERS),
    st.sampled_from(UUIDS),
    st.text(max_size=12),
    st.characters().map(lambda one: f"A{one}b"),
    st.integers(-10, 200).map(str),
)

METHODS = (
    "GET",
    "GET",
    "POST",
    "HEAD",
    "OPTIONS",
    "PUT",
    "PATCH",
    "DELETE",
    "TRACE",
    "PROPFIND",
    "get",
    "X" * 90,
)

# Headers as WSGI names them, and what may stand in them; a byte is a character.
HEADERS = {
    "HTTP_HOST": (
        "testserver",
        "testserver:80",
        "evil.example",
        "",
        "a b",
        "[::1",
        "testserver:99999",
        "\xff",
        "x" * 5000,
        "a,b",
    ),
    "HTTP_COOKIE": (
        "",
        "guest",
        "guest=",
        "guest=a:b:c",
        "guest=\xff\xfe",
        ";;;=;",
        "csrftoken=x; csrftoken=y",
        "a=b;" * 500,
        'guest="a\\"b"',
    ),
    "CONTENT_TYPE": (
        "",
        "text/plain",
        "application/json",
        "application/x-www-form-urlencoded; charset=utf-16",
        "application/x-www-form-urlencoded; charset=nonsense",
        "application/x-www-form-urlencoded; charset=\xff",
        "multipart/form-data",
        "multipart/form-data; boundary=",
        "multipart/form-data; boundary=\xff",
        "multipart/form-data; boundary=x; charset=utf-7",
        "multipart/mixed; boundary=x",
        "a" * 3000,
        "/",
        ";",
        "multipart/form-data; boundary=" + "x" * 300,
        "multipart/form-data; boundary*=utf-8''%FF",
        "application/x-www-form-urlencoded; charset*=utf-8''%zz",
        "application/x-www-form-urlencoded; charset=idna",
        "application/x-www-form-urlencoded; charset=rot13",
        "application/x-www-form-urlencoded; charset=base64",
    ),
    "CONTENT_LENGTH": ("", "0", "1", "-1", "99999", "1e3", "٣", "nonsense", "9" * 30, " 4 ", "+4"),
    "HTTP_HX_REQUEST": ("true", "false", "", "\xff"),
    "HTTP_HX_TARGET": ("table", "\xff", "x" * 3000),
    "HTTP_HX_TRIGGER": ("pad", "\xe9"),
    "HTTP_HX_BOOSTED": ("true", "1"),
    "HTTP_HX_CURRENT_URL": (
        "http://testserver/",
        "http://[",
        "\xff",
        "javascript:alert(1)",
        "http://a:b/",
        "//",
    ),
    "HTTP_HX_CURRENT_URL_URI_AUTOENCODED": ("true", "\xff"),
    "HTTP_HX_HISTORY_RESTORE_REQUEST": ("true", "x"),
    "HTTP_HX_PROMPT": ("\xff", "%FF"),
    "HTTP_ACCEPT": ("*/*", "text/html;q=nonsense", ";", ",,,", "a/b;" * 500, "text/html;q=" + "9" * 400),
    "HTTP_ACCEPT_ENCODING": ("gzip", "gzip;q=0", "br, gzip", "\xff", "," * 3000),
    "HTTP_ACCEPT_LANGUAGE": ("de", "x" * 600, "en-;q=", "zh-" * 300, "\xff"),
    "HTTP_IF_MODIFIED_SINCE": ("nonsense", "Thu, 01 Jan 1970 00:00:00 GMT", "Thu, 99 Jan 99999 99:99:99 GMT"),
    "HTTP_IF_NONE_MATCH": ("*", '"x"', 'W/"', "\xff", '"' * 3000),
    "HTTP_IF_MATCH": ("*", '"x"', ""),
    "HTTP_IF_UNMODIFIED_SINCE": ("nonsense", "Thu, 01 Jan 1970 00:00:00 GMT"),
    "HTTP_RANGE": ("bytes=0-0", "bytes=-1", "bytes=9-1", "bytes=" + "0-1," * 500, "nonsense"),
    "HTTP_X_FORWARDED_PROTO": ("https", "http", "https,http", "\xff"),
    "HTTP_X_FORWARDED_HOST": ("evil.example", "\xff"),
    "HTTP_X_FORWARDED_FOR": ("1.2.3.4", "nonsense", "1.2.3.4, ::1", "9" * 3000, "\xff"),
    "HTTP_X_HTTP_METHOD_OVERRIDE": ("DELETE",),
    "HTTP_X_CSRFTOKEN": ("", "x", "\xff", "x" * 64, "x" * 32),
    "HTTP_X_REQUESTED_WITH": ("XMLHttpRequest",),
    "HTTP_ORIGIN": ("null", "http://testserver", "http://evil.example", "http://[", "\xff", ""),
    "HTTP_REFERER": ("", "http://testserver/", "http://[", "http://evil.example/", "\xff"),
    "HTTP_TRANSFER_ENCODING": ("chunked",),
    "HTTP_EXPECT": ("100-continue", "nonsense"),
    "REMOTE_ADDR": ("", "::1", "nonsense"),
}

headers = st.lists(
    st.sampled_from(sorted(HEADERS)).flatmap(
        lambda name: st.tuples(st.just(name), st.sampled_from(HEADERS[name]))
    ),
    min_size=1,
    max_size=4,
).map(dict)


def encoded(text: str) -> bytes:
    """The bytes of any text, lone surrogates and all."""
    return text.encode("utf-8", "surrogatepass")


def as_form(fields: list[tuple[str, str]]) -> bytes:
    return "&".join(
        f"{quote_from_bytes(encoded(name), safe='')}={quote_from_bytes(encoded(value), safe='')}"
        for name, value in fields
    ).encode()


BODIES = (
    b"",
    b"&&&",
    b"=",
    b"%",
    b"a=%FF",
    b"key=%zz&after=%u0041",
    b"\xff\xfe\x00",
    b"{}",
    b"a=1;b=2",
    b"&=" * 3000,
    b"a=1&" * 1500,
    b"--x\r\n",
    b"--x--",
    b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1',
    b'--x\r\nContent-Disposition: form-data; name="file"; filename="a\x00\xff"\r\n\r\n1\r\n--x--\r\n',
    b'--x\r\nContent-Disposition: form-data; name="a"\r\n'
    b"Content-Transfer-Encoding: base64\r\n\r\n===\r\n--x--\r\n",
    b"--x\r\nContent-Disposition: form-data; name*=utf-8''%ff; filename*=x''%zz\r\n\r\n1\r\n--x--\r\n",
    b'--x\r\nContent-Disposition: form-data; name="a"\r\n'
    b"Content-Type: text/plain; charset=nonsense\r\n\r\n1\r\n--x--",
    b"--x\r\n" + b"A: b\r\n" * 400 + b"\r\n1\r\n--x--\r\n",
)
bodies = st.one_of(st.sampled_from(BODIES), st.binary(max_size=60))
