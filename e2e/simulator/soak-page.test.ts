import { expect, test } from 'vitest';
import { runIn, withRun } from './soak-page.ts';

const AT = new Date('2026-11-21T12:00:00Z');
const run = (scenario: string, seeds: number, failed: string[] = []) => ({
  scenario,
  seeds,
  minutes: 1.26,
  failed,
  reached: [['call-lost-at-restart', seeds]] as const,
});
const rowsOf = (page: string) => page.split('\n').filter((line) => /^\| (launches|whole) \| \d/.test(line));

test('a run takes the place of the last one of its scenario, and leaves the others', () => {
  const first = withRun(withRun('', run('whole', 5), AT), run('launches', 7), AT);
  const second = withRun(first, run('whole', 9, ['seed 3 of whole: lost']), AT);
  expect(rowsOf(second)).toEqual([
    expect.stringMatching(/^\| launches \| 7 \| 0 \| 1\.3 \| 2026-11-21, /),
    expect.stringMatching(/^\| whole \| 9 \| 1 \| 1\.3 \| /),
  ]);
  expect(second).toContain('\n- seed 3 of whole: lost');
  expect(second).toContain(
    '| launches | `call-lost-at-restart` | 7 |\n| whole | `call-lost-at-restart` | 9 |\n',
  );
  expect(second).not.toContain('`call-lost-at-restart` | 5 |');
});

test('a run without a failure is gone on with', () => {
  const page = withRun(withRun('', run('whole', 5), AT), run('launches', 7, ['lost']), AT);
  expect(runIn(page, 'whole')).toEqual({ ...run('whole', 5), minutes: 1.3 });
  expect([runIn(page, 'launches'), runIn(page, 'imports')]).toEqual([null, null]);
});
