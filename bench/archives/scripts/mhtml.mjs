// Saves the addresses of the standard input as Chromium does with "save as, single file".
import {readFileSync, writeFileSync} from "node:fs";
import {chromium} from "playwright-core";

const browser = await chromium.launch({executablePath: process.argv[3], args: ["--no-sandbox"]});
const page = await (await browser.newContext()).newPage();
const session = await page.context().newCDPSession(page);
let number = 0;
for (const url of readFileSync(0, "utf-8").split("\n")) {
  await page.goto(url);
  const saved = await session.send("Page.captureSnapshot", {format: "mhtml"});
  writeFileSync(`${process.argv[2]}/page-${++number}.mhtml`, saved.data);
}
await browser.close();
