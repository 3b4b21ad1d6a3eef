import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchRun } from '../bench-run.ts';
import { countFigure, type Figure } from '../figure.ts';
import { runQuietly } from '../run-quietly.ts';

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly meta: {
        readonly written?: { what: string; rows: number; alarms: number; asked: number };
      };
    }[];
  }[];
}

/** Rows that the object writes, by the platform's own counter, with its alarms: measured by the test that bounds them, in workerd. */
export async function rowsWritten(run: BenchRun): Promise<Figure[]> {
  run.say('   quiet days, events and imports in workerd…');
  const folder = await mkdtemp(join(tmpdir(), 'rows-'));
  try {
    const file = join(folder, 'report.json');
    const suite = 'edge/account/rows-written.test.ts';
    await runQuietly('vitest', ['run', suite, '--reporter=json', `--outputFile=${file}`]);
    const { testResults }: Report = JSON.parse(await readFile(file, 'utf8'));
    return testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .flatMap(({ meta: { written } }) => {
        if (written === undefined) return [];
        const { what, rows, alarms, asked } = written;
        const digits = asked < 10 ? 2 : 0;
        const figure = countFigure(`${what}: rows written, by workerd`, rows, {
          unit: '',
          atMost: asked,
          digits,
        });
        return [{ ...figure, reference: `${alarms.toFixed(digits)} of them alarms` }];
      });
  } finally {
    await rm(folder, { recursive: true });
  }
}
