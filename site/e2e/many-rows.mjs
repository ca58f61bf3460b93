// A table with many rows, for what has to be fast with them.

/** Fills the table Aaa with partitions of 1,000 rows, in transactions, as an import does. */
export async function fill(page, partitions) {
  await page.evaluate(async (n) => {
    const desk = document.querySelector("play-ground");
    desk.store.mark("Import many");
    const base = "http://127.0.0.1:10002/devstoreaccount1";
    const json = { "Content-Type": "application/json", Accept: "application/json" };
    await desk.engine.fetch(`${base}/Tables`, { method: "POST", headers: json, body: '{"TableName":"Aaa"}' });
    for (let i = 0; i < n * 10; i++) {
      const p = `p${String(Math.floor(i / 10)).padStart(2, "0")}`;
      const ops = Array.from({ length: 100 }, (_, k) => {
        const r = String((i % 10) * 100 + k).padStart(6, "0");
        const e = JSON.stringify({
          PartitionKey: p,
          RowKey: r,
          Celsius: 20.5 + (k % 7),
          Humidity: k,
          Note: `row ${r}`,
        });
        return `--c\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\nPOST ${base}/Aaa HTTP/1.1\r\nContent-Type: application/json\r\nAccept: application/json\r\nPrefer: return-no-content\r\n\r\n${e}\r\n`;
      });
      const body = `--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n${ops.join("")}--c--\r\n--b--\r\n`;
      const answer = await desk.engine.fetch(`${base}/$batch`, {
        method: "POST",
        headers: { "Content-Type": "multipart/mixed; boundary=b" },
        body,
      });
      if (answer.status !== 202) throw new Error(await answer.text());
    }
    await desk.changed();
  }, partitions);
}
