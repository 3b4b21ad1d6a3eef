import type { Context } from 'hono';
import type { RequestIdVariables } from 'hono/request-id';
import type { TimingVariables } from 'hono/timing';
import type { DataOperationName } from '../../shared/data-api/catalogue.ts';
import type { OperationName } from '../../shared/operations/catalogue.ts';

/** What the Worker's middleware and routes share: the bindings, and what is told about a request afterwards. */
export interface EdgeEnvironment {
  Bindings: Cloudflare.Env;
  Variables: RequestIdVariables &
    TimingVariables & {
      /** SHA-256 of the device token that came along, in hex; null = none of the form of ours. */
      tokenHash: string | null;
      /** The service's operation that the request names, and the parameters in its path. */
      operation?: { name: OperationName; parameters: Record<string, string> };
      /** The same of the data backend, with the project whose data it is about. */
      dataOperation?: { name: DataOperationName; projectId: string; parameters: Record<string, string> };
      /** Our or the service's error code, for the log. */
      code?: string;
    };
}
export type EdgeContext = Context<EdgeEnvironment>;
