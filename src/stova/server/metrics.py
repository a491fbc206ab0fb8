"""What the card room counts of itself, for Prometheus. No table, person or card is told apart here."""

from prometheus_client import CONTENT_TYPE_LATEST, Counter, Gauge, Histogram, generate_latest

CONTENT_TYPE = CONTENT_TYPE_LATEST

CONNECTIONS = Gauge("stova_connections", "Connections to tables")
TABLES = Gauge("stova_tables", "Tables kept in memory")
THINKING = Gauge("stova_bots_waiting", "Turns bots think about and claims looked at, or that wait for a thread")
COMMANDS = Counter("stova_commands", "Commands given at tables, by what became of them", ["outcome"])
REFUSALS = Counter("stova_refusals", "What was refused over HTTP or ended a connection, by code", ["code"])
FAULTS = Counter("stova_faults", "Errors nobody had thought of, which the log tells more about")
BATCHES = Histogram(
    "stova_journal_entries",
    "Entries the journal wrote in one transaction",
    buckets=(1, 2, 5, 10, 20, 50, 100, 200, 500),
)
LATENCY = Histogram(
    "stova_journal_seconds",
    "Time until a transaction of the journal was on the disk",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5),
)


def told() -> bytes:
    """All of it, in Prometheus' text form."""
    return generate_latest()
