import { evictAllDurableObjects } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { pair } from './edge.ts';
import { reset } from './reset.ts';

test('what is kept is forgotten also of an object that has left the memory', async () => {
  await pair();
  await env.EVENTS.put('left', 'over');
  await evictAllDurableObjects();
  await reset();
  expect((await env.EVENTS.list()).keys).toEqual([]);
  // The first owner's code is good once.
  expect((await pair()).token).toMatch(/^pl_/);
  await reset();
});
