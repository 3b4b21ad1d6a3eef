import { describe, expect, test } from 'vitest';
import { createChannels, SECRETS } from '../../../e2e/mock-channels/channels.ts';
import { fetchFromChannels } from '../../../e2e/mock-channels/in-process.ts';
import type { ChannelTarget } from '../../../shared/edge-api/channels.ts';
import { type LinkClaims, linkToken } from '../../links/token.ts';
import type { Alert, Message } from '../channel.ts';
import { sendTo } from './send.ts';

const AT = Date.now();
const URL_OF_ALERTS = 'https://channels.example';
const TARGETS: Record<string, ChannelTarget> = {
  slack: { kind: 'slack', url: `${URL_OF_ALERTS}/slack/services/T00/B00/${SECRETS.slack}` },
  discord: {
    kind: 'discord',
    url: `${URL_OF_ALERTS}/discord/api/webhooks/${SECRETS.discordId}/${SECRETS.discord}`,
  },
  telegram: {
    ...{ kind: 'telegram', token: SECRETS.telegram, chat: SECRETS.chat },
    server: `${URL_OF_ALERTS}/telegram`,
  },
  ntfy: { kind: 'ntfy', url: `${URL_OF_ALERTS}/ntfy/studio`, token: SECRETS.ntfy },
  webhook: { kind: 'webhook', url: `${URL_OF_ALERTS}/own/alerts`, secret: SECRETS.own },
};

const claims: LinkClaims = {
  ...{ series: '00a1b2c3d4e5', number: 1_795_000_000, verb: 'raise', from: 20_000, to: 30_000 },
  until: AT + 86_400_000,
};
const token = await linkToken(new Uint8Array(32).fill(7), claims);
const URL_OF_LINK = `https://pilot-light-edge.example.workers.dev/a#${token}`;
const LABEL = 'Raise to 300';
const NAME = '<b>[House](https://evil.example) *handbook* & co_';

const alertOf = (change: Partial<Alert> = {}): Alert => ({
  ...{
    id: 'a',
    kind: 'credit-cap',
    severity: 'critical',
    projectId: 'shop',
    label: null,
    at: AT,
    over: false,
  },
  title: `${NAME} is at its cap`,
  facts: '200 of 200 development credits.',
  link: { label: LABEL, url: URL_OF_LINK },
  ...change,
});

async function sent(kind: string, alerts: readonly Alert[]) {
  const channels = createChannels(() => AT);
  const message: Message = { id: 'msg_1', at: AT, language: 'en', alerts };
  const outcome = await sendTo(
    TARGETS[kind] as ChannelTarget,
    message,
    async (address, body, headers = {}) => {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const request = new Request(address, { method: 'POST', body: text, headers });
      const response = await fetchFromChannels(channels, request);
      return { status: response.status, text: await response.text(), retryAfterMs: null };
    },
  );
  expect(outcome).toEqual({ kind: 'sent' });
  const [posted] = channels.posted;
  return { json: posted?.json, text: channels.arrived[0]?.text ?? '' };
}

describe('one alert carries its link in the form of its service', () => {
  test('Slack: an address in the text, which nothing of a name can end', async () => {
    const { json } = await sent('slack', [alertOf()]);
    expect(json.text.split('\n').at(-1)).toBe(`${LABEL}: ${URL_OF_LINK}`);
    expect(json.text).not.toContain('<b>');
  });
  test('Discord: a link of its label, without a preview', async () => {
    const { json } = await sent('discord', [alertOf()]);
    expect(json.content.split('\n').at(-1)).toBe(`[${LABEL}](<${URL_OF_LINK}>)`);
    expect(json.content).toContain('\\[House\\]');
  });
  test('Telegram: a button, and no address in the text', async () => {
    const { json, text } = await sent('telegram', [alertOf()]);
    expect(json.reply_markup).toEqual({ inline_keyboard: [[{ text: LABEL, url: URL_OF_LINK }]] });
    expect(json.text).not.toContain(token);
    expect(text).toContain(`[${LABEL}] ${URL_OF_LINK}`);
  });
  test('ntfy: a press on the notification', async () => {
    const { json } = await sent('ntfy', [alertOf()]);
    expect(json.click).toBe(URL_OF_LINK);
    expect(json.message).not.toContain(token);
  });
  test.each(['slack', 'telegram', 'ntfy'])('%s makes no link of an address in a name', async (kind) => {
    const { json } = await sent(kind, [
      alertOf({ title: 'https://evil.example/login is at its cap', facts: '', link: null }),
    ]);
    const said = [json.title, json.message, json.text].filter(Boolean).join(' ');
    expect(said).toContain('evil');
    expect(said).not.toMatch(/evil\.example|https:\/\/evil/);
  });
  test('an own address: a field', async () => {
    const { json } = await sent('webhook', [alertOf(), alertOf({ id: 'b', link: null })]);
    expect(json.data.alerts[0].link).toBe(URL_OF_LINK);
    expect('link' in json.data.alerts[1]).toBe(false);
  });
});

describe('several in one message are parted, have their sign, and each its own whole link', () => {
  const many = Array.from({ length: 50 }, (_, n) =>
    alertOf({ id: String(n), severity: n % 2 ? 'warning' : 'critical', over: n % 5 === 4 }),
  );
  test.each([
    ['slack', ({ text }: Record<string, string>) => text, 4_000],
    ['discord', ({ content }: Record<string, string>) => content, 2_000],
    ['telegram', ({ text }: Record<string, string>) => text, 4_096],
    ['ntfy', ({ message }: Record<string, string>) => message, 4_096],
  ] as const)('%s', async (kind, textIn, max) => {
    const { json } = await sent(kind, many);
    const text = textIn(json) ?? '';
    expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(kind === 'ntfy' ? max : 3 * max);
    expect(text.length).toBeLessThanOrEqual(max);
    const parts = text.split('\n\n');
    expect(parts.length).toBeGreaterThan(4);
    for (const part of parts.slice(0, -1)) {
      expect(part).toMatch(/^(?:\u26d4|\u26a0\ufe0f|\u2705) /);
      expect(part.split(token)).toHaveLength(2);
    }
    expect(parts.at(-1)).toMatch(/^And \d+ more\\?\.$/);
    expect(json.reply_markup ?? json.click).toBeUndefined();
  });
});
