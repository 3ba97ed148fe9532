// Writes what Chromium loads of the addresses of the standard input as WARC files, by node-warc.
import {readFileSync} from "node:fs";
import http from "node:http";
import nodeWarc from "node-warc";

const writer = new nodeWarc.WARCWriterBase();
writer.initWARC(`${process.argv[2]}/node-warc.warc`, {appending: false});
await writer.writeWarcInfoRecord({software: "node-warc"});
for (const url of readFileSync(0, "utf-8").split("\n")) {
  const [answer, body] = await new Promise((done) =>
    http.get(url, (found) => {
      const parts = [];
      found.on("data", (part) => parts.push(part));
      found.on("end", () => done([found, Buffer.concat(parts)]));
    }));
  const head = [`HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}`];
  for (let i = 0; i < answer.rawHeaders.length; i += 2)
    head.push(`${answer.rawHeaders[i]}: ${answer.rawHeaders[i + 1]}`);
  const path = new URL(url);
  const asked = `GET ${path.pathname}${path.search} HTTP/1.1\r\nHost: ${path.host}\r\n\r\n`;
  await writer.writeRequestResponseRecords(url, {headers: asked}, {headers: `${head.join("\r\n")}\r\n\r\n`, data: body});
}
writer.end();
await new Promise((done) => writer.on("finished", done));
