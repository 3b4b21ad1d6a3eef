import { expect, test } from 'vitest';
import { snapshotWith } from '../../shared/attention/fixtures.ts';
import { API_VERSION, API_VERSION_HEADER } from '../../shared/edge-api/health.ts';
import { fetchSnapshot } from './fetch-snapshot.ts';

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

test('an unchanged answer is told apart from an empty one', async () => {
  const headers = { etag: '"1"', [API_VERSION_HEADER]: String(API_VERSION) };
  const { outcome, known } = await fetched(new Response(null, { status: 304, headers }));
  expect(known).toBe('"1"');
  expect(outcome).toEqual({ ok: true, value: { value: null, etag: '"1"', edgeApi: API_VERSION } });
});

test('an answer that is no snapshot is none of an edge', async () => {
  const { outcome } = await fetched(new Response(JSON.stringify({ errors: null, data: {} })));
  expect(outcome).toMatchObject({ ok: false, error: { kind: 'not-an-edge' } });
});

test.each([
  ['newer', String(API_VERSION + 1), API_VERSION + 1],
  ['older, from before there were versions', null, 0],
])(
  'an edge that is %s is read as far as both know, and its version is told',
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
