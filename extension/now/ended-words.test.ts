import { beforeEach, expect, test } from 'vitest';
import { readSection } from '../../shared/attention/fixtures.ts';
import type { Ending } from '../../shared/endings/ending.ts';
import { endedWork } from '../../shared/snapshot/work.ts';
import { paintFrom } from '../fixtures/paint-from.ts';
import { popupStates } from '../fixtures/popup-states.ts';
import { busyAccount, sampleProject } from '../fixtures/sample-account.ts';
import { naming } from '../ui/page-state.ts';
import { endedWords } from './recent.tsx';

const NOW = Date.UTC(2026, 10, 21, 12);
beforeEach(() => paintFrom(popupStates(NOW).busy, NOW));

type Project = Parameters<typeof sampleProject>[2];
function wordsOf(project: Project): string {
  const items = [sampleProject('shop', null, project)];
  const [work] = endedWork(busyAccount(NOW, { projects: readSection({ total: 1, items }, NOW) }), NOW);
  if (!work) throw new Error('Nothing has ended.');
  const { title, facts } = endedWords(work, naming.value, NOW);
  return `${title} ${facts}`;
}
const run = (ending: Ending): Project => ({
  run: { phase: 'unknown', ending, finishedAt: NOW - 60_000, creditsSpent: 12.5 },
});

test('the cost of a failed run is not shown: failed runs are refunded (Conversation and runs)', () => {
  expect(wordsOf(run('failed'))).toContain('Failed runs are refunded');
  expect(wordsOf(run('failed'))).not.toContain('12.5');
  expect(wordsOf(run('succeeded'))).toContain('12.5');
});

test('a deployment whose end nothing tells is over, and not said to be live', () => {
  const deploy = { phase: 'unknown' as const, finishedAt: NOW - 60_000 };
  expect(wordsOf({ deploy })).toMatch(/deployment is over.*not known/);
});
