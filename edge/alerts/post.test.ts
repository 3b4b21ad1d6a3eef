import { afterEach, expect, test, vi } from 'vitest';
import { outcomeOf } from './channel.ts';
import { poster } from './post.ts';

afterEach(() => vi.restoreAllMocks());

const post = (respond: (init: RequestInit | undefined) => Promise<Response>) => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation((_, init) => respond(init));
  return { answer: poster(() => 0, 50)('https://hooks.example/x', { text: 'Hi' }), fetched };
};

test('a service that hangs is given up in time, and its request is broken off', async () => {
  let signal: AbortSignal | null | undefined;
  const { answer } = post((init) => {
    signal = init?.signal;
    return new Promise(() => {});
  });
  expect(await answer).toEqual({ status: null, why: 'timeout' });
  expect(signal?.aborted).toBe(true);
});

test('so is one that begins a refusal and never ends it', async () => {
  const { answer } = post(async () => new Response(new ReadableStream({}), { status: 500 }));
  expect(await answer).toEqual({ status: null, why: 'timeout' });
});

test('a refusal that breaks off is one without words', async () => {
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error('reset')) });
  const { answer } = post(async () => new Response(body, { status: 410 }));
  expect(await answer).toEqual({ status: 410, text: '', retryAfterMs: null });
});

test('no redirect is followed', async () => {
  const { answer, fetched } = post(
    async () => new Response(null, { status: 302, headers: { location: 'https://10.0.0.1/' } }),
  );
  expect(await answer).toMatchObject({ status: 302 });
  expect(fetched).toHaveBeenCalledOnce();
  expect(fetched.mock.calls[0]?.[1]).toMatchObject({ redirect: 'manual' });
});

test.each([
  ['a firewall, in the service’s own form', '{"message":"Forbidden"}', { 'cf-mitigated': 'challenge' }, true],
  ['a page', '\n<!DOCTYPE html><title>Just a moment…</title>', {}, true],
  ['the service', '{"message":"Forbidden"}', {}, false],
])('a refusal says whether somebody else gave it: %s', async (_, body, headers, isStranger) => {
  const { answer } = post(async () => new Response(body, { status: 403, headers }));
  const { kind } = outcomeOf(await answer, (words) => ({ words }));
  expect(kind).toBe(isStranger ? 'later' : 'gone');
});
