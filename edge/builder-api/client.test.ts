import { expect, test } from 'vitest';
import { ServiceClient } from './client.ts';

const KEY = 'canary-key-77';
const good = { errors: null, data: { credits: 3, recurrentCredits: 1, oneTimeCredits: 2 } };
type Answer = () => Response | Promise<Response>;

/** A client whose service returns these responses in turn; the last one stays. */
function clientOf(answers: Answer[], extra: { timeoutMs?: number } = {}) {
  const requests: Request[] = [];
  const waits: number[] = [];
  const client = new ServiceClient(
    { serviceUrl: 'https://service.example', apiKey: KEY },
    {
      fetch: async (address, init) => {
        const request = new Request(address, init);
        requests.push(request);
        const response = answers[Math.min(requests.length, answers.length) - 1] as Answer;
        if (response === hang) return hangUntil(init.signal as AbortSignal);
        return response();
      },
      sleep: async (ms) => void waits.push(ms),
      random: () => 1,
      ...extra,
    },
  );
  return { client, requests, waits };
}

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  () =>
    new Response(JSON.stringify(body), { status, headers });
const refusal = (status: number, code: string, headers: Record<string, string> = {}) =>
  json(status, { errors: { errorCode: code, errorMessage: 'no' }, data: null }, headers);
const broken: Answer = () => Promise.reject(new TypeError('connection lost'));
const hang: Answer = () => new Response();
const hangUntil = (signal: AbortSignal) =>
  new Promise<Response>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

const kindOf = async (response: Answer, name: 'getAccount' | 'deploy' = 'deploy') => {
  const { client } = clientOf([response], { timeoutMs: 20 });
  const result = await client.call(name, { parameters: { projectId: 'shop' } });
  return result.ok ? 'ok' : result.failure.kind;
};

test('the key, and nothing of anybody else, is what a request carries', async () => {
  const { client, requests } = clientOf([json(200, good)]);
  await client.call('getAccount');
  const [request] = requests;
  expect(request?.url).toBe('https://service.example/api/v1/vcaas/account');
  expect(request?.redirect).toBe('manual');
  expect([...(request?.headers.keys() ?? [])].sort()).toEqual(['accept', 'api-key']);
});

