import { describe, expect, it } from 'vitest';
import { GUARD_KINDS, type GuardRequest } from '../../../shared/edge-api/guards.ts';
import { fieldsOf, guardOf, tonight } from './guard-form.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const fields = { amount: '30', until: 'run', stopsRun: '', isSet: '' } as const;

describe('a guard as it is typed', () => {
  it.each(GUARD_KINDS)('%s opens with a suggestion that the edge takes', (kind) => {
    expect(guardOf(kind, fieldsOf(kind, null), NOW)).not.toBeNull();
  });

  it.each<GuardRequest>([
    { kind: 'run-budget', credits: 42.5 },
    { kind: 'raise', credits: 50, until: { kind: 'run' } },
    { kind: 'run-time', minutes: 40 },
    { kind: 'failures', inARow: 3 },
    { kind: 'day-budget', credits: 100, stopsRun: true },
  ])('%j is the same after it was opened and not changed', (guard) => {
    expect(guardOf(guard.kind, fieldsOf(guard.kind, guard), NOW)).toEqual(guard);
  });

  it.each([
    ['run-budget', '14'],
    ['run-budget', ''],
    ['run-budget', 'many'],
    ['failures', '2.5'],
    ['run-time', '0'],
    ['day-budget', '-1'],
  ] as const)('%s of "%s" is none', (kind, amount) => {
    expect(guardOf(kind, { ...fields, amount }, NOW)).toBeNull();
  });

  it('a raise until tonight ends at the next midnight of the user', () => {
    const at = tonight(NOW);
    expect(new Date(at).getHours()).toBe(0);
    expect(at - NOW).toBeLessThanOrEqual(86_400_000);
    expect(guardOf('raise', { ...fields, until: 'tonight' }, NOW)).toEqual({
      kind: 'raise',
      credits: 30,
      until: { kind: 'time', at },
    });
  });

  it('and never after the reset', () => {
    expect(tonight(Date.UTC(2026, 10, 30, 23, 30))).toBeLessThan(Date.UTC(2026, 11, 1));
  });
});
