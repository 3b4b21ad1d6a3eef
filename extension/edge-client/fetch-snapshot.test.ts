import { expect, test } from 'vitest';
import { fetchSnapshot } from './fetch-snapshot.ts';

async function fetched(answer: Response) {
  let known: string | null = null;
  const outcome = await fetchSnapshot(
    {
      isOnline: () => true,
      fetch: async (_url, init) => {
        known = new Headers(init?.headers).get('if-none-match');
        return answer;
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
  const { outcome, known } = await fetched(new Response(null, { status: 304, headers: { etag: '"1"' } }));
  expect(known).toBe('"1"');
  expect(outcome).toEqual({ ok: true, value: { value: null, etag: '"1"' } });
});

test('an answer that is no snapshot is none of an edge', async () => {
  const { outcome } = await fetched(new Response(JSON.stringify({ errors: null, data: {} })));
  expect(outcome).toMatchObject({ ok: false, error: { kind: 'not-an-edge' } });
});
