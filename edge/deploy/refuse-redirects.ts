import { subscribe } from 'node:diagnostics_channel';
import { REDIRECTED } from './stop.ts';

/**
 * Preloaded into wrangler, which would follow a redirect of its upload to any host, with every secret in the
 * body. Cloudflare's API redirects nothing.
 */

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

subscribe('undici:request:headers', (message) => {
  const { response } = message as { response: { statusCode: number } };
  // Before the client reads where to.
  if (REDIRECTS.has(response.statusCode)) process.exit(REDIRECTED);
});
