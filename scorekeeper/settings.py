"""Django's settings, made of the environment variables that `scorekeeper/variables.py` declares.

They may also stand in `.env`: `make setup` writes one, or `scorekeeper serve` where it is installed.
"""

import os
import socket
from importlib.util import find_spec
from typing import Any
from urllib.parse import unquote, urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

from scorekeeper.serving.addresses import lan_addresses, local_name
from scorekeeper.serving.bounds import Bounds
from scorekeeper.serving.places import places
from scorekeeper.serving.secret_keys import weakness
from scorekeeper.variables import env, value

PLACES = places(os.environ)
BASE_DIR = PLACES.base
# An earlier file wins over a later one, and the environment over all. DATA_DIR may stand in the first.
for file in PLACES.env_files:
    env.read_env(file)
DATA_DIR = PLACES.data(value("DATA_DIR"))
ENV_FILES = (*PLACES.env_files, DATA_DIR / ".env")
env.read_env(DATA_DIR / ".env")


# In libpq's words; seconds, and the last one milliseconds.
LOST_SOON = {
    "connect_timeout": 3,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}


def database(url: str) -> dict[str, Any]:
    is_beside = bool(url) and not PLACES.is_installed
    url = url or "sqlite:///scorekeeper.sqlite3"
    if not url.startswith(("sqlite://", "postgres://", "postgresql://")):
        raise ImproperlyConfigured("DATABASE_URL must begin with sqlite:// or postgres://.")
    # Connections stay open: on SQLite closing the last one folds the log back into the file, which makes
    # every request six times slower.
    config: dict[str, Any] = {**environ.Env.db_url_config(url), "CONN_MAX_AGE": None}
    options = config.setdefault("OPTIONS", {})
    if "sqlite" not in config["ENGINE"]:
        config["CONN_HEALTH_CHECKS"] = True
        config["HOST"] = unquote(config["HOST"])  # a socket's folder is written %2Frun%2Fpostgresql
        # A machine that is gone says nothing. What was asked of it ends after a while, and the next question
        # goes to one that is there. The URL may say other numbers.
        given = {**LOST_SOON, **options}
        if "," in str(config["HOST"]):  # of several, to the one that may be written
            given = {"target_session_attrs": "read-write", **given}
        config["OPTIONS"] = given
        return config
    if config["NAME"] != ":memory:":
        config["NAME"] = (BASE_DIR if is_beside else DATA_DIR) / config["NAME"]
        config["NAME"].parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    options |= {
        # A transaction that reads first and locks later fails when another has locked; so it is
        # asked for at once, and waited for.
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        # FULL: a hand that a phone was told is recorded survives a power cut.
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL",
    }
    return config


PORTS = {"smtp": 25, "smtp+tls": 587, "smtp+ssl": 465}


def letters() -> dict[str, Any]:
    """Return Django's settings of e-mail, none where no server is named."""
    if not (url := value("EMAIL_URL")):
        return {}
    parts = urlsplit(url)
    if parts.scheme not in PORTS or not parts.hostname:
        raise ImproperlyConfigured("EMAIL_URL must look like smtp+tls://user:password@mail.example.org:587.")
    sender = value("EMAIL_FROM") or unquote(parts.username or "")
    if "@" not in sender:
        raise ImproperlyConfigured("EMAIL_FROM must say from which address e-mail comes: cards@example.org.")
    config: dict[str, Any] = environ.Env.email_url_config(url)
    return config | {"EMAIL_PORT": parts.port or PORTS[parts.scheme], "DEFAULT_FROM_EMAIL": sender}


DEBUG = value("DEBUG")
DEMO = value("DEMO")
# Names and passwords, for whoever wants their groups on several phones. Off, nothing of it is imported, and
# no table of it is made; switched off again, its tables stay as they are.
ACCOUNTS = value("ACCOUNTS")
SECRET_KEY = value("SECRET_KEY")
if not SECRET_KEY:
    raise ImproperlyConfigured(
        f"SECRET_KEY is missing. `{PLACES.setup_command}` writes a fresh one into .env."
    )
if weak := weakness(SECRET_KEY):
    raise ImproperlyConfigured(
        f"SECRET_KEY {weak}. docs/operating.md says how to change it so that nobody loses a group."
    )
# Cookies signed with an earlier key still count. That key may be weak: often it was changed for that reason.
SECRET_KEY_FALLBACKS = value("SECRET_KEY_FALLBACKS")

