"""Names that several modules use."""

DOMAIN = "fermata"
DEFAULT_PORT = 6680
CONF_CODE = "code"
# By what the daemon's own certificate is known: SHA-256, as 64 digits.
CONF_FINGERPRINT = "fingerprint"
CONF_ROLE = "role"
# What a device may do, from the least to the most.
ROLES = ("view", "guest", "control", "admin", "owner")
# How the daemon calls this program in its list of paired devices.
DEVICE_NAME = "Home Assistant"
