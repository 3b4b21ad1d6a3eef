import { vi } from 'vitest';

/** A request that the edge sent to a channel. */
export interface Posted {
  address: string;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever was sent
  json: any;
}

type Respond = (posted: Posted) => Response | Promise<Response>;

/** Takes every request to a host below `channels.example`; everything else goes on to where it was going. */
export function channelServices(respond: Respond = () => new Response('ok')) {
  const posted: Posted[] = [];
  const services = { posted, respond };
  const real = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    if (!new URL(request.url).hostname.endsWith('channels.example')) return real(input, init);
    const text = await request.text();
    const one = { address: request.url, headers: request.headers, text, json: JSON.parse(text) };
    posted.push(one);
    return services.respond(one);
  });
  return services;
}
