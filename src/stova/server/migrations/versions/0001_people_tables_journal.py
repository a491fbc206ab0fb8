"""People, tables and the journal."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("token_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("name", sa.String(20), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("invite", sa.String(22), nullable=False, unique=True),
        sa.Column("opened", sa.Float, nullable=False),
        sa.Column("closed", sa.Integer, nullable=False),
        sa.Column("listed", sa.Integer, nullable=False),
    )
    op.create_table(
        "members",
        sa.Column("person", sa.String(22), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("table_id", sa.String(22), sa.ForeignKey("tables.id"), primary_key=True),
    )
    op.create_table(
        "journal",
        sa.Column("table_id", sa.String(22), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("client", sa.String(48), nullable=False),
        sa.Column("sequence", sa.Integer, nullable=False),
        sa.Column("event", sa.Text, nullable=False),
    )


def downgrade() -> None:
    for name in ("journal", "members", "tables", "people"):
        op.drop_table(name)
