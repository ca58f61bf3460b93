"""Does what a list of cases says with the official clients for Python, all at once, and prints how each ended.

CASES is [{"table": "…", "op": "insert", "etag": "…"}, …]; each table has a row "old".
"""

import json
import os
from concurrent.futures import ThreadPoolExecutor

from azure.core import MatchConditions
from azure.core.exceptions import AzureError, HttpResponseError
from azure.data.tables import TableClient, TableTransactionError, UpdateMode
from azure.storage.queue import QueueClient

CONNECTION = os.environ["CONNECTION"]
SECONDARY = CONNECTION.replace("/devstoreaccount1;", "/devstoreaccount1-secondary;")


def row(key, n=1, partition="p"):
    return {"PartitionKey": partition, "RowKey": key, "n": n}


def table_at(connection, name):
    return TableClient.from_connection_string(connection, name)


def burst(table, _):
    with ThreadPoolExecutor(60) as pool:
        list(pool.map(lambda i: table.create_entity(row(str(i))), range(60)))


def receive(case):
    queue = QueueClient.from_connection_string(CONNECTION, case["table"])
    queue.delete_message(queue.receive_message())


def read(name, key):
    return f"`n` = {table_at(SECONDARY, name).get_entity('p', key)['n']}"


def unchanged(etag):
    return {"etag": etag, "match_condition": MatchConditions.IfNotModified}


def update(table, etag, n=2):
    table.update_entity(row("old", n), mode=UpdateMode.REPLACE, **unchanged(etag))


def write(table, _):
    update(table, table_at(SECONDARY, table.table_name).get_entity("p", "old").metadata["etag"], 3)


ON_TABLES = {
    "get": lambda t, etag: t.get_entity("p", "old") and None,
    "insert": lambda t, etag: t.create_entity(row("new")) and None,
    "upsert": lambda t, etag: t.upsert_entity(row("new"), mode=UpdateMode.REPLACE) and None,
    "merge": lambda t, etag: t.upsert_entity(row("new"), mode=UpdateMode.MERGE) and None,
    "update": update,
    "delete": lambda t, etag: t.delete_entity("p", "old", **unchanged(etag)),
    "transaction": lambda t, etag: t.submit_transaction([("create", row(k)) for k in ("new", "new2")]) and None,
    "elsewhere": lambda t, etag: t.create_entity(row("new", partition="q")) and None,
    "burst": burst,
    "find": lambda t, etag: read(t.table_name, "new"),
    "read": lambda t, etag: read(t.table_name, "old"),
    "write": write,
}


def outcome(case):
    try:
        if case["op"] == "receive":
            said = receive(case)
        else:
            said = ON_TABLES[case["op"]](table_at(CONNECTION, case["table"]), case["etag"])
        return f"ok, {said}" if said else "ok"
    except HttpResponseError as e:
        return f"{e.status_code} {code_of(e)}"
    except AzureError as e:
        return type(e).__name__


def code_of(error):
    """The code of the service; the client for tables leaves it in the answer of a failed insert."""
    code = getattr(error, "error_code", None)
    if not code and not isinstance(error, TableTransactionError):
        code = json.loads(error.response.text())["odata.error"]["code"]
    return getattr(code, "value", code)


with ThreadPoolExecutor(20) as pool:
    print(json.dumps(list(pool.map(outcome, json.loads(os.environ["CASES"])))))
