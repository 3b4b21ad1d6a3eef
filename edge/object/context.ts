import type { InstantMs } from '../../shared/time.ts';
import type { ServiceClient } from '../builder-api/client.ts';
import type { Configuration } from '../configuration.ts';
import type { Emitter } from './emitter.ts';
import type { Jobs } from './jobs.ts';

/** Context of every capability of the object. State that must survive a restart is kept in `storage` only. */
export interface AccountContext {
  storage: DurableObjectStorage;
  env: Cloudflare.Env;
  configuration: Configuration;
  now: () => InstantMs;
  jobs: Jobs;
  client: ServiceClient;
  emitter: Emitter;
  /** Lets work continue after the response was sent. */
  waitUntil: (work: Promise<unknown>) => void;
}