test.each<[string, Answer]>([
  ['key-rejected', json(401, { error: 'Invalid key' })],
  ['no-credits', refusal(402, 'INSUFFICIENT_CREDITS')],
  ['no-credits', json(403, { error: 'No credits', code: 'VCAAS_INSUFFICIENT_CREDITS' })],
  ['forbidden', refusal(403, 'OWNER_ONLY')],
  ['refused', refusal(403, 'PROJECT_CREDIT_LIMIT_REACHED')],
  ['refused', refusal(409, 'AGENT_RUNNING')],
  ['refused', refusal(400, 'PROMPT_SECURITY_VIOLATION')],
  ['not-found', refusal(404, 'PROJECT_NOT_FOUND')],
  ['not-available', refusal(404, 'ROUTE_NOT_FOUND')],
  ['not-available', refusal(400, 'ENGINE_NOT_SUPPORTED')],
  ['unexpected-answer', () => new Response('<h1>Not found</h1>', { status: 404 })],
  ['unexpected-answer', json(401, { message: 'Unauthorized' })],
  ['unexpected-answer', json(403, { message: 'Forbidden' })],
  ['rate-limited', refusal(429, 'RATE_LIMITED')],
  ['service-failing', refusal(500, 'OOPS')],
  ['unreachable', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
  ['unexpected-answer', () => new Response(null, { status: 302, headers: { location: '/x' } })],
  ['unexpected-answer', () => new Response('<h1>Hello</h1>', { status: 200 })],
  ['unexpected-answer', json(200, { result: 'ok' })],
  ['unexpected-answer', json(200, { errors: { errorCode: 'X', errorMessage: 'y' }, data: null })],
  ['unexpected-answer', () => new Response('{"errors":null,"data":{"cred', { status: 200 })],
  ['answer-too-large', () => new Response(new Uint8Array(5 * 1024 * 1024), { status: 200 })],
  ['unexpected-answer', json(200, { errors: null, data: { echo: KEY } })],
  ['unreachable', broken],
  ['timeout', hang],
])('becomes %s, one of a closed set', async (kind, response) => {
  expect(await kindOf(response)).toBe(kind);
});

test('a signing secret is taken out of a response that may reach a browser, and the rest of it is kept', async () => {
  const secret = `whsec_${'aB'.repeat(32)}`;
  const reported = json(200, {
    errors: null,
    data: { prompt: `Use ${secret} twice: ${secret}.`, phase: 'done' },
  });
  const { client } = clientOf([reported]);
  const response = await client.call('getAgentStatus', { parameters: { projectId: 'shop' } });
  expect(response).toMatchObject({
    ok: true,
    data: { prompt: 'Use whsec_redacted twice: whsec_redacted.', phase: 'done' },
  });
  expect(JSON.stringify(response)).not.toContain('aBaB');
  const own = await client.call('getWebhookSecret', { parameters: { webhookId: 'w1' } });
  expect(JSON.stringify(own)).toContain(secret);
});

test('missing credits are reported as such whatever the code of the refusal is (service reference, Errors)', async () => {
  expect(await kindOf(refusal(403, 'SOMETHING'), 'getAccount')).toBe('no-credits');
  expect(await kindOf(json(403, { error: 'No credits' }), 'getAccount')).toBe('no-credits');
});

test('the page of a firewall is no word on credits, nor what has no form of the service', async () => {
  for (const text of ['', '{}', '"no credits"', '{"message":"Forbidden"}', '<h1>Just a moment...</h1>'])
    expect(await kindOf(() => new Response(text, { status: 403 }), 'getAccount')).toBe('unexpected-answer');
  const challenge = refusal(403, 'INSUFFICIENT_CREDITS', { 'cf-mitigated': 'challenge' });
  expect(await kindOf(challenge, 'getAccount')).toBe('unexpected-answer');
});

test('a refusal counts with its code whatever form its details have', async () => {
  for (const errorDetails of [null, [], 'x', { a: 1 }]) {
    const errors = { errorCode: 'INVALID_FILES', errorMessage: 'no', errorDetails };
    const { client } = clientOf([json(400, { errors, data: null })]);
    expect(await client.call('deploy', { parameters: { projectId: 'shop' } })).toMatchObject({
      failure: { kind: 'refused', code: 'INVALID_FILES' },
    });
  }
});

test('a secret that fails validation on an older project is refused for certain, in its own words (service reference, Errors)', async () => {
  const body = { success: false, message: 'TOKEN is too long', errors: [{ path: 'secrets' }] };
  const { client } = clientOf([json(400, body)]);
  expect(await client.call('launchProject', { body: '{}' })).toMatchObject({
    failure: { kind: 'refused', code: 'EDGE_SERVICE_REFUSED', message: 'TOKEN is too long' },
  });
});

test('a free read is tried again, with growing waits', async () => {
  const { client, requests, waits } = clientOf([broken, refusal(503, 'BUSY'), json(200, good)]);
  expect((await client.call('getAccount')).ok).toBe(true);
  expect(requests).toHaveLength(3);
  expect(waits).toEqual([200, 400]);
});

test('a free read gives up after three tries', async () => {
  const { client, requests } = clientOf([broken]);
  expect((await client.call('getAccount')).ok).toBe(false);
  expect(requests).toHaveLength(3);
});

test.each(['deploy', 'stopAgent', 'getDatabaseSchema'] as const)(
  '%s is sent once, whatever happens',
  async (name) => {
    const { client, requests } = clientOf([broken]);
    await client.call(name, { parameters: { projectId: 'shop' } });
    expect(requests).toHaveLength(1);
  },
);

test('Retry-After is honoured: a short one is waited for, a long one is reported to the caller', async () => {
  const short = clientOf([refusal(429, 'RATE_LIMITED', { 'retry-after': '2' }), json(200, good)]);
  expect((await short.client.call('getAccount')).ok).toBe(true);
  expect(short.waits).toEqual([2000]);
  const long = clientOf([refusal(429, 'RATE_LIMITED', { 'retry-after': '60' })]);
  expect(await long.client.call('getAccount')).toMatchObject({
    ok: false,
    failure: { retryAfterMs: 60_000 },
  });
  expect(long.requests).toHaveLength(1);
});

test('the same question at the same time is one flight', async () => {
  const { client, requests } = clientOf([json(200, good)]);
  const answers = await Promise.all([1, 2, 3].map(() => client.call('getAccount')));
  expect(answers.every(({ ok }) => ok)).toBe(true);
  expect(requests).toHaveLength(1);
  await client.call('getAccount');
  expect(requests).toHaveLength(2);
});

test('without a service or a key nothing is sent', async () => {
  const client = new ServiceClient({ serviceUrl: null, apiKey: null });
  expect(await client.call('getAccount')).toMatchObject({ ok: false, failure: { kind: 'not-configured' } });
});

test('an id that could change the path is sent nowhere', async () => {
  const { client, requests } = clientOf([json(200, good)]);
  for (const projectId of ['../account', 'a/b', 'a%2fb', '', 'a?b', '.'])
    expect(await client.call('getProject', { parameters: { projectId } })).toMatchObject({ ok: false });
  expect(requests).toEqual([]);
});
