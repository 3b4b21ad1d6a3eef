import { beforeEach, expect, test } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { DAY_MS } from '../../shared/time.ts';
import { connectionItem, deviceTokenItem } from '../storage/pairing.ts';
import { renewToken } from './renew-token.ts';
import { T0 } from './sync-fixture.ts';

let now: number;
let asked: string[];
let respond: () => Response | Promise<Response>;
const background = () => ({
  dependencies: {
    now: () => now,
    isOnline: () => true,
    fetch: (async (address, init) => {
      asked.push(
        `${init?.method} ${new URL(String(address)).pathname} ${new Headers(init?.headers).get('authorization')}`,
      );
      return respond();
    }) as typeof fetch,
  } as never,
  inTurn: <T>(work: () => Promise<T>) => work(),
});
const fresh = () => Response.json({ errors: null, data: { token: 'token-2' } }, { status: 201 });

beforeEach(async () => {
  fakeBrowser.reset();
  [now, asked, respond] = [T0, [], fresh];
  await deviceTokenItem.setValue('token-1');
  await connectionItem.setValue({
    ...{ edge: 'https://edge.example', deviceId: 'd', role: 'owner', name: 'Desk', pairedAt: T0 },
  });
});

test('a token is replaced after 30 days, and again 30 days later', async () => {
  now += 30 * DAY_MS - 1;
  await renewToken(background());
  expect([asked, await deviceTokenItem.getValue()]).toEqual([[], 'token-1']);
  now += 1;
  await renewToken(background());
  await renewToken(background());
  expect(asked).toEqual(['POST /devices/token Bearer token-1']);
  expect(await deviceTokenItem.getValue()).toBe('token-2');
  now += 30 * DAY_MS;
  await renewToken(background());
  expect(asked).toHaveLength(2);
});

test('a lost answer leaves the token, and it is asked for again a day later', async () => {
  now += 30 * DAY_MS;
  respond = () => Promise.reject(new DOMException('lost', 'TimeoutError'));
  await renewToken(background());
  await renewToken(background());
  expect([asked.length, await deviceTokenItem.getValue()]).toEqual([1, 'token-1']);
  now += DAY_MS;
  respond = fresh;
  await renewToken(background());
  expect(await deviceTokenItem.getValue()).toBe('token-2');
});

test('a browser that was paired anew meanwhile keeps its own', async () => {
  now += 30 * DAY_MS;
  respond = async () => {
    await deviceTokenItem.setValue('token-of-another-pairing');
    return fresh();
  };
  await renewToken(background());
  expect(await deviceTokenItem.getValue()).toBe('token-of-another-pairing');
});