# With SITE_URL the pages are on the internet, behind a proxy that speaks https. Without it we are at home,
# on plain http, and answer to every name this machine has.
SITE_URL = value("SITE_URL")
HTTPS = bool(SITE_URL)
# The path of SITE_URL, such as "/cards", below which every page and file lies; "" for a host of its own.
SITE_PATH = urlsplit(SITE_URL).path
SITE_ORIGIN = SITE_URL.removesuffix(SITE_PATH)
FORCE_SCRIPT_NAME = SITE_PATH or None
if HTTPS:
    ALLOWED_HOSTS = [urlsplit(SITE_URL).hostname]
    CSRF_TRUSTED_ORIGINS = [SITE_ORIGIN]
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
else:
    own_name = socket.gethostname().lower().removesuffix(".local")
    ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", own_name, local_name(), *lan_addresses()]
ALLOWED_HOSTS += value("ALLOWED_HOSTS")
# A watchdog on this machine or in its network asks on plain http; what it hears is one word.
SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz)$"]
SECURE_SSL_REDIRECT = SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
# These two bind a whole domain, perhaps for ever; so only who asks gets them, and nobody is nagged.
SECURE_HSTS_INCLUDE_SUBDOMAINS = value("HSTS_SUBDOMAINS")
SECURE_HSTS_PRELOAD = value("HSTS_PRELOAD")
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
# Not "no-referrer": forms would then come with "Origin: null", and the CSRF check refuses those.
SECURE_REFERRER_POLICY = "same-origin"
# Browsers ignore this on plain http, and complain in the console.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "scorekeeper.http.errors.csrf_failure"
SECURE_CSP = {
    "default-src": ["'none'"],
    "script-src": ["'self'"],
    "style-src": ["'self'"],
    "img-src": ["'self'", "data:"],
    "font-src": ["'self'"],
    "media-src": ["'self'"],
    "connect-src": ["'self'"],
    "manifest-src": ["'self'"],
    "worker-src": ["'self'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
    "base-uri": ["'none'"],
}

INSTALLED_APPS = [
    "ledger",
    "scorekeeper",
    "django_htmx",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
]
MIDDLEWARE = [
    "scorekeeper.http.middleware.NamedPagesMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "scorekeeper.http.middleware.ContentSecurityPolicyMiddleware",
    "scorekeeper.http.machines.WatchdogMiddleware",
    # Static files are alike in every language; all pages vary by it, those of errors too.
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "scorekeeper.http.middleware.LanguageMiddleware",
    "scorekeeper.http.middleware.BodyTroubleMiddleware",
    "scorekeeper.http.middleware.PrivatePagesMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "scorekeeper.visitors.guest_cookie.GuestCookieMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "scorekeeper.http.limits.LimitsMiddleware",
    "scorekeeper.pages.group.kept_key.KeyPagesMiddleware",
    "scorekeeper.http.middleware.DeadEndMiddleware",
    "scorekeeper.http.database_errors.BookClosedMiddleware",
]
ROOT_URLCONF = "scorekeeper.urls"
ASGI_APPLICATION = "scorekeeper.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [PLACES.files / "templates"],
        "OPTIONS": {"context_processors": ["django.template.context_processors.request"]},
    }
]

DATABASES = {"default": database(value("DATABASE_URL"))}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
# SQLite has one writer, and a second thread only makes everyone wait longer.
PAGE_THREADS = 1 if "sqlite" in DATABASES["default"]["ENGINE"] else value("PAGE_THREADS")
PORT = value("PORT")
METRICS_PORT = value("METRICS_PORT")

# The browser that starts a group owns it for a year, without an account and without a row in the database.
SESSION_ENGINE = "scorekeeper.visitors.guest_cookie"
SESSION_COOKIE_AGE = 31_536_000
# With these prefixes a browser takes a cookie only over https, and with __Host- only from this very host, for
# all of it. Below a path cookies are of that path, as other pages of the host have their own.
COOKIES = "" if not HTTPS else "__Secure-" if SITE_PATH else "__Host-"
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = f"{COOKIES}guest", f"{COOKIES}csrftoken"
SESSION_COOKIE_PATH = CSRF_COOKIE_PATH = f"{SITE_PATH}/"

