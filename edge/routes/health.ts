import type { Health } from '../../shared/edge-api/health.ts';
import { API_VERSION } from '../../shared/edge-api/version.ts';
import { configuration, firstOwnerCode } from '../configuration.ts';
import type { EdgeContext } from '../http/context.ts';
import { respond, success } from '../http/result.ts';
import { VERSION } from '../version.ts';

/** GET `/health`: alive, which deployment, and what is configured; never a value. */
export function getHealth(c: EdgeContext): Response {
  const read = configuration(c.env);
  const now = Date.now();
  const health: Health = {
    ok: read.problems.length === 0,
    version: VERSION,
    api: API_VERSION,
    deployment: c.env.CF_VERSION_METADATA?.id ?? null,
    at: now,
    configured: {
      serviceUrl: read.serviceUrl !== null,
      apiKey: read.apiKey !== null,
      dataApiUrl: read.dataApiUrl !== null,
      encryptionKey: read.encryptionKey !== null,
      publicUrl: read.publicUrl !== null,
      firstOwner: firstOwnerCode(read, now) !== null,
    },
    problems: [...read.problems],
  };
  return respond(c, success(health));
}
