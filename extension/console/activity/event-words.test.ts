import { expect, test } from 'vitest';
import { keptEventWith } from '../../../shared/attention/fixtures.ts';
import { namingOf } from '../../i18n/naming.ts';
import { eventWords, reportedWords } from './event-words.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const naming = namingOf({ names: {} }, false);
const said = (event: string, facts: Record<string, string | number>) => {
  const kept = keptEventWith({ seq: 1, at: NOW, event, projectId: 'shop', facts });
  return [eventWords(kept, naming, NOW), ...reportedWords(kept, naming, NOW)];
};

test('an event says what it reports, and nothing of what opened by it, which only the edge knows', () => {
  expect(said('project.credit_limit.reached', { category: 'development', spent: 5, limit: 5 })).toEqual([
    'shop is at its cap',
    'It reports: shop is at its cap.',
  ]);
  expect(said('agent.prompt.finished', { status: 'done', ending: 'failed' })).toEqual([
    'shop: the run failed',
  ]);
});
