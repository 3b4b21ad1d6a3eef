import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { createClock } from '../clock/clock.ts';
import { createWorld } from '../create-world.ts';
import { OPERATIONS } from '../operations.ts';
import { addProject } from '../world/new-project.ts';

const RUNS = 3_000;

/** Names that some operation reads, so that values of any kind land where something else is expected. */
const NAMES = [
  ...[
    'prompt',
    'projectId',
    'files',
    'secrets',
    'creditLimits',
    'designtool',
    'description',
    'label',
    'groupId',
  ],
  ...[
    'engineVersion',
    'model',
    'effort',
    'fastMode',
    'v2OptIn',
    'features',
    'email',
    'enabled',
    'monthlyCreditCap',
  ],
  ...[
    'perIpPerMinute',
    'allowlistCidrs',
    'url',
    'event',
    'headers',
    'projectIds',
    'env',
    'table',
    'tableName',
  ],
  ...[
    'filter',
    'and',
    'sort',
    'page',
    'limit',
    'data',
    'sql',
    'queryOptions',
    '_filter',
    '_sort',
    '_limit',
    'id',
  ],
  ...[
    'maxDevelopmentCreditsPerMonth',
    'name',
    'content',
    'secretName',
    'secretValue',
    'token',
    'relation',
    'op',
  ],
  // What every object has already: nothing may be taken for it, or fall over it.
  ...['toString', 'constructor'],
];

const LIKELY = [
  'shop',
  'old',
  'development',
  'people',
  'https://hooks.test',
  'project.paused',
  'eq',
  '',
  'none',
];

const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(...LIKELY),
    fc.constantFrom(null, true, false, 0, -1, 1.5, 1e308),
    fc.string({ maxLength: 6 }),
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...NAMES), tie('any'), { maxKeys: 5 }),
  ),
})).any;

const request = fc.record({
  operation: fc.constantFrom(...OPERATIONS),
  id: fc.constantFrom('shop', 'old', 'none', '%00', 'a'),
  query: fc.dictionary(
    fc.constantFrom(
      'limit',
      'skip',
      'createdFrom',
      'createdTo',
      'from',
      'to',
      'cursor',
      'env',
      'search',
      'table',
    ),
    fc.oneof(
      fc.string({ maxLength: 8 }),
      fc.constantFrom('-1', '1e99', 'NaN', '2026-02-30', '+275760-09-13', '0'),
    ),
  ),
  body: fc.oneof(
    value.map((sent) => JSON.stringify(sent)),
    fc.string({ maxLength: 10 }),
  ),
});

it('nothing malformed is a server error, and every response of the current engine is in the envelope', {
  timeout: 60_000,
}, async () => {
  const clock = createClock({ stepped: true });
  const world = createWorld({ clock, apiKey: 'key', seed: 1, connectTo: {} });
  const app = createApp(() => world);
  await fc.assert(
    fc.asyncProperty(request, async ({ operation, id, query, body }) => {
      world.account.oneTimeCredits = 1_000;
      addProject(world, { projectId: 'shop' });
      addProject(world, { projectId: 'old', engine: 'legacy' });
      const path = operation.path.replaceAll(/:\w+/g, id);
      const url = `/api/v1${operation.outsideP ? '' : '/vcaas'}${path}?${new URLSearchParams(query)}`;
      const response = await app.request(url, {
        method: operation.method,
        headers: { 'api-key': 'key' },
        ...(operation.method !== 'GET' && { body }),
      });
      expect(response.status).toBeLessThan(500);
      const page = response.headers.get('content-type')?.startsWith('text/html') ?? false;
      expect(page && id !== 'old').toBe(false);
      if (page) return;
      const result = (await response.json()) as Record<string, unknown>;
      const legacySecrets = result.success === false;
      if (!legacySecrets) expect(Object.keys(result)).toEqual(['errors', 'data']);
      if (response.ok) expect(result.errors).toBeNull();
    }),
    { numRuns: RUNS },
  );
  clock.clear();
});
