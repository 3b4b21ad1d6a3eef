import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Counts, ROOT } from './step.ts';

const NOTHING: Counts = { passed: 0, failed: 0 };

/** Counts of vitest's JSON report; a report that is missing or counts no test counts as a failure. */
export async function vitestTally(file: string): Promise<Counts> {
  const report = await readReport(file);
  const passed = numberAt(report, 'numPassedTests');
  const failed = numberAt(report, 'numFailedTests');
  return orFailure({ passed, failed });
}

/** Counts of Playwright's JSON report. */
export async function playwrightTally(file: string): Promise<Counts> {
  const report = await readReport(file);
  const stats = report.stats;
  if (typeof stats !== 'object' || stats === null) return orFailure(NOTHING);
  const counts: Record<string, unknown> = { ...stats };
  return orFailure({
    passed: numberAt(counts, 'expected'),
    failed: numberAt(counts, 'unexpected') + numberAt(counts, 'flaky'),
  });
}

function orFailure(tally: Counts): Counts {
  return tally.passed + tally.failed === 0 ? { passed: 0, failed: 1 } : tally;
}

function numberAt(record: Record<string, unknown>, name: string): number {
  const value = record[name];
  return typeof value === 'number' ? value : 0;
}

async function readReport(file: string): Promise<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(await readFile(join(ROOT, file), 'utf8'));
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}
