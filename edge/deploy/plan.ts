import { oneLine } from '../../shared/one-line.ts';
import { readConfiguration } from '../configuration.ts';
import type { DeployedEdge, Found } from './found.ts';
import { SECRET_NAMES, type SecretName } from './made-secrets.ts';

/** Plain settings that the command knows; others that an operator has set remain. */
export interface Settings {
  readonly serviceUrl: string | null;
  readonly dataApiUrl: string | null;
  readonly publicUrl: string | null;
}

/** What a deployment sets. Everything else remains. */
export interface Plan {
  readonly variables: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Partial<Record<SecretName, string>>>;
}

/** Version and source of a deployment: a variable that only this command reads. */
export const DEPLOYED_FROM = 'DEPLOYED_FROM';

/** Variables of the deployment: given values, and for an existing edge those it does not have yet. */
export function planVariables(
  found: Exclude<Found, { kind: 'foreign' }>,
  settings: Settings,
  workersAddress: string,
  source: string,
): Record<string, string> {
  const known = found.kind === 'edge' ? found.variables : {};
  const publicUrl = settings.publicUrl ?? known.PUBLIC_URL ?? workersAddress;
  const wanted = {
    SERVICE_URL: settings.serviceUrl ?? known.SERVICE_URL,
    DATA_API_URL: settings.dataApiUrl ?? known.DATA_API_URL,
    PUBLIC_URL: publicUrl,
    [DEPLOYED_FROM]: source,
  };
  return Object.fromEntries(
    Object.entries(wanted).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
}

/** Secrets that the edge needs and does not have. */
export function missingSecrets(found: Found): SecretName[] {
  return SECRET_NAMES.filter((name) => found.kind !== 'edge' || !found.secrets.has(name));
}

/** One sentence for each setting that the edge would reject. */
export function planProblems({ variables }: Pick<Plan, 'variables'>): string[] {
  return readConfiguration(variables).problems.filter((words) => !words.includes('is missing'));
}

/** What an upgrade changes, one line each: from → to. */
export function planChanges(found: DeployedEdge, { variables, secrets }: Plan): string[] {
  const lines: string[] = [];
  for (const [name, to] of Object.entries(variables)) {
    const from = found.variables[name];
    if (from !== to)
      lines.push(
        `${name === DEPLOYED_FROM ? 'version' : name}: ${oneLine(from ?? 'not set')} → ${oneLine(to)}`,
      );
  }
  for (const name of Object.keys(secrets)) lines.push(`${name}: not set → set`);
  return lines;
}
