import type { Context } from 'hono';

/** What the Worker's middleware and routes share: the bindings, and what is told about a request afterwards. */
export interface EdgeEnvironment {
  Bindings: Cloudflare.Env;
  Variables: {
    requestId: string;
    /** SHA-256 of the bearer token that came along, in hex; null = none of the form of ours. */
    tokenHash: string | null;
    /** Name of the service's operation, for the log. */
    operation?: string;
    /** Our or the service's error code, for the log. */
    code?: string;
    /** Milliseconds spent waiting for the object, for `Server-Timing`. */
    objectMs?: number;
  };
}
export type EdgeContext = Context<EdgeEnvironment>;
