import { describe, expect, it } from 'vitest';
import { blockerOf } from '../../shared/spending/blocker.ts';
import type { Cause } from '../../shared/spending/cause.ts';
import type { Draft } from '../storage/drafts.ts';
import { withCapture } from './draft.ts';
import { draftFixture } from './entry-fixture.ts';
import { launchBlockerOf } from './preflight.ts';

const given = { now: 0, role: 'owner', canEdit: true, runDurationMs: null, deployDurationMs: null } as const;
const found = (...causes: Cause[]) => causes.map((cause) => blockerOf(cause, 'launch', given));
const poor: Cause = { kind: 'balance-used-up', credits: 0.5, needed: 1 };
const flagged = withCapture(draftFixture(), {
  kind: 'page',
  title: 'T',
  url: 'https://e.org',
  capturedAt: 0,
  markdown: 'a\n4111 1111 1111 1111',
  candidates: [],
  notes: [],
});

function firstOf(draft: Draft, ...causes: Cause[]): string | null {
  const first = launchBlockerOf(draft, new Set(), found(...causes), 'owner');
  return first?.kind === 'refused' ? first.blocker.cause.kind : (first?.kind ?? null);
}

describe('the one thing in the way of a launch', () => {
  it('is nothing where a draft would launch', () => expect(firstOf(draftFixture())).toBeNull());

  it('is first what cannot be changed here, then the form, then what costs', () => {
    const nameless = draftFixture({ name: '' });
    expect(firstOf(nameless, { kind: 'not-paired' })).toBe('not-paired');
    expect(firstOf(nameless, { kind: 'role-too-low', role: 'viewer', needed: 'builder' })).toBe(
      'role-too-low',
    );
    expect(firstOf(nameless, { kind: 'key-rejected', since: null }, poor)).toBe('key-rejected');
    expect(firstOf({ ...flagged, name: 'x' }, poor)).toBe('problem');
    expect(firstOf(flagged, poor)).toBe('flags');
    expect(firstOf(draftFixture(), poor)).toBe('balance-used-up');
  });

  it('is nothing that the service itself does not refuse for sure', () =>
    expect(
      firstOf(draftFixture(), { kind: 'service-not-answering', since: null, isError: false }),
    ).toBeNull());

  it('is a missing development cap for builders: left out it is none (service reference, Launch Project)', () => {
    const { settings } = draftFixture();
    const first = (role: 'builder' | 'owner', developmentCap: string) =>
      launchBlockerOf(
        draftFixture({ settings: { ...settings, developmentCap, runBudget: '30' } }),
        new Set(),
        [],
        role,
      );
    expect(first('builder', '')).toMatchObject({ kind: 'problem', problem: { code: 'cap-needed' } });
    expect([first('owner', ''), first('builder', '500')]).toEqual([null, null]);
  });

  it('lets a flagged line through once the user has kept it', () =>
    expect(firstOf({ ...flagged, keptLines: ['4111 1111 1111 1111'] })).toBeNull());
});
