import { expect, it } from 'vitest';
import { LAUNCH_STATES } from '../../shared/snapshot/launches.ts';
import { isOpen, type LaunchEntry, projectOf } from '../storage/launches.ts';
import { entryFixture, recordFixture } from './entry-fixture.ts';
import { launchStatus } from './status.ts';

const refusal = { code: 'INSUFFICIENT_CREDITS', message: 'No', httpStatus: 402, details: null };
const PHASES: LaunchEntry['phase'][] = ['stored', 'sent', 'answered', 'given-up'];
const everyEntry = PHASES.flatMap((phase) =>
  [null, refusal].flatMap((refused) =>
    [null, 'offline'].flatMap((trouble) =>
      [null, ...LAUNCH_STATES.map((state) => recordFixture({ state, projectId: 'made' }))].map((record) =>
        entryFixture({ phase, refusal: refused, trouble, record }),
      ),
    ),
  ),
);

it('is open while it may turn out either way, and agrees with what people read', () => {
  for (const entry of everyEntry) {
    const { kind } = launchStatus(entry);
    expect(isOpen(entry), JSON.stringify(entry)).toBe(kind === 'launching' || kind === 'unknown');
  }
  expect(isOpen(entryFixture())).toBe(true);
  expect(isOpen(entryFixture({ refusal }))).toBe(false);
});

it('names the project that was made, and agrees with what people read', () => {
  for (const entry of everyEntry) {
    const status = launchStatus(entry);
    expect(projectOf(entry)).toBe(status.kind === 'launched' ? status.projectId : null);
  }
  expect(projectOf(entryFixture({ record: recordFixture({ projectId: null }) }))).toBe('studio-nord-classes');
});
