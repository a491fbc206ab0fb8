"""What is stored: people, tables and the journal. `migrations/` makes it, step by step."""

from sqlalchemy import BigInteger, Column, Float, ForeignKey, Index, Integer, MetaData, String, Table, Text, text

metadata = MetaData()

BY_A_CLIENT = text("client <> ''")
"""Lines of the journal that a command brought about: bots' aren't looked for, and cost the index nothing."""

people = Table(
    "people",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("token_hash", String(64), nullable=False, unique=True),  # SHA-256 of what the person shows
    Column("name", String(20), nullable=False),
    Column("created", Float, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("invite", String(22), nullable=False, unique=True),
    Column("opened", Float, nullable=False),
    Column("closed", Integer, nullable=False),
    Column("listed", Integer, nullable=False),
    Column("waiting", Integer, nullable=False, server_default="1"),  # for its match to begin
    Column("ended", Float),  # when its match was over, until another may begin
    Index("lobby", "listed", "waiting", "closed", "opened"),
)

members = Table(
    "members",
    metadata,
    Column("person", String(22), ForeignKey("people.id"), primary_key=True),
    Column("table_id", String(22), ForeignKey("tables.id"), primary_key=True),
)

journal = Table(
    "journal",
    metadata,
    Column("table_id", String(22), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("client", String(48), nullable=False),
    Column("sequence", Integer, nullable=False),
    Column("event", Text, nullable=False),
    Index("commands", "client", "sequence", sqlite_where=BY_A_CLIENT, postgresql_where=BY_A_CLIENT),
)

records = Table(
    "records",
    metadata,
    Column("table_id", String(22), primary_key=True),  # of a table that is deleted
    Column("kept", Float, nullable=False),
    Column("record", Text, nullable=False),
)

pulse = Table(
    "pulse",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", Float, nullable=False),  # when somebody last asked whether the journal writes
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(700), primary_key=True),
    Column("person", String(22), ForeignKey("people.id"), nullable=False),
    Column("public_key", Text, nullable=False),  # COSE, in hexadecimal digits
    Column("uses", BigInteger, nullable=False),
    Column("created", Float, nullable=False),
)

devices = Table(
    "devices",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("person", String(22), ForeignKey("people.id"), nullable=False),
)
