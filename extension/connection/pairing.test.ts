import { expect, test } from 'vitest';
import { pair } from './pairing.ts';

const input = { address: 'https://builder.example', code: 'a-code', name: 'Test' };
const refusal = (status: number, errorCode: string) =>
  Response.json({ errors: { errorCode, errorMessage: 'No.' }, data: null }, { status });

/** Pairs with a host that responds so. `unread`: whether requests that don't read the response succeed. */
async function pairedWith(response: () => Response, unread = true) {
  const requests: string[] = [];
  const result = await pair(
    {
      isOnline: () => true,
      fetch: async (address, init) => {
        requests.push(
          `${init?.mode ?? 'cors'} ${String(address)} ${new Headers(init?.headers).has('authorization')}`,
        );
        if (init?.mode !== 'no-cors') return response();
        if (unread) return new Response(null);
        throw new TypeError('Failed to fetch');
      },
    },
    input,
    0,
  );
  return { kind: result.ok ? 'paired' : result.error.kind, requests: requests };
}
/** How a browser fails on a response that no extension may read. */
const unreadable = () => {
  throw new TypeError('Failed to fetch');
};

test("a host that responds, but not to extensions, such as the service's own, is reported as no edge", async () => {
  const { kind, requests } = await pairedWith(unreadable);
  expect(kind).toBe('not-an-edge');
  expect(requests, 'the code goes nowhere a second time').toEqual([
    'cors https://builder.example/pair false',
    'no-cors https://builder.example/health false',
  ]);
});

test('a host that does not respond at all is reported as not reached', async () => {
  expect((await pairedWith(unreadable, false)).kind).toBe('edge-unreachable');
});

test("a host that refuses in the service's own words is no edge; an edge that refuses is one", async () => {
  expect((await pairedWith(() => refusal(404, 'ROUTE_NOT_FOUND'))).kind).toBe('not-an-edge');
  expect((await pairedWith(() => refusal(403, 'EDGE_CODE_INVALID'))).kind).toBe('code-invalid');
  expect((await pairedWith(() => Response.json({ error: 'Unauthorized' }, { status: 401 }))).kind).toBe(
    'not-an-edge',
  );
});
