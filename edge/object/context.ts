import type { InstantMs } from '../../shared/time.ts';
import type { ServiceClient } from '../builder-api/client.ts';
import type { Configuration } from '../configuration.ts';
import type { Jobs } from './jobs.ts';

/** Passed to every capability of the object. A capability keeps state that must survive a restart in `storage` only. */
export interface AccountContext {
  storage: DurableObjectStorage;
  env: Cloudflare.Env;
  configuration: Configuration;
  now: () => InstantMs;
  jobs: Jobs;
  client: ServiceClient;
  /** Invalidates the snapshot and notifies open browsers. */
  changed: () => void;
  /** Invalidates the snapshot without notifying browsers: only ages in it changed. */
  aged: () => void;
  /** Lets work continue after the response was sent. */
  waitUntil: (work: Promise<unknown>) => void;
}
