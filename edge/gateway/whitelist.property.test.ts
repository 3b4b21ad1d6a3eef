import { expect, inject, test } from 'vitest';
import { catalogue } from '../../shared/operations/catalogue.ts';
import { serviceAddress } from '../builder-api/address.ts';
import { matchAndCheck } from '../testing/match-and-check.ts';

/** A tenth of the figure; `npm run soak` asks for the whole of it. */
const REQUESTS = inject('whitelistRequests');
const SERVICE = 'https://service.example/base';

/** Written by hand from the service's reference, not from the catalogue, so that a slip there shows here. */
const ID = '[A-Za-z0-9_-]{1,128}';
const DATABASE = `/projects/${ID}/database`;
const ALLOWED = [
  'GET /account',
  'GET /credit-costs',
  'GET /account/v2-opt-in',
  'PUT /account/v2-opt-in',
  'GET /credits/spending-analytics',
  'GET /projects',
  'POST /projects',
  `(GET|PATCH|DELETE) /projects/${ID}`,
  `GET /projects/${ID}/agent/status`,
  `POST /projects/${ID}/agent/(start|stop)`,
  `POST /projects/${ID}/agent/server/start-or-restart`,
  `GET /projects/${ID}/deployments/status`,
  `POST /projects/${ID}/deployments/deploy`,
  `GET /projects/${ID}/agent/full-conversation`,
  `POST /projects/${ID}/agent/clear-context`,
  `POST /projects/${ID}/deployments/unpublish`,
  `POST /projects/${ID}/rebuild`,
  `GET /projects/${ID}/rebuild/status`,
  `(PUT|DELETE) /projects/${ID}/domain`,
  `POST /projects/${ID}/files/upload`,
  `GET /projects/${ID}/backend/(dev|prod)/logs`,
  `GET /projects/${ID}/(github/status|github/pull-status|designtool/status)`,
  `POST /projects/${ID}/secrets`,
  `DELETE /projects/${ID}/secrets/${ID}`,
  `GET /projects/${ID}/(versions|version-diff)`,
  `POST /projects/${ID}/versions/${ID}/recover`,
  `DELETE /projects/${ID}/versions/recovery`,
  '(GET|POST) /project-groups',
  `(GET|PATCH|DELETE) /project-groups/${ID}`,
  'GET /projects/credit-limits/at-limit',
  `GET /projects/${ID}/credit-limits`,
  `(GET|PUT) /projects/${ID}/limits`,
  `(GET|PATCH) /projects/${ID}/rate-limit`,
  '(GET|PUT) /webhooks',
  `DELETE /webhooks/${ID}`,
  `GET /webhooks/${ID}/deliveries`,
  `(GET|PUT) /projects/${ID}/webhook`,
  `GET ${DATABASE}/(schema|tables-structure)`,
  `POST ${DATABASE}/(rows|query|records|records/bulk|relations|sql)`,
  `(PATCH|DELETE) ${DATABASE}/records/${ID}`,
  `(POST|DELETE) ${DATABASE}/records/${ID}/link`,
].map((pattern) => new RegExp(`^${pattern}$`));

/** Names of parameters that any operation knows. */
const QUERY_NAMES = new Set(
  'limit skip search sortField sortDirection groupId createdFrom createdTo engine from to projectId cursor commitSha regexSearch env'.split(
    ' ',
  ),
);

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'get', 'CONNECT'];
const SEGMENTS = [
  ...new Set(
    Object.values(catalogue).flatMap(({ path }) =>
      path.split('/').filter((part) => part && !part.startsWith(':')),
    ),
  ),
  ...[
    'shop',
    'p-1',
    'w_9',
    '..',
    '.',
    '',
    '%2e%2e',
    '%2F',
    '%5c',
    '\\',
    'a%00b',
    'https:',
    'evil.example',
    'ä',
    ';x=1',
    '@',
    '*',
    ' ',
  ],
];
const OPERATIONS = Object.values(catalogue);
const TEMPLATES = OPERATIONS.map(({ path }) => path);
const VALUES = [
  'shop',
  'w1',
  '../x',
  '..%2fx',
  'a/b',
  'a%2Fb',
  '%2e',
  '.',
  '..',
  '',
  '\\',
  'a?b',
  'a#b',
  'x'.repeat(200),
  '-',
];
const SEARCHES = [
  '',
  '?',
  '?limit=5',
  '?limit=5&limit=6',
  '?limit=999',
  '?engine=legacy',
  '?engine=v9',
  '?from=2026-01-01',
  '?from=2026-01-01&to=2026-02-01',
  '?from=2026-01-01&to=2027-02-01',
  '?commitSha=abcdef0',
  '?_method=DELETE',
  '?url=https://evil.example',
  '?search=%26limit%3D1',
  '?search=a%0d%0aapi-key:x',
  '?__proto__=1',
  '?constructor=1',
  '?cursor=1e3',
];
const BODIES = [
  null,
  '',
  '{}',
  '[]',
  'null',
  '{"prompt":"x"}',
  '{"projectId":"shop-2"}',
  '{"label":"L"}',
  '{"name":"G"}',
  '{"hostname":"shop.example.org"}',
  '{"secretName":"A","secretValue":"b"}',
  '{"v2OptIn":true}',
  '{"url":"https://a.example/x","event":"deployment.finished"}',
  '{"features":{"ai":{"enabled":false}}}',
  '{"maxDevelopmentCreditsPerMonth":10}',
  '{"env":"development","table":"t"}',
  '{"env":"development","table":"t","data":{"a":1}}',
  '{"env":"development","table":"t","id":"r1","relation":"tags","targetId":"t1"}',
  '{"env":"development","sql":"select 1"}',
  '{"tableName":"t"}',
  '{"tableName":"t","propertyName":"tags","referenceId":"t1"}',
  '{"name":"a.png","content":"aGk="}',
  '{"url":"https://a.example/hook"}',
  '{"__proto__":{"label":"x"}}',
  '{"label":"x","path":"/webhooks/1/secret"}',
  '{broken',
];
const STEERING = [
  'api-key',
  'x-http-method-override',
  'x-original-url',
  'x-rewrite-url',
  'x-method-override',
  'x-http-method',
];

