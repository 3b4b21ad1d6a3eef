// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { paintFrom } from '../fixtures/paint-from.ts';
import { popupStates } from '../fixtures/popup-states.ts';
import { verdictNow, withoutTrouble } from './building.ts';

const NOW = Date.UTC(2026, 10, 22, 9);

test.each(['key-rejected', 'account-unconfirmed', 'edge-unreachable', 'service-failing'] as const)(
  'what is said above all views is not the verdict’s reason too: %s',
  (name) => {
    paintFrom(popupStates(NOW)[name], NOW);
    const full = verdictNow('launch', null);
    const { verdict, words } = withoutTrouble(full);
    expect(full.words.facts).not.toBe('');
    expect(words.facts).not.toBe(full.words.facts);
    expect(words.facts).toMatch(verdict.kind === 'stopped' ? /^$/ : /^Not read since/);
  },
);
