"""Records of matches at tables that are deleted."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "records",
        sa.Column("table_id", sa.String(22), primary_key=True),
        sa.Column("kept", sa.Float, nullable=False),
        sa.Column("record", sa.Text, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("records")
