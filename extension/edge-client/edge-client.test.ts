import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { snapshotWith } from '../../shared/attention/fixtures.ts';
import { API_VERSION, API_VERSION_HEADER } from '../../shared/edge-api/health.ts';
import { fetchSnapshot, readResponse, requestEdge, send } from './edge-client.ts';

const data = z.object({ n: z.number() });

async function ask(response: () => Response | Promise<Response>, isOnline = true) {
  const seen: { url: string; init: RequestInit }[] = [];
  const outcome = await requestEdge(
    {
      isOnline: () => isOnline,
      fetch: async (url, init) => {
        seen.push({ url: String(url), init: init ?? {} });
        return response();
      },
    },
    'https://edge.example',
    { method: 'GET', path: '/snapshot', token: 'secret-token' },
    data,
  );
  return { outcome, seen };
}

const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
const refusal = (status: number, errorCode: string) =>
  json(status, { errors: { errorCode, errorMessage: 'words' }, data: null });

test('the token goes into the header and never into the address', async () => {
  const { seen } = await ask(() => json(200, { errors: null, data: { n: 1 } }));
  expect(seen[0]?.url).toBe('https://edge.example/snapshot');
  expect(new Headers(seen[0]?.init.headers).get('authorization')).toBe('Bearer secret-token');
});

test('digits that no number holds arrive as a text', async () => {
  const response = new Response('{"errors":null,"data":{"account":9007199254740993,"n":1}}');
  expect(await readResponse(response, z.unknown())).toEqual({
    ok: true,
    value: { account: '9007199254740993', n: 1 },
  });
});

test('a body with such digits is sent as it was written', async () => {
  const sent: unknown[] = [];
  const fetch = ((_: string, { body }: RequestInit) => {
    sent.push(body);
    return Promise.resolve(json(200, { errors: null, data: null }));
  }) as unknown as typeof globalThis.fetch;
  const request = { method: 'PATCH', path: '/data/shop/crud/sale/1', token: 't' } as const;
  for (const body of [{ json: '{"account":9007199254740993}' }, { body: { account: 1 } }])
    await send({ fetch, isOnline: () => true }, 'https://edge.example', { ...request, ...body });
  expect(sent).toEqual(['{"account":9007199254740993}', '{"account":1}']);
});

/** A response of the edge that breaks off. */
const cut = (body: string | Error) =>
  new Response(
    typeof body === 'string' ? body : new ReadableStream({ start: (controller) => controller.error(body) }),
    { headers: { 'content-type': 'application/json' } },
  );

describe('every failure has a kind of its own', () => {
  test.each([
    ['revoked', () => refusal(401, 'EDGE_UNAUTHORIZED')],
    ['role', () => refusal(403, 'EDGE_ROLE_FORBIDDEN')],
    ['code-invalid', () => refusal(403, 'EDGE_CODE_INVALID')],
    ['too-many-tries', () => refusal(429, 'EDGE_TOO_MANY_TRIES')],
    ['key-rejected', () => refusal(502, 'EDGE_KEY_REJECTED')],
    ['service-failing', () => refusal(504, 'EDGE_SERVICE_TIMEOUT')],
    ['edge-failing', () => refusal(503, 'EDGE_STORAGE_FAILED')],
    ['edge-not-configured', () => refusal(503, 'EDGE_NOT_CONFIGURED')],
    ['refused', () => refusal(403, 'OWNER_ONLY')],
    ['not-an-edge', () => new Response('<html>hello</html>')],
    ['not-an-edge', () => json(200, { errors: null, data: { n: 'one' } })],
    ['edge-failing', () => cut('{"errors":null,"data":{"n":1')],
    ['edge-timeout', () => cut(new DOMException('slow', 'TimeoutError'))],
    ['edge-unreachable', () => new Response('bad gateway', { status: 502 })],
    ['edge-unreachable', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['edge-timeout', () => Promise.reject(new DOMException('slow', 'TimeoutError'))],
  ] as const)('%s', async (kind, response) => {
    const { outcome } = await ask(response);
    expect(outcome).toMatchObject({ ok: false, error: { kind } });
  });

  test('offline', async () => {
    const { outcome } = await ask(() => Promise.reject(new TypeError('Failed to fetch')), false);
    expect(outcome).toMatchObject({ ok: false, error: { kind: 'offline' } });
  });
});

async function fetched(response: Response) {
  let known: string | null = null;
  const outcome = await fetchSnapshot(
    {
      isOnline: () => true,
      fetch: async (_url, init) => {
        known = new Headers(init?.headers).get('if-none-match');
        return response;
      },
    },
    'https://edge.example',
    'secret-token',
    '"1"',
    false,
  );
  return { outcome, known };
}

test('an unchanged response differs from an empty one', async () => {
  const headers = { etag: '"1"', [API_VERSION_HEADER]: String(API_VERSION) };
  const { outcome, known } = await fetched(new Response(null, { status: 304, headers }));
  expect(known).toBe('"1"');
  expect(outcome).toEqual({ ok: true, value: { value: null, etag: '"1"', edgeApi: API_VERSION } });
});

test('a response that is no snapshot is none of an edge', async () => {
  const { outcome } = await fetched(new Response(JSON.stringify({ errors: null, data: {} })));
  expect(outcome).toMatchObject({ ok: false, error: { kind: 'not-an-edge' } });
});

test.each([
  ['newer', String(API_VERSION + 1), API_VERSION + 1],
  ['older, from before there were versions', null, 0],
])(
  'an edge that is %s is read as far as both know, and its version is reported',
  async (_which, header, edgeApi) => {
    const { sections, ...rest } = snapshotWith(0, {});
    const data = { ...rest, sections: { ...sections, prices: 'in another form', weather: {} } };
    const headers = header === null ? {} : { [API_VERSION_HEADER]: header };
    const { outcome } = await fetched(new Response(JSON.stringify({ errors: null, data }), { headers }));
    expect(outcome).toMatchObject({ ok: true, value: { edgeApi, value: { version: rest.version } } });
    expect(outcome).toMatchObject({
      value: {
        value: { sections: { prices: { error: { code: 'unreadable' } }, account: sections.account } },
      },
    });
  },
);
