"""The official clients for Python, in the versions that Debian has, against a server."""

import json
import os
import unittest
from datetime import datetime, timezone
from uuid import UUID, uuid4

from azure.core import MatchConditions
from azure.core.exceptions import HttpResponseError, ResourceModifiedError
from azure.data.tables import (
    EdmType, EntityProperty, TableServiceClient, TableTransactionError, TransactionOperation, UpdateMode,
)
from azure.storage.blob import BlobServiceClient
from azure.storage.queue import QueueServiceClient

CONNECTION = os.environ["CONNECTION"]


def unique(prefix):
    """A name that no other test uses."""
    return prefix + uuid4().hex


class Case(unittest.TestCase):
    def refused(self, status, code, work, *args, **kwargs):
        """Does work, which has to end with a status and a code."""
        with self.assertRaises(HttpResponseError) as caught:
            work(*args, **kwargs)
        self.assertEqual((caught.exception.status_code, code_of(caught.exception)), (status, code))


def code_of(error):
    """The code of the service; the client for tables leaves it in the answer of a failed insert."""
    code = getattr(error, "error_code", None) or json.loads(error.response.text())["odata.error"]["code"]
    return getattr(code, "value", code)


def person(key, **more):
    return {"PartitionKey": "Sales", "RowKey": key, **more}


class Tables(Case):
    def setUp(self):
        self.service = TableServiceClient.from_connection_string(CONNECTION)
        self.addCleanup(self.service.close)
        self.table = self.service.create_table(unique("people"))

    def names(self, **options):
        return [e["RowKey"] for e in self.table.list_entities(**options)]

    def test_an_entity_comes_back_with_its_types(self):
        sent = {
            "Name": "Zoë O'Neil", "Age": 34, "Score": 1.5, "Active": True, "Photo": b"\x00\xff",
            "Hired": datetime(2021, 3, 1, tzinfo=timezone.utc), "Id": UUID("c9da6455-213d-42c9-9a79-3e9149a57833"),
            "Visits": EntityProperty(1 << 60, EdmType.INT64),
        }
        self.table.create_entity(person("1", **sent))
        got = self.table.get_entity("Sales", "1")
        self.assertEqual({name: got[name] for name in sent}, sent)

    def test_keys_of_any_characters_are_found(self):
        for key in ["it's", "100%", "a b+c", "日本語", "a&b=c", "(1)"]:
            self.table.create_entity(person(key))
            self.assertEqual(self.table.get_entity("Sales", key)["RowKey"], key)

    def test_a_merge_keeps_what_it_does_not_name(self):
        self.table.create_entity(person("1", a=1, b=1))
        self.table.update_entity(person("1", b=2), mode=UpdateMode.MERGE)
        self.assertEqual(dict(self.table.get_entity("Sales", "1")), person("1", a=1, b=2))

    def test_a_replacement_keeps_nothing(self):
        self.table.create_entity(person("1", a=1))
        self.table.update_entity(person("1", b=2), mode=UpdateMode.REPLACE)
        self.assertEqual(dict(self.table.get_entity("Sales", "1")), person("1", b=2))

    def test_an_upsert_inserts_then_changes(self):
        for n in (1, 2):
            self.table.upsert_entity(person("1", n=n))
            self.assertEqual(self.table.get_entity("Sales", "1")["n"], n)

    def test_a_deleted_entity_is_gone(self):
        self.table.create_entity(person("1"))
        self.table.delete_entity("Sales", "1")
        self.refused(404, "ResourceNotFound", self.table.get_entity, "Sales", "1")

    def test_a_transaction_does_all(self):
        self.table.create_entity(person("old"))
        self.table.submit_transaction([
            ("create", person("1")), ("upsert", person("2"), {"mode": "replace"}),
            (TransactionOperation.DELETE, person("old")),
        ])
        self.assertEqual(self.names(), ["1", "2"])

    def test_a_transaction_does_all_or_nothing(self):
        self.table.create_entity(person("2"))
        with self.assertRaises(TableTransactionError) as caught:
            self.table.submit_transaction([("create", person("1")), ("create", person("2"))])
        self.assertEqual((caught.exception.index, caught.exception.error_code), (1, "EntityAlreadyExists"))
        self.assertEqual(self.names(), ["2"])

    def test_a_query_goes_on_from_page_to_page(self):
        self.table.submit_transaction([("create", person(f"{i:02}", n=i)) for i in range(25)])
        pages = self.table.query_entities("PartitionKey eq @p and n ge @n", parameters={"p": "Sales", "n": 5},
                                          results_per_page=8, select=["RowKey"]).by_page()
        self.assertEqual([len(list(page)) for page in pages], [8, 8, 4])

    def test_a_continuation_starts_where_the_page_ended(self):
        self.table.submit_transaction([("create", person(str(i))) for i in range(3)])
        first = self.table.list_entities(results_per_page=2).by_page()
        self.assertEqual([e["RowKey"] for e in next(first)], ["0", "1"])
        rest = self.table.list_entities(results_per_page=2).by_page(first.continuation_token)
        self.assertEqual([e["RowKey"] for e in next(rest)], ["2"])

    def test_a_projection_has_what_was_selected(self):
        self.table.create_entity(person("1", a=1, b=2))
        self.assertEqual([dict(e) for e in self.table.list_entities(select=["b", "missing"])],
                         [{"b": 2, "missing": None}])

    def test_an_old_etag_changes_nothing(self):
        etag = self.table.create_entity(person("1"))["etag"]
        condition = {"etag": etag, "match_condition": MatchConditions.IfNotModified}
        self.table.update_entity(person("1", n=1), **condition)
        for work, what in ((self.table.update_entity, [person("1", n=2)]), (self.table.delete_entity, ["Sales", "1"])):
            with self.assertRaises(ResourceModifiedError):
                work(*what, **condition)
        self.assertEqual(self.table.get_entity("Sales", "1")["n"], 1)

    def test_errors_have_the_status_and_the_code_of_the_service(self):
        self.table.create_entity(person("1"))
        nowhere = self.service.get_table_client("nowhere")
        self.refused(409, "EntityAlreadyExists", self.table.create_entity, person("1"))
        self.refused(404, "ResourceNotFound", self.table.update_entity, person("2"))
        self.refused(404, "TableNotFound", nowhere.create_entity, person("1"))
        self.refused(409, "TableAlreadyExists", self.table.create_table)
        self.refused(400, "InvalidInput", lambda: list(self.table.query_entities("n eq")))

    def test_tables_are_found_by_name(self):
        names = [t.name for t in self.service.query_tables("TableName eq @t", parameters={"t": self.table.table_name})]
        self.assertEqual(names, [self.table.table_name])


