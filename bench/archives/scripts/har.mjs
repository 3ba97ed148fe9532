// Records a HAR with bodies of the addresses of the standard input, by Chromium and playwright.
import {readFileSync} from "node:fs";
import {chromium} from "playwright-core";

const browser = await chromium.launch({executablePath: process.argv[3], args: ["--no-sandbox"]});
const context = await browser.newContext({
  recordHar: {path: `${process.argv[2]}/pages.har`, content: "embed"},
});
const page = await context.newPage();
for (const url of readFileSync(0, "utf-8").split("\n")) await page.goto(url, {waitUntil: "networkidle"});
await context.close();
await browser.close();
