"""The steps a database takes: they make what `schema.py` says, and can be taken back."""

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect

from stova.server.journal import engine
from stova.server.migrating import migrate, steps
from stova.server.schema import metadata


def differences(connection: Connection) -> list[object]:
    context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
    return list(compare_metadata(context, metadata))


def test_the_steps_make_the_schema(url: str) -> None:
    made = engine(url)
    with made.begin() as connection:
        assert differences(connection) == []
        connection.exec_driver_sql("drop table journal")
        assert differences(connection) != []
    made.dispose()


def test_every_step_can_be_taken_back_and_again(url: str) -> None:
    made = engine(url)
    with made.begin() as connection:
        command.downgrade(steps(connection), "base")
        assert set(inspect(connection).get_table_names()) == {"alembic_version"}
    with made.begin() as connection:
        command.upgrade(steps(connection), "head")
        assert differences(connection) == []
    made.dispose()


def test_a_database_that_is_up_to_date_stays_as_it_is(url: str) -> None:
    made = engine(url)
    with made.begin() as connection:
        connection.exec_driver_sql("insert into people values ('anna', 'x', 'Anna', 0.0)")
    migrate(url)
    with made.begin() as connection:
        assert connection.exec_driver_sql("select name from people").scalar() == "Anna"
    made.dispose()