class Queues(Case):
    def setUp(self):
        self.service = QueueServiceClient.from_connection_string(CONNECTION)
        self.addCleanup(self.service.close)
        self.queue = self.service.create_queue(unique("jobs"))

    def test_a_message_is_received_and_deleted(self):
        self.queue.send_message("<b>Zoë & co</b>")
        got = self.queue.receive_message()
        self.assertEqual((got.content, got.dequeue_count), ("<b>Zoë & co</b>", 1))
        self.queue.delete_message(got)
        self.assertEqual(self.queue.get_queue_properties().approximate_message_count, 0)

    def test_a_received_message_is_hidden(self):
        self.queue.send_message("a")
        self.assertIsNotNone(self.queue.receive_message(visibility_timeout=60))
        self.assertIsNone(self.queue.receive_message())

    def test_a_message_that_is_seen_again_was_counted(self):
        self.queue.send_message("a")
        got = self.queue.receive_message()
        self.queue.update_message(got, content="b", visibility_timeout=0)
        again = self.queue.receive_message()
        self.assertEqual((again.content, again.dequeue_count), ("b", 2))
        self.refused(400, "PopReceiptMismatch", self.queue.delete_message, got)

    def test_a_look_takes_nothing(self):
        self.queue.send_message("a")
        for _ in range(2):
            self.assertEqual([m.content for m in self.queue.peek_messages()], ["a"])

    def test_messages_come_in_order_over_pages(self):
        for i in range(40):
            self.queue.send_message(str(i))
        got = [m.content for page in self.queue.receive_messages(messages_per_page=32).by_page() for m in page]
        self.assertEqual(got, [str(i) for i in range(40)])

    def test_queues_are_listed_with_metadata(self):
        self.queue.set_queue_metadata({"owner": "ann"})
        listed = self.service.list_queues(name_starts_with=self.queue.queue_name, include_metadata=True)
        self.assertEqual([(q.name, q.metadata) for q in listed], [(self.queue.queue_name, {"owner": "ann"})])

    def test_errors_have_the_status_and_the_code_of_the_service(self):
        self.refused(404, "QueueNotFound", self.service.get_queue_client("nowhere").send_message, "x")
        self.refused(400, "InvalidResourceName", self.service.create_queue, "BAD_NAME")
        self.refused(404, "MessageNotFound", self.queue.delete_message, "none", "AgAAAAMAAAAAAAAA1Smhph+J1QE=")


