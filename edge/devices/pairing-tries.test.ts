import { env, runInDurableObject } from 'cloudflare:test';
import { afterEach, expect, test } from 'vitest';
import { MINUTE_MS } from '../../shared/time.ts';
import { reset } from '../testing/reset.ts';
import { T0, type TestClock, testContext } from '../webhooks/testing/fake-webhook-service.ts';
import { Devices } from './devices.ts';
import { Pairing } from './pairing.ts';

afterEach(() => reset());

const SHORT = 'eight-ch';
const LONG = 'QK7M-2RTX-9HBD-WUPA';

type Given = { clock: TestClock; tryCode: (code: string, address: string) => Promise<string> };

const LEDGER = { ledgerId: 'ledger-1', epoch: 1 };
let nextName = 1;

/** Pairing with this first owner's code; a try returns `paired` or the error's code. */
const given = (firstOwner: string, work: (given: Given) => Promise<void>) =>
  runInDurableObject(env.ACCOUNT.getByName(`tries-${nextName++}`), async (_, state) => {
    const clock = { at: T0 };
    const context = testContext(state, env, clock);
    const configuration = { ...context.configuration, pairingCode: firstOwner, pairingCodeEndsAt: null };
    const own = { ...context, configuration };
    const pairing = new Pairing(own, new Devices(own, LEDGER), LEDGER);
    const tryCode = async (code: string, address: string) => {
      const network = `${address.split('.').slice(0, 3).join('.')}/24`;
      const result = await pairing.pair({ code, name: 'Test', origin: null, sender: { address, network } });
      return result.ok ? 'paired' : result.error.code;
    };
    await work({ clock, tryCode });
  });

/** How many concurrent guesses were checked before the code was closed. */
async function guess({ tryCode }: Given, count: number, addressOf: (n: number) => string): Promise<number> {
  const codes = await Promise.all(
    Array.from({ length: count }, (_, n) => tryCode(`guess-${n}`, addressOf(n))),
  );
  return codes.filter((code) => code === 'EDGE_CODE_INVALID').length;
}

test('five guesses from one address, twenty from its network and a hundred from everybody close the code', async () => {
  await given(SHORT, async (g) => {
    expect(await guess(g, 20, () => '192.0.2.7')).toBe(5);
    expect(await guess(g, 40, (n) => `192.0.2.${100 + n}`), 'fifteen more from the same line').toBe(15);
    expect(await guess(g, 130, (n) => `10.${n}.0.1`), 'eighty more from everywhere').toBe(80);
    expect(await g.tryCode(SHORT, '198.51.100.1')).toBe('EDGE_TOO_MANY_TRIES');
    g.clock.at += 10 * MINUTE_MS;
    expect(await g.tryCode(SHORT, '192.0.2.7')).toBe('paired');
  });
});

test('one line, whatever addresses it has, does not close the code for the owner elsewhere', () =>
  given(SHORT, async (g) => {
    await guess(g, 200, (n) => `192.0.2.${n % 250}`);
    expect(await g.tryCode(SHORT, '198.51.100.1')).toBe('paired');
  }));

test('no stranger keeps the owner out: the right code of 12 characters or more is taken although tries are closed', () =>
  given(LONG, async (g) => {
    await guess(g, 130, (n) => `10.${n}.0.1`);
    await guess(g, 20, () => '198.51.100.1');
    expect(await g.tryCode(LONG.replace('A', 'B'), '198.51.100.1')).toBe('EDGE_TOO_MANY_TRIES');
    expect(await g.tryCode(LONG, '198.51.100.1')).toBe('paired');
    expect(await g.tryCode(LONG, '203.0.113.9'), 'once').toBe('EDGE_TOO_MANY_TRIES');
  }));
