import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Paired, pair } from '../testing/edge.ts';
import { control } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';

/** What every object of the language has, as ids that anybody may choose. */
const INHERITED = ['constructor', 'toString', 'hasOwnProperty', '__proto__'];
let owner: Paired;

beforeEach(async () => {
  await control('reset');
  owner = await pair();
});
afterEach(() => reset());

test.each(INHERITED)('an item named %s is not known', async (name) => {
  for (const method of ['POST', 'DELETE'])
    expect((await owner.ask(method, `/attention/${name}/seen`)).status, method).toBe(404);
});

test('projects of such names are launched, read and served like any other', async () => {
  for (const projectId of ['constructor', 'tostring', 'valueof']) {
    const key = { 'idempotency-key': `launch-${projectId}` };
    const launched = await owner.ask('POST', '/launches', { projectId, prompt: 'Build a shop' }, key);
    expect([projectId, launched.status]).toEqual([projectId, 201]);
  }
  for (let look = 0; look < 3; look++) {
    const { status, data } = await owner.ask('GET', '/snapshot?fresh=1');
    expect(status).toBe(200);
    expect(data.sections.projects.error).toBeNull();
    expect(data.sections.projects.data.items).toHaveLength(3);
  }
  expect((await owner.ask('GET', '/work/constructor')).status).toBe(200);
});
