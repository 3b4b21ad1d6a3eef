import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Channels, createChannels, SECRETS } from './channels.ts';
import { fetchFromChannels } from './in-process.ts';

let at: number;
let channels: Channels;
beforeEach(() => {
  at = Date.parse('2026-11-22T12:00:00Z');
  channels = createChannels(() => at);
});

async function post(path: string, body: object | string, headers: Record<string, string> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const init = { method: 'POST', headers, body: text };
  const response = await fetchFromChannels(channels, new Request(`https://stand-in.test${path}`, init));
  const answer = await response.text();
  const json = answer.startsWith('{') ? JSON.parse(answer) : null;
  return { status: response.status, text: answer, json, headers: response.headers };
}

const SLACK = `/slack/services/T0/B0/${SECRETS.slack}`;
const DISCORD = `/discord/api/webhooks/${SECRETS.discordId}/${SECRETS.discord}`;
const TELEGRAM = `/telegram/bot${SECRETS.telegram}/sendMessage`;
const chat = { chat_id: SECRETS.chat };
const bearer = { authorization: `Bearer ${SECRETS.ntfy}` };

describe('Slack', () => {
  test('takes a text, one a second', async () => {
    expect(await post(SLACK, { text: 'Hi' })).toMatchObject({ status: 200, text: 'ok' });
    const second = await post(SLACK, { text: 'Hi' });
    expect([second.status, second.text, second.headers.get('retry-after')]).toEqual([
      429,
      'rate_limited',
      '1',
    ]);
    at += 1_000;
    expect((await post(SLACK, { text: 'Hi' })).status).toBe(200);
    expect(channels.arrived.map(({ service, text }) => [service, text])).toEqual([
      ['slack', 'Hi'],
      ['slack', 'Hi'],
    ]);
  });

  test.each([
    ['/slack/services/T0/B0/other', { text: 'Hi' }, 404, 'no_service'],
    [SLACK, '{', 400, 'invalid_payload'],
    [SLACK, { text: '' }, 400, 'no_text'],
  ])('refuses %s with a word', async (path, body, status, words) =>
    expect(await post(path, body)).toMatchObject({ status, text: words }),
  );
});

describe('Discord', () => {
  test('takes 2,000 characters, five times in two seconds, without a body', async () => {
    for (let n = 0; n < 5; n++)
      expect(await post(DISCORD, { content: 'ß'.repeat(2_000) })).toMatchObject({ status: 204, text: '' });
    at += 500;
    expect(await post(DISCORD, { content: 'Hi' })).toMatchObject({
      status: 429,
      json: { message: 'You are being rate limited.', retry_after: 1.5, global: false },
    });
    at += 1_500;
    expect((await post(DISCORD, { content: 'Hi' })).status).toBe(204);
  });

  test.each([
    [DISCORD, { content: 'x'.repeat(2_001) }, 400, 50035],
    [DISCORD, { content: ' ' }, 400, 50006],
    [`/discord/api/webhooks/${SECRETS.discordId}/x`, { content: 'Hi' }, 401, 50027],
    [`/discord/api/webhooks/1/${SECRETS.discord}`, { content: 'Hi' }, 404, 10015],
  ])('refuses %s by a code', async (path, body, status, code) =>
    expect(await post(path, body)).toMatchObject({ status, json: { code } }),
  );
});

describe('Telegram', () => {
  test('reads its markup, one message a second in a chat', async () => {
    const text = 'Jana &amp; &lt;Co&gt; <b>now</b>';
    expect(await post(TELEGRAM, { ...chat, text, parse_mode: 'HTML' })).toMatchObject({
      status: 200,
      json: { ok: true, result: { text: 'Jana & <Co> now' } },
    });
    expect(await post(TELEGRAM, { ...chat, text: 'Hi' })).toMatchObject({
      status: 429,
      json: {
        ok: false,
        error_code: 429,
        description: 'Too Many Requests: retry after 1',
        parameters: { retry_after: 1 },
      },
    });
  });

  test.each([
    [TELEGRAM, { ...chat, text: 'x'.repeat(4_097) }, 400, 'Bad Request: message is too long'],
    [TELEGRAM, { ...chat, text: '' }, 400, 'Bad Request: message text is empty'],
    [TELEGRAM, { ...chat, text: 'a < b', parse_mode: 'HTML' }, 400, "Bad Request: can't parse entities"],
    [TELEGRAM, { ...chat, text: 'R & D', parse_mode: 'HTML' }, 400, "Bad Request: can't parse entities"],
    [TELEGRAM, { chat_id: '1', text: 'Hi' }, 400, 'Bad Request: chat not found'],
    ['/telegram/bot1:x/sendMessage', { ...chat, text: 'Hi' }, 401, 'Unauthorized'],
  ])('refuses %s in its words', async (path, body, status, description) =>
    expect(await post(path, body)).toMatchObject({ status, json: { ok: false, description } }),
  );
});

describe('ntfy', () => {
  const message = { topic: 'studio', title: 'Shop', message: 'Hi' };

  test('takes JSON at its root, 60 requests at once, and names no time to wait', async () => {
    for (let n = 0; n < 60; n++) expect((await post('/ntfy/', message, bearer)).status).toBe(200);
    const refused = await post('/ntfy/', message, bearer);
    expect(refused).toMatchObject({ status: 429, json: { code: 42901, http: 429 } });
    expect(refused.headers.get('retry-after')).toBeNull();
  });

  test.each([
    [{ ...message, message: 'ß'.repeat(2_049) }, bearer, 400, 40014],
    [{ ...message, topic: 'no topic' }, bearer, 400, 40009],
    [{ ...message, priority: 9 }, bearer, 400, 40007],
    ['{', bearer, 400, 40024],
    [message, {}, 403, 40301],
    [message, { authorization: 'Bearer x' }, 401, 40101],
  ])('refuses %j by a code', async (body, headers, status, code) =>
    expect(await post('/ntfy/', body, headers as Record<string, string>)).toMatchObject({
      status,
      json: { code },
    }),
  );
});

test('an own address takes what the reference of Standard Webhooks signs, and nothing that was changed or is old', async () => {
  const body = '{"type":"alerts"}';
  const headersAt = (time: number) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(time / 1_000),
    'webhook-signature': new Webhook(SECRETS.own).sign('msg_1', new Date(time), body),
  });
  expect((await post('/own/alerts', body, headersAt(at))).status).toBe(204);
  expect((await post('/own/alerts', `${body} `, headersAt(at))).status).toBe(401);
  expect((await post('/own/alerts', body, headersAt(at - 300_000))).status).toBe(401);
  expect(channels.arrived).toHaveLength(1);
});

test('what is broken is so until it is mended, and only there', async () => {
  channels.setFault('slack', { kind: 'lost' });
  await expect(post(SLACK, { text: 'Hi' })).rejects.toThrow('cut');
  expect((await post(DISCORD, { content: 'Hi' })).status).toBe(204);
  channels.setFault('slack', { kind: 'cut' });
  await expect(post(SLACK, { text: 'Hi' })).rejects.toThrow('cut');
  channels.setFault('slack', { kind: 'half' });
  at += 1_000;
  await expect(post(SLACK, { text: 'Hi' })).rejects.toThrow('broke off');
  channels.setFault('slack', null);
  at += 1_000;
  expect((await post(SLACK, { text: 'Hi' })).status).toBe(200);
  expect(channels.arrived.filter(({ service }) => service === 'slack')).toHaveLength(3);
});
