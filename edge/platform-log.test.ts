import { expect, test } from 'vitest';
import { LIVE_TOKEN_PROTOCOL_PREFIX } from '../shared/snapshot/live.ts';
import wrangler from './wrangler.jsonc?raw';

test("the platform keeps no request's headers: one of them carries the token of /live", () => {
  expect(LIVE_TOKEN_PROTOCOL_PREFIX).toBe('token.');
  const settings = wrangler.replace(/^\s*\/\/.*$/gm, '');
  expect(JSON.parse(settings).observability).toEqual({
    enabled: true,
    logs: { enabled: true, invocation_logs: false },
  });
});
