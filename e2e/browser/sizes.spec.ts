import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { dataCatalogue } from '../../shared/data-api/catalogue.ts';
import { sizesOfBuild, TRIPWIRE_KB } from '../bench/measurements/sizes.ts';
import { CHROME_BUILD } from '../dev/browser.ts';

test('popup, background and Worker stay within their sizes, and the full checking library is nowhere', async () => {
  for (const { what, ours, asked, outcome } of await sizesOfBuild(TRIPWIRE_KB)) {
    expect(outcome, `${what} is ${ours}, and may be ${asked}: look at what was imported last`).toBe('met');
  }
});

test('the popup is one page and one script: every further file would keep its rows waiting', async () => {
  const page = await readFile(join(CHROME_BUILD, 'popup.html'), 'utf8');
  expect(page).toContain('<style>');
  expect(page.match(/(?:src|href)="[^"]+"/g), 'files that the page names').toHaveLength(1);
  const [, script = ''] = /<script [^>]*src="([^"]+)"/.exec(page) ?? [];
  const text = await readFile(join(CHROME_BUILD, script), 'utf8');
  expect(
    text.match(/\bimport\s*(?:\{[^}]*\}\s*from\s*)?["'][^"']+["']/g),
    'files that the script waits for',
  ).toBeNull();
});

test('the popup starts without the words of what is in the way of building: they are loaded with their line', async () => {
  const page = await readFile(join(CHROME_BUILD, 'popup.html'), 'utf8');
  const [, script = ''] = /<script [^>]*src="([^"]+)"/.exec(page) ?? [];
  const text = await readFile(join(CHROME_BUILD, script), 'utf8');
  const words = [...text.matchAll(/`((?:verdict|blocker|lift|readiness)\.[\w$]*)/g)].map(([, word]) => word);
  // Those of rows: a deployment that goes on, and a cap that the run under way may not fit below.
  expect(new Set(words)).toEqual(new Set(['verdict.deploying', 'verdict.runAtCapOf']));
});

test('the console and the popup start without the rows of operations: what is drawn from them is loaded with it', async () => {
  for (const name of ['popup.html', 'console.html']) {
    const page = await readFile(join(CHROME_BUILD, name), 'utf8');
    const files = [...page.matchAll(/<script [^>]*src="([^"]+)"/g)].map(([, file]) => file ?? '');
    expect(files.length).toBeGreaterThan(0);
    for (const file of files)
      expect(await readFile(join(CHROME_BUILD, file), 'utf8'), file).not.toContain(
        dataCatalogue.aggregate.does,
      );
  }
});
