import type { Role } from '../../shared/edge-api/roles.ts';
import type { OperationName } from '../../shared/operations/catalogue.ts';

/** A request that the whitelist has let through: an operation and checked values, nothing of the request's own making. */
export interface GatewayCall {
  operation: OperationName;
  role: Role;
  parameters: Record<string, string>;
  query: Record<string, string>;
  /** The checked body as JSON; null = none. */
  body: string | null;
}

/** What the service answered: the text of its envelope. */
export interface GatewayAnswer {
  status: number;
  text: string;
  /** Headers by allow-list, in lower case. */
  headers: Record<string, string>;
}
