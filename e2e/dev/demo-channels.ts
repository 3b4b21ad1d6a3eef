import type { ChannelRequest, ChannelTarget } from '../../shared/edge-api/channels.ts';
import { SECRETS } from '../mock-channels/channels.ts';
import { addressesAt } from '../mock-channels/server.ts';
import type { ExtensionBrowser } from './browser.ts';

/** What sets a channel up at the stand-in, of each kind. */
export function targetsAt(channelsUrl: string): readonly ChannelTarget[] {
  const { slack, telegram, discord, ntfy, own } = addressesAt(channelsUrl);
  return [
    { kind: 'slack', url: slack },
    { kind: 'telegram', token: SECRETS.telegram, chat: SECRETS.chat, server: telegram },
    { kind: 'discord', url: discord },
    { kind: 'ntfy', url: ntfy, token: SECRETS.ntfy },
    { kind: 'webhook', url: own, secret: SECRETS.own },
  ];
}

const NAMES = {
  slack: '#studio-apps',
  telegram: 'Jana',
  discord: 'studio-apps',
  ntfy: 'Studio phone',
  webhook: 'Own address',
} as const;

/** Sets up a channel of each kind that tells everything, as the owner whose browser this is. */
export async function setUpChannels(
  browser: ExtensionBrowser,
  edgeUrl: string,
  channelsUrl: string,
): Promise<void> {
  const requests = targetsAt(channelsUrl).map(
    (target): ChannelRequest => ({
      kind: target.kind,
      name: NAMES[target.kind],
      tells: ['everything'],
      over: true,
      hours: null,
      links: { may: 'spends', upTo: 500 },
      language: 'en',
      target,
    }),
  );
  const page = await browser.openPage('options.html');
  try {
    const statuses = await page.evaluate(
      async ([edge, each]) => {
        const { 'device-token': token } = await chrome.storage.local.get<{ 'device-token': string }>();
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
        const put = (request: ChannelRequest) =>
          fetch(`${edge}/channels/channel-${request.kind}`, {
            method: 'PUT',
            headers,
            body: JSON.stringify(request),
          });
        return Promise.all(each.map(async (request) => (await put(request)).status));
      },
      [edgeUrl, requests] as const,
    );
    if (statuses.some((status) => status !== 200))
      throw new Error(`Not every channel could be set up: ${statuses.join(', ')}.`);
  } finally {
    await page.close();
  }
}
