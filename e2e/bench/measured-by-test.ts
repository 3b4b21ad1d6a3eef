import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TaskMeta } from 'vitest';
import { runQuietly } from './run-quietly.ts';

interface Report {
  readonly testResults: readonly { readonly assertionResults: readonly { readonly meta: TaskMeta }[] }[];
}

/** Runs a test that bounds what it measures. @returns what its tests have kept of that, in their order */
export async function measuredBy(suite: string): Promise<readonly TaskMeta[]> {
  const folder = await mkdtemp(join(tmpdir(), 'measured-'));
  try {
    const file = join(folder, 'report.json');
    await runQuietly('vitest', ['run', suite, '--reporter=json', `--outputFile=${file}`]);
    const { testResults }: Report = JSON.parse(await readFile(file, 'utf8'));
    return testResults.flatMap(({ assertionResults }) => assertionResults).map(({ meta }) => meta);
  } finally {
    await rm(folder, { recursive: true });
  }
}
