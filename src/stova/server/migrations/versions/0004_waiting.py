"""Which tables wait for their match to begin, so that the lobby finds them among all that ever were."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

BEGUN = """
update tables set waiting = 0
where exists (select 1 from journal where table_id = tables.id and event like '{"type":"began"%')
and not exists (select 1 from journal where table_id = tables.id and event like '{"type":"reopened"%')
"""
"""One that was opened again may wait or not: who looks for it asks the table itself."""


def upgrade() -> None:
    op.add_column("tables", sa.Column("waiting", sa.Integer, nullable=False, server_default="1"))
    op.execute(BEGUN)
    op.create_index("lobby", "tables", ["listed", "waiting", "closed", "opened"])


def downgrade() -> None:
    op.drop_index("lobby", "tables")
    op.drop_column("tables", "waiting")
