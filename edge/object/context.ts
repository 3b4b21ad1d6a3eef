import type { InstantMs } from '../../shared/time.ts';
import type { ServiceClient } from '../builder-api/client.ts';
import type { Configuration } from '../configuration.ts';
import type { Jobs } from './jobs.ts';

/** What every capability of the object is given. A capability keeps what it must know over a restart in `storage` only. */
export interface AccountContext {
  storage: DurableObjectStorage;
  env: Cloudflare.Env;
  configuration: Configuration;
  now: () => InstantMs;
  jobs: Jobs;
  client: ServiceClient;
  /** Says that the snapshot is another one now, and that open browsers should know. */
  changed: () => void;
  /** Invalidates the snapshot without notifying anybody: only ages in it changed. */
  aged: () => void;
  /** Lets work go on after the answer has left. */
  waitUntil: (work: Promise<unknown>) => void;
}
