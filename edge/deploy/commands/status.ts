import { oneLine } from '../../../shared/one-line.ts';
import type { Context } from '../context.ts';
import { readHealth } from '../edge-health.ts';
import { edgeAddress, requireEdge } from '../found.ts';
import { SECRET_NAMES } from '../made-secrets.ts';
import { again } from '../origin.ts';
import { DEPLOYED_FROM } from '../plan.ts';
import { subscriptionsTo } from '../service.ts';
import { signIn } from '../sign-in.ts';
import { Stop } from '../stop.ts';

/** Shows what is deployed and whether it responds. Reads only. */
export async function status(context: Context): Promise<void> {
  const { options, terminal } = context;
  terminal.intro(`Pilot Light: what is deployed as ${options.name}`);
  const signedIn = await signIn(context);
  const edge = await requireEdge(signedIn, options.name);
  const address = await edgeAddress(signedIn, options.name);
  const { [DEPLOYED_FROM]: source, ...variables } = edge.variables;
  const health = await readHealth(address);
  const rows: [name: string, value: string][] = [
    ['address', address],
    ['deployed', `${edge.deployment?.at ?? 'unknown when'}, from ${source ?? 'an unknown version'}`],
    ...Object.entries(variables),
    ...SECRET_NAMES.map((name): [string, string] => [name, edge.secrets.has(name) ? 'set' : 'not set']),
  ];
  if (options.serviceApiKey !== null && variables.SERVICE_URL) {
    const service = { url: variables.SERVICE_URL, apiKey: options.serviceApiKey };
    const found = await subscriptionsTo(service, [address, variables.PUBLIC_URL ?? address]);
    rows.push([
      'webhooks',
      found === null ? 'the service does not say' : `${found.length} subscriptions send here`,
    ]);
  }
  const width = Math.max(...rows.map(([name]) => name.length));
  terminal.info(rows.map(([name, value]) => `${name.padEnd(width)}  ${oneLine(value)}`).join('\n'));
  if (health === null)
    throw new Stop(`${address} does not answer. \`${again('doctor')}\` looks for the cause.`);
  if (edge.deployment && health.deployment !== edge.deployment.versionId)
    throw new Stop(
      'It answers as an earlier deployment: Cloudflare is still handing out the latest, or it failed.',
    );
  if (health.problems.length > 0)
    throw new Stop(`It answers, but is not complete:\n${health.problems.join('\n')}`);
  terminal.outro(`It answers, version ${health.version}, and is complete.`);
}
