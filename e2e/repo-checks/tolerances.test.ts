import { expect, test } from 'vitest';
import { ownFiles, textOf } from './own-files.ts';

/** A constant that may say how far apart the times of one thing are. */
const TOLERANCE = /^(?:export )?const ([A-Z_]*(?:SAME|APART|CLOCKS|WITHIN)[A-Z_]*_MS)\b/gm;

/** Deadlines, paces, and what the ledger's settlement and imports compare: none of them tells runs apart. */
const EXEMPT: ReadonlySet<string> = new Set([
  'edge/imports/compare.ts CLOCKS_DIFFER_MS',
  'edge/imports/settle-rows.ts ANSWERED_WITHIN_MS',
  'edge/object/jobs.ts POLLS_WITHIN_MS',
  'edge/paid-calls/ledger.ts ABANDONED_WITHIN_MS',
  'edge/paid-calls/resolution.ts CLOCKS_DIFFER_MS',
  'extension/console/parts/arrival.ts READ_WITHIN_MS',
  'extension/paid/after-run.ts READ_WITHIN_MS',
  'extension/paid/driver.ts SEND_WITHIN_MS',
  'extension/storage/draft-hold.ts GRANTED_WITHIN_MS',
  'extension/storage/pairing.ts LEDGER_WITHIN_MS',
  'extension/storage/send-at.ts SEND_WITHIN_MS',
  'extension/ui/confirm.tsx READ_WITHIN_MS',
  'extension/ui/keep-focus.ts RENDERED_WITHIN_MS',
]);

test('which work something is about is decided in shared/work alone, with three tolerances of time', () => {
  const found = ownFiles(/^(edge|extension|shared)\/.*\.tsx?$/)
    .filter((path) => !/\.test\.|\/testing\//.test(path))
    .flatMap((path) => [...textOf(path).matchAll(TOLERANCE)].map(([, name]) => `${path} ${name}`));
  const inWork = found.filter((one) => one.startsWith('shared/work/'));
  expect(inWork.length).toBeLessThanOrEqual(3);
  expect(found.filter((one) => !inWork.includes(one) && !EXEMPT.has(one))).toEqual([]);
});
