import { describe, expect, it } from 'vitest';
import { withCapture } from './draft.ts';
import { draftFixture, entryFixture, recordFixture } from './entry-fixture.ts';
import { launchedFrom } from './history.ts';

describe('launchedFrom', () => {
  const capture = {
    kind: 'page',
    title: 'T',
    capturedAt: 0,
    markdown: 'x',
    candidates: [],
    notes: [],
  } as const;
  const from = (url: string) => withCapture(draftFixture(), { ...capture, url, candidates: [], notes: [] });

  it('finds the launch from the same page, wherever on it', () => {
    const entry = entryFixture({ draft: from('https://e.org/a#one'), record: recordFixture() });
    expect(launchedFrom([entry], 'https://e.org/a#two')?.key).toBe('key-1');
    expect(launchedFrom([entry], 'https://e.org/b')).toBeNull();
  });

  it('forgets one that was refused', () => {
    const entry = entryFixture({
      draft: from('https://e.org/a'),
      record: recordFixture({ state: 'refused' }),
    });
    expect(launchedFrom([entry], 'https://e.org/a')).toBeNull();
  });
});
