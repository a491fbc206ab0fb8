"""Commands are found in the journal without reading all of a table's."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

BY_A_CLIENT = sa.text("client <> ''")


def upgrade() -> None:
    op.create_index(
        "commands", "journal", ["client", "sequence"], sqlite_where=BY_A_CLIENT, postgresql_where=BY_A_CLIENT
    )


def downgrade() -> None:
    op.drop_index("commands", "journal")
