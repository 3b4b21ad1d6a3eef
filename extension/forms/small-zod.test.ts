import * as fc from 'fast-check';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { FILLED } from './filled-forms.ts';

type Form = { safeParse: (value: unknown) => { success: boolean; data?: unknown } };
type Forms = Record<string, unknown>;

/** Every file of which a form runs in the extension. */
const FILES = {
  snapshot: () => import('../../shared/snapshot/snapshot.ts'),
  envelope: () => import('../../shared/edge/envelope.ts'),
  health: () => import('../../shared/edge/health.ts'),
  launches: () => import('../../shared/edge/launches.ts'),
  live: () => import('../../shared/edge/live.ts'),
  events: () => import('../../shared/edge/events-page.ts'),
  pairing: () => import('../../shared/edge/pairing.ts'),
  settings: () => import('../settings/settings-form.ts'),
  capture: () => import('../capture/page-capture.ts'),
  draft: () => import('../launch/draft/draft.ts'),
  template: () => import('../launch/templates/template.ts'),
  entry: () => import('../launch/history/launch-entry.ts'),
  launchCommands: async () => (await import('../launch/background/launch-commands.ts')).LAUNCH_COMMAND_INPUT,
  commands: async () => (await import('../messaging/command-input.ts')).COMMAND_INPUT,
} satisfies Record<string, () => Promise<object>>;

const small: Record<string, Form> = {};
const real: Record<string, Form> = {};

async function collect(into: Record<string, Form>): Promise<void> {
  vi.resetModules();
  for (const [file, load] of Object.entries(FILES)) {
    for (const [name, value] of Object.entries((await load()) as Forms)) {
      if (typeof (value as Partial<Form> | null)?.safeParse === 'function')
        into[`${file}.${name}`] = value as Form;
    }
  }
}

beforeAll(async () => {
  vi.doMock('zod/mini', () => vi.importActual('./small-zod.ts'));
  await collect(small);
  vi.doMock('zod/mini', () => vi.importActual('../../node_modules/zod/mini/index.js'));
  await collect(real);
  vi.doUnmock('zod/mini');
});

describe('the small zod reads every form of the extension as zod does', () => {
  test('the forms are there, twice, and made by different libraries', () => {
    expect(Object.keys(small).length).toBeGreaterThan(30);
    expect(Object.keys(small)).toEqual(Object.keys(real));
    expect(Object.keys(real['envelope.envelope'] ?? {})).toContain('def');
    expect(Object.keys(small['envelope.envelope'] ?? {})).not.toContain('def');
  });

  test('what is whole is taken by both, and by both alike', () => {
    for (const [name, value] of Object.entries(FILLED)) {
      expect(real[name]?.safeParse(value), name).toMatchObject({ success: true });
      expect(small[name]?.safeParse(value), name).toEqual({
        success: true,
        data: real[name]?.safeParse(value).data,
      });
    }
  });

  test('whatever is broken, added or left out, both say the same', () => {
    const names = Object.keys(FILLED);
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.infiniteStream(fc.nat()), STRANGE, (name, dice, strange) => {
        const broken = spoil(structuredClone(FILLED[name]), dice, strange);
        agree(name, broken);
      }),
      { numRuns: 5_000 },
    );
  });

  test('anything at all gets the same answer from both', () => {
    const names = Object.keys(real);
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.oneof(
          STRANGE,
          fc.anything(),
          fc.json().map((text) => JSON.parse(text)),
        ),
        agree,
      ),
      { numRuns: 5_000 },
    );
  });
});

const STRANGE = fc.constantFrom<unknown>(
  null,
  undefined,
  '',
  'x',
  'x'.repeat(101),
  0,
  -1,
  1.5,
  1e20,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  true,
  [],
  {},
  [null],
  { kind: 'file' },
  { type: 'gap' },
);

function agree(name: string, value: unknown): void {
  const theirs = real[name]?.safeParse(value);
  const ours = small[name]?.safeParse(value);
  expect(ours?.success, name).toBe(theirs?.success);
  if (theirs?.success) expect(ours?.data).toEqual(theirs.data);
}

/** Puts something strange somewhere: in the place of a value, beside it, or a hole. */
function spoil(value: unknown, dice: Iterator<number>, strange: unknown): unknown {
  const roll = (sides: number) => (dice.next().value as number) % sides;
  if (typeof value !== 'object' || value === null || roll(8) === 0) return strange;
  const keys = Object.keys(value);
  const at = keys[roll(keys.length || 1)];
  const inner = value as Record<string, unknown>;
  if (at === undefined || roll(10) === 0)
    return Array.isArray(value) ? [...value, strange] : { ...value, more: strange };
  if (roll(6) === 0) delete inner[at];
  else inner[at] = spoil(inner[at], dice, strange);
  return value;
}
