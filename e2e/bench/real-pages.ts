import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import type { CaptureResult } from '../../extension/capture/page-capture.ts';
import { CHROME_BUILD } from '../dev/browser.ts';
import { findBrowser } from '../dev/find-browser.ts';
import { builtExtension } from './built-extension.ts';

/**
 * `npm run articles -- FOLDER`: how well the captured text of real articles agrees with that of other
 * extractors. Each folder in FOLDER is a page: `source.html`, and an `expected*.html` by each extractor, as
 * in Readability's test pages. Paragraphs lost in the middle of an article are counted apart. Left out are
 * pages on which the extractors disagree, or that show nothing without their scripts, which do not run here.
 */
const AGREE = 0.9;
const ADDRESS = 'http://page.test/';

const [folder = ''] = process.argv.slice(2);
if (!existsSync(folder)) {
  console.error('Give a folder of pages: npm run articles -- FOLDER');
  process.exit(1);
}

const isSimilar = (texts: readonly string[]) =>
  texts.every((one) => texts.every((other) => agreement(one, other) >= AGREE));

/** F1 of word triples, each counted as often as it is there. */
function agreement(one: string, other: string): number {
  const [ours, theirs] = [triplesOf(one), triplesOf(other)];
  const [a, b] = [sum(ours), sum(theirs)];
  let both = 0;
  for (const [triple, times] of ours) both += Math.min(times, theirs.get(triple) ?? 0);
  return a + b === 0 ? 1 : (2 * both) / (a + b);
}

/** Signs such as ² count as what they stand for. */
function triplesOf(text: string): Map<string, number> {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const triples = new Map<string, number>();
  for (let at = 0; at + 2 < words.length; at++) {
    const triple = words.slice(at, at + 3).join(' ');
    triples.set(triple, (triples.get(triple) ?? 0) + 1);
  }
  return triples;
}

const sum = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((all, one) => all + one, 0);

/** The text of captured Markdown: addresses, pictures and breaks are not part of it. */
const textOfMarkdown = (markdown: string) =>
  markdown
    .replace(/!\[(?:[^\]\\]|\\.)*\]\([^)]*\)/g, ' ')
    .replace(/\]\([^)]*\)/g, ' ')
    .replaceAll('<br>', ' ')
    .replace(/\\(?=\W)/g, '');

/** Shorter ones may be captions or dates. */
const PARAGRAPH_MIN_CHARS = 60;

/** How many paragraphs of an expected text are missing between the first and the last that are there. */
function lostWithin(text: string, paragraphs: readonly string[]): number {
  const ours = triplesOf(text);
  const isThere = paragraphs
    .filter((paragraph) => paragraph.length >= PARAGRAPH_MIN_CHARS)
    .map((paragraph) => {
      const triples = [...triplesOf(paragraph).keys()];
      return triples.filter((triple) => ours.has(triple)).length >= triples.length / 2;
    });
  const within = isThere.slice(isThere.indexOf(true), isThere.lastIndexOf(true) + 1);
  return within.filter((there) => !there).length;
}

/** Runs in the page. */
function paragraphsOfHtml(html: string): string[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return [...body.querySelectorAll('p, li, h2, h3, pre, blockquote')].map(
    ({ textContent }) => textContent ?? '',
  );
}

/** The text of HTML, with a space wherever a block begins or ends. Runs in the page. */
function textOfHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of body.querySelectorAll('script, style, noscript, template')) element.remove();
  for (const block of body.querySelectorAll(
    '*:not(a, abbr, b, cite, code, em, font, i, mark, q, s, small, span, strong, sub, sup, u)',
  ))
    for (const side of ['before', 'after'] as const) block[side](' ');
  return body.textContent ?? '';
}

async function openSource(page: Page, html: string): Promise<void> {
  await page.route('**/*', (route) =>
    route.request().isNavigationRequest() && route.request().frame() === page.mainFrame()
      ? route.fulfill({ contentType: 'text/html; charset=utf-8', body: html })
      : route.abort(),
  );
  await page.goto(ADDRESS, { waitUntil: 'domcontentloaded' });
}

await builtExtension();
const capture = readFileSync(join(CHROME_BUILD, 'capture.js'), 'utf8');
const browser = await chromium.launch({ executablePath: findBrowser('chromium') });
try {
  // The pages' own scripts would ask hosts that are not there.
  const context = await browser.newContext({ javaScriptEnabled: false });
  const found: { name: string; f1: number; kind: string; ms: number; lost: number; isFlagged: boolean }[] =
    [];
  let left = 0;
  const blank: string[] = [];
  for (const name of readdirSync(folder).sort()) {
    const files = readdirSync(join(folder, name));
    const read = (file: string) => readFileSync(join(folder, name, file), 'utf8');
    const page = await context.newPage();
    const expected: string[] = [];
    const paragraphs: string[][] = [];
    for (const file of files.filter((file) => /^expected.*\.html$/.test(file))) {
      expected.push(await page.evaluate(textOfHtml, read(file)));
      paragraphs.push(await page.evaluate(paragraphsOfHtml, read(file)));
    }
    if (!isSimilar(expected)) left += 1;
    else {
      await openSource(page, read('source.html'));
      if (await page.evaluate(() => document.body.innerText.trim() === '')) {
        blank.push(name);
        await page.close();
        continue;
      }
      const startedAt = performance.now();
      const { capture: captured } = (await page.evaluate(capture)) as CaptureResult;
      const ms = performance.now() - startedAt;
      const text = textOfMarkdown(captured?.markdown ?? '');
      const f1 = expected.reduce((all, one) => all + agreement(text, one), 0) / expected.length;
      const lost = Math.max(0, ...paragraphs.map((one) => lostWithin(text, one)));
      const isFlagged = captured?.notes.includes('hard-to-see') === true;
      found.push({ name, f1, kind: captured?.kind ?? 'nothing', ms, lost, isFlagged });
    }
    await page.close();
  }
  for (const { name, f1, kind, ms } of found.filter(({ f1 }) => f1 < AGREE).sort((a, b) => a.f1 - b.f1))
    console.log(`${f1.toFixed(3)}  ${kind.padEnd(8)} ${ms.toFixed(0).padStart(5)} ms  ${name}`);
  for (const { name, lost } of found.filter(({ lost }) => lost > 0))
    console.log(`${lost} lost within  ${name}`);
  console.log(
    `hard to see: ${found.flatMap(({ name, isFlagged }) => (isFlagged ? [name] : [])).join(', ') || 'none'}`,
  );
  const lost = found.reduce((all, one) => all + one.lost, 0);
  const mean = found.reduce((all, { f1 }) => all + f1, 0) / found.length;
  const median = found.map(({ ms }) => ms).sort((a, b) => a - b)[Math.floor(found.length / 2)] ?? 0;
  console.log(
    `${found.length} pages, ${left} on which the extractors disagree and ${blank.length} that show nothing (${blank.join(', ')}) left out: F1 ${mean.toFixed(3)} at the mean, ${median.toFixed(0)} ms at the median, ${found.filter(({ kind }) => kind !== 'article').length} not taken for an article, ${lost} paragraphs lost in the middle of one`,
  );
} finally {
  await browser.close();
}
