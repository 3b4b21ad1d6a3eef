import { beforeEach, expect, it } from 'vitest';
import { paintFrom } from '../../../fixtures/paint-from.ts';
import { popupStates } from '../../../fixtures/popup-states.ts';
import { draftFixture, entryFixture, recordFixture } from '../../../launch/entry-fixture.ts';
import { launchFacts, launchSign } from './launch-row.ts';

const NOW = Date.UTC(2026, 10, 22, 9);
const launched = entryFixture({
  draft: draftFixture({ words: 'A booking page' }),
  record: recordFixture({ projectId: 'classes-2' }),
});

beforeEach(() => paintFrom(popupStates(NOW).busy, NOW));

it('names the project that was created, with the words it was launched with and what it took', () => {
  expect(launchFacts(launched)).toMatchObject({
    projectId: 'classes-2',
    numbers: { cost: '1 credit', credits: 1 },
  });
  expect(launchFacts(launched).title).toMatch(/^\u2068?classes-2\u2069?: Launch$/);
  expect(launchFacts(launched).words).toContain('A booking page');
  expect(launchSign(launched)).toBe('seen');
});

it('says of a launch that was refused or is not known yet what is known, and no cost', () => {
  const refused = entryFixture({
    refusal: { code: 'X', message: 'No room', httpStatus: 409, details: null },
  });
  expect(launchFacts(refused)).toMatchObject({ projectId: null, numbers: { cost: '', credits: 0 } });
  expect(launchFacts(refused).title).toMatch(/Launch refused$/);
  expect(launchFacts(refused).outcome).toContain('No room');
  expect(launchSign(refused)).toBe('failed');
  const unknown = entryFixture({ record: recordFixture({ state: 'unknown', projectId: null }) });
  expect(launchFacts(unknown)).toMatchObject({
    outcome: 'not known yet',
    numbers: { cost: '', credits: null },
  });
  expect(launchSign(unknown)).toBe('warning');
});
