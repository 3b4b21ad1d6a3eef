import { catalogue } from '../../shared/operations/catalogue.ts';
import type { Operation } from '../../shared/operations/operation.ts';
import { ServiceClient } from '../builder-api/client.ts';
import { isRepeatable } from '../builder-api/retry.ts';
import { SharedFlights } from '../builder-api/shared-flights.ts';
import { type Configuration, configuration } from '../configuration.ts';
import { log } from '../http/log.ts';
import type { Outcome } from '../http/refusal.ts';
import type { GatewayAnswer, GatewayCall } from './call.ts';
import { passOn } from './pass-on.ts';

/**
 * Whether an operation needs nothing of the object but who asks: a free read that any paired browser may make, of a route
 * that all projects have. The Worker makes such a call itself.
 */
export function isDirectRead({ operation: name }: GatewayCall): boolean {
  const operation: Operation = catalogue[name];
  return isRepeatable(operation) && operation.role === 'viewer' && operation.engine === null;
}

const clients = new WeakMap<Configuration, ServiceClient>();

/** Reads for a browser, one flight per question in this instance of the Worker. It never throws. */
export async function readDirectly(
  env: Cloudflare.Env,
  { operation, parameters, query }: GatewayCall,
): Promise<Outcome<GatewayAnswer>> {
  return passOn(catalogue[operation], await clientOf(env).ask(operation, { parameters, query }));
}

function clientOf(env: Cloudflare.Env): ServiceClient {
  const settings = configuration(env);
  const known = clients.get(settings);
  if (known !== undefined) return known;
  const client = new ServiceClient(settings, {
    flights: new SharedFlights(Date.now),
    outliveCalls: false,
    // What went well stands in the request's own line.
    report: (line) => {
      if (line.failure !== undefined) log(line);
    },
  });
  clients.set(settings, client);
  return client;
}
