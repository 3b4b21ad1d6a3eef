import type { Context } from 'hono';
import type { RequestIdVariables } from 'hono/request-id';
import type { TimingVariables } from 'hono/timing';
import type { DataOperationName } from '../../shared/data-api/catalogue.ts';
import type { OperationName } from '../../shared/operations/catalogue.ts';

/** Shared by the Worker's middleware and routes: the bindings, and per-request values. */
export interface EdgeEnvironment {
  Bindings: Cloudflare.Env;
  Variables: RequestIdVariables &
    TimingVariables & {
      /** SHA-256 of the device token, in hex; null without a well-formed token. */
      tokenHash: string | null;
      /** The service's operation that the request names, with its path parameters. */
      operation?: { name: OperationName; parameters: Record<string, string> };
      dataOperation?: { name: DataOperationName; projectId: string; parameters: Record<string, string> };
      /** The edge's or the service's error code, for the log. */
      code?: string;
    };
}
export type EdgeContext = Context<EdgeEnvironment>;
