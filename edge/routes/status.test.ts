import { afterEach, beforeEach, expect, test } from 'vitest';
import { callEdge, firstReading, type Paired, pair, pairAs } from '../testing/edge.ts';
import { control } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';

let owner: Paired;
beforeEach(async () => {
  await control('reset');
  owner = await pair();
  await firstReading(owner);
});
afterEach(() => reset());

test('a viewer without an origin, as a command line is, reads a status as JSON and as one line', async () => {
  const { code } = (await owner.ask('POST', '/pairing-codes', { role: 'viewer' })).data;
  const shell = await pair(code, null);
  const { status, data } = await shell.ask('GET', '/status');
  expect(status).toBe(200);
  expect(data).toMatchObject({ credits: expect.any(Number), needs: { count: 0, worst: null }, running: 0 });
  expect(Object.keys(data).toSorted()).toEqual(
    ['asOf', 'committed', 'credits', 'lastsTo', 'needs', 'overdue', 'running'].toSorted(),
  );
  const line = await shell.ask('GET', '/status', undefined, { accept: 'text/plain' });
  expect(line.headers.get('content-type')).toContain('text/plain');
  expect(line.text).toBe(`${Math.round(data.credits * 10) / 10} credits\n`);
});

test('nobody else reads it', async () => {
  expect((await callEdge('GET', '/status')).status).toBe(401);
  const viewer = await pairAs(owner, 'viewer');
  const headers = { authorization: `Bearer ${viewer.token}`, origin: 'https://evil.example' };
  expect((await callEdge('GET', '/status', { headers })).status).toBe(401);
});
