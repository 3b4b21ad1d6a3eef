import { vi } from 'vitest';
import { type Channels, createChannels } from '../../e2e/mock-channels/channels.ts';
import { fetchFromChannels } from '../../e2e/mock-channels/in-process.ts';

/** Where the stand-in of the five services is, in tests. */
export const CHANNELS_URL = 'https://channels.example';

/** The stand-in of the five services takes requests to its address; others go where they were going. */
export function channelServices(): Channels {
  const channels = createChannels();
  const real = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    return request.url.startsWith(`${CHANNELS_URL}/`)
      ? fetchFromChannels(channels, request)
      : real(input, init);
  });
  return channels;
}
