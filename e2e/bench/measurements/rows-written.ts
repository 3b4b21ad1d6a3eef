import type { BenchRun } from '../bench-run.ts';
import { countFigure, type Figure } from '../figure.ts';
import { measuredBy } from '../measured-by-test.ts';

declare module 'vitest' {
  interface TaskMeta {
    written?: { what: string; rows: number; alarms: number; asked: number };
  }
}

/** Rows that the object writes, alarms included, as workerd counts them in the test that bounds them. */
export async function rowsWritten(run: BenchRun): Promise<Figure[]> {
  run.say('   quiet days, events and imports in workerd…');
  const measured = await measuredBy('edge/account/rows-written.test.ts');
  return measured.flatMap(({ written }) => {
    if (written === undefined) return [];
    const { what, rows, alarms, asked } = written;
    const digits = asked < 10 ? 2 : 0;
    const named = `${what}: rows written, by workerd`;
    const figure = countFigure(named, rows, { unit: '', atMost: asked, digits });
    return [{ ...figure, reference: `${alarms.toFixed(digits)} of them alarms` }];
  });
}
