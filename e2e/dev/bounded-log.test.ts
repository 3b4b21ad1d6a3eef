import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openBoundedLog } from './bounded-log.ts';

const MAX_BYTES = 100;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pilot-light-log-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const file = () => join(folder, 'edge.log');
async function write(...lines: string[]): Promise<void> {
  const log = openBoundedLog(file(), MAX_BYTES);
  for (const line of lines) log.write(line);
  log.end();
  await once(log, 'close');
}

test('the last lines stay, within twice the bound, however much is written and however often it is opened', async () => {
  const lines = Array.from({ length: 200 }, (_, at) => `line ${at}\n`);
  await write(...lines.slice(0, 150));
  await write(...lines.slice(150));
  expect(readdirSync(folder).toSorted()).toEqual(['edge.log', 'edge.log.1']);
  const [earlier, latest] = ['edge.log.1', 'edge.log'].map((name) =>
    readFileSync(join(folder, name), 'utf8'),
  );
  expect(earlier?.length).toBeLessThanOrEqual(MAX_BYTES);
  expect(latest?.length).toBeLessThanOrEqual(MAX_BYTES);
  expect(lines.join('').endsWith(`${earlier}${latest}`), 'without a gap').toBe(true);
});

test('one write that is too long keeps its end', async () => {
  await write(`${'x'.repeat(500)}the end\n`);
  const kept = readFileSync(file(), 'utf8');
  expect(kept).toHaveLength(MAX_BYTES);
  expect(kept).toMatch(/the end\n$/);
});
