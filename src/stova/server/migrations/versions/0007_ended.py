"""When a table's match was over, so that lists show those first at which there is something to play."""

import sqlalchemy as sa
from alembic import op

from stova.server import journal
from stova.server.table import replayed

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("tables", sa.Column("ended", sa.Float))
    connection = op.get_bind()
    begun = connection.exec_driver_sql("select id from tables where waiting = 0 and closed = 0").scalars().all()
    for table in begun:
        if _played_out(connection, table):
            at = "(select max(at) from journal where table_id = tables.id)"
            connection.execute(sa.text(f"update tables set ended = {at} where id = :table"), {"table": table})


def downgrade() -> None:
    op.drop_column("tables", "ended")


def _played_out(connection: sa.Connection, table: str) -> bool:
    """No journal says so: the table has to be played again. One that can't be read is nobody's to end."""
    try:
        return replayed(journal.past(connection, table).events).played_out
    except Exception:
        return False
