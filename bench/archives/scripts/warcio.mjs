// Writes what is fetched of the addresses of the standard input as a WARC file, by warcio of npm.
import {createWriteStream, readFileSync} from "node:fs";
import http from "node:http";
import {WARCRecord, WARCSerializer} from "warcio";

const out = createWriteStream(`${process.argv[2]}/node.warc.gz`);
for (const url of readFileSync(0, "utf-8").split("\n")) {
  const [headers, status, body] = await new Promise((done) =>
    http.get(url, (answer) => {
      const parts = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("end", () => done([answer.headers, answer, Buffer.concat(parts)]));
    }));
  delete headers["transfer-encoding"];
  const record = await WARCRecord.create({
    url, date: new Date().toISOString(), type: "response", warcVersion: "WARC/1.1",
    statusline: `HTTP/1.1 ${status.statusCode} ${status.statusMessage}`, httpHeaders: headers,
  }, (async function* () { yield new Uint8Array(body); })());
  out.write(await WARCSerializer.serialize(record, {gzip: true}));
}
out.end();
