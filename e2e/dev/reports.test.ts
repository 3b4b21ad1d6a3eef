import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { playwrightTally, vitestTally } from './reports.ts';
import { ROOT } from './step.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pilot-light-reports-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function fileOf(report: unknown): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(report));
  return file;
}

test('vitest: a failed test is named with its file and the beginning of its error, and so is a file that can’t be loaded', async () => {
  const path = (name: string) => join(ROOT, 'shared', name);
  const failed = {
    status: 'failed',
    fullName: 'a cap is reached',
    failureMessages: [`AssertionError: expected 1 to be 2\n${'    at …\n'.repeat(40)}`],
  };
  const passed = { status: 'passed', fullName: 'a cap is raised', failureMessages: [] };
  const { failures, ...counts } = await vitestTally(
    fileOf({
      numPassedTests: 1,
      testResults: [
        { name: path('caps.test.ts'), status: 'failed', assertionResults: [failed, passed] },
        { name: path('none.test.ts'), status: 'failed', message: 'Cannot find module', assertionResults: [] },
      ],
    }),
  );
  expect(counts).toEqual({ passed: 1, failed: 2 });
  expect(failures[0]).toMatch(
    /^shared\/caps\.test\.ts › a cap is reached\n {4}AssertionError: expected 1 to be 2\n/,
  );
  expect(failures[0]?.split('\n').length).toBeLessThan(20);
  expect(failures[1]).toBe('shared/none.test.ts\n    Cannot find module');
});

test('Playwright: a failed test is named in groups too, without colours; one that passed when tried again has failed', async () => {
  const spec = (title: string, status: string, message?: string) => ({
    ...{ file: 'popup.spec.ts', title },
    tests: [{ status, results: [{ errors: message === undefined ? [] : [{ message }] }] }],
  });
  const tally = await playwrightTally(
    fileOf({
      suites: [
        {
          specs: [spec('opens', 'expected')],
          suites: [{ specs: [spec('closes', 'unexpected', 'Error: \x1b[31m1\x1b[39m')] }],
        },
        { specs: [spec('at times', 'flaky', 'Error: 2')] },
      ],
      errors: [{ message: 'Error: no such file' }],
      stats: { expected: 1 },
    }),
  );
  expect(tally).toEqual({
    ...{ passed: 1, failed: 3 },
    failures: [
      'popup.spec.ts › closes\n    Error: 1',
      'popup.spec.ts › at times\n    Error: 2',
      'outside of the tests\n    Error: no such file',
    ],
  });
});

test('a report that is missing, unreadable or empty is a failure', async () => {
  const none = { passed: 0, failed: 1, failures: [] };
  expect(await vitestTally(join(folder, 'nowhere.json'))).toEqual(none);
  expect(await playwrightTally(fileOf('half'))).toEqual(none);
  expect(await vitestTally(fileOf({ numPassedTests: 0, testResults: [] }))).toEqual(none);
});
