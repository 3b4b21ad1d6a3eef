// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { keptEventWith } from '../../../../shared/attention/fixtures.ts';
import { workEntryOf } from '../../../../shared/journal/fixtures.ts';
import { paintFrom } from '../../../fixtures/paint-from.ts';
import { popupStates } from '../../../fixtures/popup-states.ts';
import { entryRecords, recordNames } from './activity-file.ts';

const NOW = Date.UTC(2026, 10, 22, 9);

beforeEach(() => paintFrom(popupStates(NOW).busy, NOW));

it('has the project, the whole prompt and the credits of a run in columns of their own', () => {
  const prompt = 'Add a map. '.repeat(30).trim();
  const facts = { status: 'done', ending: 'succeeded', prompt, creditsSpent: 12.5 };
  const event = keptEventWith({ seq: 1, at: NOW, event: 'agent.prompt.finished', projectId: 'shop', facts });
  const [record] = entryRecords(workEntryOf(event));
  expect(Object.keys(record ?? {})).toEqual(recordNames());
  expect(record).toMatchObject({ Project: 'shop', Prompt: prompt, 'Cost in credits': 12.5 });
});

it('has one line for each cap of one act', () => {
  const cap = (seq: number, projectId: string) => ({
    ...keptEventWith({ seq, at: NOW - seq, event: 'edge.cap', projectId }),
    ...{ source: 'edge' as const, facts: { category: 'development', from: 1, to: 2, by: 'Office' } },
  });
  const records = entryRecords({
    ...{ kind: 'act', id: '2', at: NOW, isWrong: false, events: [cap(2, 'a'), cap(1, 'b')], isBack: false },
  });
  expect(records.map(({ Project }) => Project)).toEqual(['a', 'b']);
  expect(records[0]?.Activity).toBe('a: development cap set to 2');
});
