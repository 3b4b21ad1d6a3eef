import { beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { popupStates } from '../fixtures/popup-states.ts';
import { LOCAL_BOUNDS } from '../storage/bounds.ts';
import { notSentItem } from '../storage/not-sent.ts';
import { connectionItem, revocationsItem } from '../storage/pairing.ts';
import { DEFAULT_ENTRY_POINTS, DEFAULT_SETTINGS, settingsItem } from '../storage/settings.ts';
import { countUnreadCalls } from '../storage/unread-calls.ts';
import { repairOncePerBuild, repairStored } from './repair-stored.ts';

// extension/storage/storage-schema.md: what pages read by its outline, the background parses once per build.

const NOW = Date.UTC(2026, 10, 21, 12);
const { raised } = popupStates(NOW);
const GOOD = {
  ...raised,
  settings: { ...DEFAULT_SETTINGS, theme: 'dark' },
  'launch-ways': DEFAULT_ENTRY_POINTS,
};

const store = (values: object) => browser.storage.local.set(values as Record<string, unknown>);
const everything = () => browser.storage.local.get(null);

beforeEach(() => fakeBrowser.reset());

describe('what is stored', () => {
  it('and fits stays as it is, and the build is noted', async () => {
    await store(GOOD);
    await repairStored();
    expect(await everything()).toEqual({ ...GOOD, form: '1.0.0' });
  });

  it.each([
    ['another version’s snapshot', 'snapshot', { ...raised.snapshot, snapshot: { sections: {} } }],
    ['a snapshot without what it is stored with', 'snapshot', { snapshot: raised.snapshot?.snapshot }],
    ['a cut text', 'snapshot', JSON.stringify(raised.snapshot).slice(0, 200)],
    ['another version’s memory of needs', 'attention', { ...raised.attention, seen: { a: true } }],
    ['a failure that this version does not know', 'health', { ...raised.health, failure: { kind: 'tired' } }],
    ['a time that is none', 'health', { ...raised.health, lastOkAt: 9e18 }],
    ['a change of a cap without a time', 'cap-changes', [{ ...raised['cap-changes']?.[0], at: 'now' }]],
    ['another version’s entry points', 'launch-ways', { ...DEFAULT_ENTRY_POINTS, place: 'window' }],
  ] as const)('of another form is made anew, and nothing else: %s', async (_, key, odd) => {
    await store({ ...GOOD, [key]: odd });
    await repairStored();
    expect(await everything()).toEqual({ ...GOOD, [key]: undefined, form: '1.0.0' });
  });

  it('and is too large is made anew', async () => {
    const names = { 'barber-bookings': 'x'.repeat(LOCAL_BOUNDS.attention.each) };
    await store({ ...GOOD, attention: { ...raised.attention, names } });
    await repairStored();
    expect(await everything()).toEqual({ ...GOOD, attention: undefined, form: '1.0.0' });
  });

  it('as settings of another version keeps each that fits', async () => {
    const quietHours = { on: true, from: 'late', to: '07:00' };
    await store({
      settings: { ...GOOD.settings, calmBadge: 'weather', quietHours, screenShare: true, sound: 3 },
    });
    await repairStored();
    expect(await settingsItem.getValue()).toEqual({ ...GOOD.settings, screenShare: true });
  });

  it('and is owed stays, garbage too: it is told, and holds back what could repeat it', async () => {
    const owed = {
      connection: { edge: 3 },
      'device-token': ['x'],
      revocations: [{ token: 'a token' }, 'x'],
      'not-sent': [{ key: 'a', operation: 'launch', projectId: 'p', code: 4, at: 1 }, 7],
      launches: [{ key: 'of another form' }],
      'paid-calls': 'cut te',
    };
    await store(owed);
    await repairStored();
    expect(await everything()).toEqual({ ...owed, form: '1.0.0' });
    expect(await connectionItem.getValue()).toBeNull();
    expect(await revocationsItem.getValue()).toEqual([]);
    expect(await notSentItem.getValue()).toEqual([]);
    expect(await countUnreadCalls()).toBe(2);
  });
});

describe('a start', () => {
  it.each([
    ['an older build', { form: '0.9.0' }],
    ['nobody knows which', {}],
    ['nobody, by what is noted', { form: 7 }],
  ])('after %s sets right what it wrote', async (_, form) => {
    await store({ ...GOOD, ...form, health: 7 });
    await repairOncePerBuild();
    expect(await everything()).toEqual({ ...GOOD, health: undefined, form: '1.0.0' });
  });

  it('of the same build parses nothing', async () => {
    await store({ ...GOOD, form: '1.0.0' });
    const get = vi.spyOn(browser.storage.local, 'get');
    await repairOncePerBuild();
    expect(get.mock.calls).toEqual([['form']]);
    get.mockRestore();
  });
});