class Blobs(Case):
    def setUp(self):
        self.service = BlobServiceClient.from_connection_string(CONNECTION)
        self.addCleanup(self.service.close)
        self.container = self.service.create_container(unique("box"))

    def test_a_blob_comes_back(self):
        blob = self.container.upload_blob("a b/ü.txt", "text".encode(), metadata={"owner": "ann"})
        self.assertEqual((blob.download_blob().readall(), blob.get_blob_properties().metadata),
                         (b"text", {"owner": "ann"}))

    def test_a_part_of_a_blob_is_read(self):
        blob = self.container.upload_blob("x", b"0123456789")
        self.assertEqual(blob.download_blob(offset=2, length=3).readall(), b"234")

    def test_a_large_blob_is_sent_in_blocks(self):
        service = BlobServiceClient.from_connection_string(CONNECTION, max_single_put_size=1024, max_block_size=1024)
        blob = service.get_blob_client(self.container.container_name, "large")
        self.addCleanup(service.close)
        blob.upload_blob(bytes(range(256)) * 10)
        self.assertEqual(len(blob.get_block_list()[0]), 3)
        self.assertEqual(blob.download_blob().readall(), bytes(range(256)) * 10)

    def test_blobs_are_listed_by_folders_and_pages(self):
        for name in ("a/1", "a/2", "b", "c"):
            self.container.upload_blob(name, b"")
        self.assertEqual([b.name for b in self.container.walk_blobs()], ["a/", "b", "c"])
        pages = self.container.list_blobs(results_per_page=3).by_page()
        self.assertEqual([[b.name for b in page] for page in pages], [["a/1", "a/2", "b"], ["c"]])

    def test_a_blob_is_overwritten_only_when_asked(self):
        blob = self.container.upload_blob("x", b"1")
        self.refused(409, "BlobAlreadyExists", self.container.upload_blob, "x", b"2")
        blob.upload_blob(b"2", overwrite=True)
        self.assertEqual(blob.download_blob().readall(), b"2")

    def test_an_old_etag_changes_nothing(self):
        blob = self.container.upload_blob("x", b"1")
        etag = blob.get_blob_properties().etag
        blob.upload_blob(b"2", overwrite=True)
        condition = {"etag": etag, "match_condition": MatchConditions.IfNotModified}
        self.refused(412, "ConditionNotMet", blob.upload_blob, b"3", overwrite=True, **condition)

    def test_an_append_blob_grows(self):
        blob = self.container.get_blob_client("log")
        blob.create_append_blob()
        for line in (b"a\n", b"b\n"):
            blob.append_block(line)
        self.assertEqual(blob.download_blob().readall(), b"a\nb\n")

    def test_a_lease_keeps_others_away(self):
        blob = self.container.upload_blob("x", b"1")
        lease = blob.acquire_lease(15)
        self.refused(412, "LeaseIdMissing", blob.delete_blob)
        blob.delete_blob(lease=lease)
        self.assertFalse(blob.exists())

    def test_errors_have_the_status_and_the_code_of_the_service(self):
        nowhere = self.service.get_container_client("nowhere")
        self.refused(404, "ContainerNotFound", nowhere.upload_blob, "x", b"")
        self.refused(404, "BlobNotFound", self.container.get_blob_client("none").download_blob)
        self.refused(409, "ContainerAlreadyExists", self.container.create_container)


if __name__ == "__main__":
    unittest.main()
