import { vi } from 'vitest';
import { liveSite, type SiteFault } from '../../e2e/mock-service/site/live-site.ts';

/** A published app takes what is asked of its host; everything else goes on to where it was going. */
export function publishedSite(host: string) {
  const site = { fault: 'well' as SiteFault, asked: [] as string[], bytes: 0, headers: [] as string[] };
  const real = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    const { url, headers, signal } = request;
    if (new URL(url).host !== host) return real(input, init);
    site.asked.push(url);
    site.headers.push(...headers.keys());
    return liveSite(site.fault, new Request(url, { signal }), (bytes) => (site.bytes = bytes));
  });
  return site;
}