/** A small seeded generator: a failing run can be repeated. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

test(`of ${REQUESTS.toLocaleString('en')} requests, none that is off the list gets through, and what does is what it looks like`, () => {
  const random = randomOf(20_261_121);
  const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T;
  const fill = (template: string) =>
    template.replace(/:[A-Za-z]+/g, () => (random(3) === 0 ? pick(VALUES) : pick(['shop', 'w1', 'rec_9'])));
  const mutate = (path: string) => {
    const at = random(path.length + 1);
    return (
      path.slice(0, at) +
      pick(['/', '%', '.', '//', '?', '#', '\\', '/..', '%2f', ' ', 'x', '\n']) +
      path.slice(at)
    );
  };
  const randomPath = () => `/${Array.from({ length: 1 + random(5) }, () => pick(SEGMENTS)).join('/')}`;
  const makers = [
    () => fill(pick(TEMPLATES)),
    () => fill(pick(TEMPLATES)),
    () => mutate(fill(pick(TEMPLATES))),
    randomPath,
    () =>
      pick([
        '//evil.example/account',
        'https://evil.example/account',
        '/account/',
        '//account',
        '/Account',
        '',
      ]),
  ];
  let matched = 0;
  const seen = new Set<string>();
  for (let index = 0; index < REQUESTS; index++) {
    // Half of them aim at an operation, so that a tenth of a million reaches each of them too.
    const aimed = random(2) === 0 ? pick(OPERATIONS) : null;
    const method = aimed?.method ?? pick(METHODS);
    const path = aimed === null ? pick(makers)() : fill(aimed.path);
    const steering = random(10) === 0 ? pick(STEERING) : null;
    const request = {
      method,
      path,
      search: aimed !== null && random(2) === 0 ? '' : pick(SEARCHES),
      body: aimed?.method === 'GET' ? pick([null, pick(BODIES)]) : pick(BODIES),
      hasHeader: (name: string) => name === steering,
    };
    const result = matchAndCheck(request, null);
    if (!result.ok) {
      const { status, code } = result.error;
      if (!(status === 403 && code === 'EDGE_NOT_ALLOWED') && status !== 400) expect(result.error).toBeNull();
      continue;
    }
    matched++;
    const { operation, parameters, query } = result.value;
    seen.add(operation);
    const described = catalogue[operation];
    const address = new URL(serviceAddress(SERVICE, described, { parameters, query }) ?? '');
    const base = described.base === 'root' ? '/base/api/v1' : '/base/api/v1/vcaas';
    const good =
      steering === null &&
      described.reach === 'gateway' &&
      described.method === method &&
      ALLOWED.some((pattern) => pattern.test(`${method} ${path}`)) &&
      address.origin === 'https://service.example' &&
      address.pathname === `${base}${path}` &&
      [...address.searchParams.keys()].every((name) => QUERY_NAMES.has(name)) &&
      address.searchParams.size === new URLSearchParams(request.search).size;
    if (!good) expect({ request, operation, address: address.href }).toBeNull();
  }
  expect(matched).toBeGreaterThan(REQUESTS / 1000);
  const reachable = Object.entries(catalogue).filter(([, { reach }]) => reach === 'gateway');
  expect([...seen].sort()).toEqual(reachable.map(([name]) => name).sort());
}, 600_000);