# Apps besides our own with tables in the book; none if accounts are off.
MORE_TABLES: tuple[str, ...] = ()
if ACCOUNTS:
    if find_spec("allauth") is None:
        raise ImproperlyConfigured("ACCOUNTS=1 needs django-allauth: pip install 'scorekeeper[accounts]'.")
    INSTALLED_APPS += [
        "scorekeeper.accounts",
        "django.contrib.contenttypes",
        "django.contrib.auth",
        "allauth",
        "allauth.account",
        "allauth.mfa",
    ]
    MORE_TABLES = ("accounts", "contenttypes", "auth", "account", "mfa")
    behind_guests = MIDDLEWARE.index("scorekeeper.visitors.guest_cookie.GuestCookieMiddleware") + 1
    MIDDLEWARE[behind_guests:behind_guests] = [
        "scorekeeper.accounts.sessions.AccountSessionMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "allauth.account.middleware.AccountMiddleware",
    ]
    ACCOUNT_COOKIE_NAME = f"{COOKIES}account"
    AUTH_USER_MODEL = "accounts.Account"
    AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
    # In memory, and quick: with one thread of pages everybody waits while a password is looked at.
    PASSWORD_HASHERS = ["django.contrib.auth.hashers.ScryptPasswordHasher"]
    AUTH_PASSWORD_VALIDATORS = [
        {"NAME": "scorekeeper.accounts.passwords.NotTheName"},
        {
            "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
            "OPTIONS": {"min_length": 10},
        },
        {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
        {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
    ]
    # With a server for e-mail an account may have an address, and a letter replaces a forgotten password.
    globals().update(sent_by := letters())
    LETTERS = bool(sent_by)
    EMAIL_TIMEOUT = 20
    EMAIL_SUBJECT_PREFIX = ""
    # Seconds for which the link in a letter is good.
    PASSWORD_RESET_TIMEOUT = 60 * 60
    LOGIN_URL, LOGIN_REDIRECT_URL = "log_in", "home"
    ACCOUNT_USER_MODEL_USERNAME_FIELD, ACCOUNT_USER_MODEL_EMAIL_FIELD = "key", None
    ACCOUNT_LOGIN_METHODS = {"username"}
    ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*"]
    ACCOUNT_EMAIL_VERIFICATION = "none"
    # Our own counters limit attempts (scorekeeper/visitors/quotas.py): they stand in the book, exact for all
    # processes and past a restart. allauth's own need a cache that all processes share.
    ACCOUNT_RATE_LIMITS = MFA_RATE_LIMITS = False
    MFA_ADAPTER = "scorekeeper.accounts.passkeys.PasskeyAdapter"
    MFA_SUPPORTED_TYPES = ["webauthn"]
    MFA_PASSKEY_LOGIN_ENABLED = True
    MFA_WEBAUTHN_USER_VERIFICATION = "required"

# Bytes of a form besides its files: a notebook of 2 MB comes back from its preview as longer JSON.
DATA_UPLOAD_MAX_MEMORY_SIZE = 5_000_000
# Limits of a connection. A form's page refuses it, with what was typed, before these limits do; an upload is
# one file of 50 MB and the form around it.
BOUNDS = Bounds(
    folder=DATA_DIR / "arriving",
    form_bytes=DATA_UPLOAD_MAX_MEMORY_SIZE + 100_000,
    upload_bytes=50_000_000 + 500_000,
)

# Folders of the background tasks' files, removed after a day. Uploads arrive beside them, on the same disk,
# so that they are moved and never copied.
TASK_DIR = DATA_DIR / "tasks"
FILE_UPLOAD_TEMP_DIR = TASK_DIR / "uploads"
FILE_UPLOAD_TEMP_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
# Only tests do such work at once, in the page that asks for it.
TASKS_AT_ONCE = False

# Factor of the limits in scorekeeper/http/limits.py on what one phone or address may do.
LIMITS_TIMES = value("LIMITS_TIMES")

STATIC_URL = f"{SITE_PATH}/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [PLACES.files / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "scorekeeper.serving.static_files.StaticFiles"},
}

# A language is a folder of locale/ and its line here, with the name that its own people have for it. The
# browser's first one of these counts, until somebody chooses another, which a cookie keeps.
USE_I18N = True
LANGUAGE_CODE = "en"
LANGUAGES = [("de", "Deutsch"), ("en", "English")]
LOCALE_PATHS = [PLACES.files / "locale"]
LANGUAGE_COOKIE_NAME = f"{COOKIES}language"
LANGUAGE_COOKIE_AGE = SESSION_COOKIE_AGE
LANGUAGE_COOKIE_PATH = SESSION_COOKIE_PATH
LANGUAGE_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
USE_TZ = True
TIME_ZONE = value("TIME_ZONE")

LOG_FORMATS = {"line": "scorekeeper.serving.logs.OneLine", "json": "scorekeeper.serving.logs.JsonLine"}
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": LOG_FORMATS[value("LOG_FORMAT")]}},
    "handlers": {"stderr": {"()": "scorekeeper.serving.logs.SummingHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        # Django brings handlers of its own, which mail administrators that nobody has.
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        # Strangers ask for pages that never were; only our own faults are worth a line.
        "django.request": {"level": "ERROR"},
    },
}
