import { readConfiguration } from '../configuration.ts';

/** Secrets of the Worker, each with how to make it. */
export const SECRETS = {
  SERVICE_API_KEY: "the account's key of the builder service",
  ENCRYPTION_KEY: '32 random bytes in base64: openssl rand -base64 32',
  PAIRING_CODE: 'a text of your own, 12 characters or more, with which the first browser pairs once',
} as const;
export type SecretName = keyof typeof SECRETS;

export interface DeploySettings {
  serviceUrl: string | null;
  publicUrl: string | null;
  /** Token of a paired owner; with it the subscriptions are made at once. */
  ownerToken: string | null;
  dryRun: boolean;
}

export function readSettings(
  args: readonly string[],
  env: Record<string, string | undefined>,
): DeploySettings {
  return {
    serviceUrl: env.SERVICE_URL?.trim() || null,
    publicUrl: env.PUBLIC_URL?.trim() || null,
    ownerToken: env.EDGE_TOKEN?.trim() || null,
    dryRun: args.includes('--dry-run'),
  };
}

/** One sentence per address that the Worker would not accept. */
export function settingsProblems({ serviceUrl, publicUrl }: DeploySettings): string[] {
  const { problems } = readConfiguration({
    ...(serviceUrl ? { SERVICE_URL: serviceUrl } : {}),
    ...(publicUrl ? { PUBLIC_URL: publicUrl } : {}),
  });
  return problems.filter((words) => !words.includes('is missing'));
}

/** Arguments of `wrangler` for a deployment; what is not given stays as it was deployed before. */
export function deployArguments({ serviceUrl, publicUrl, dryRun }: DeploySettings): string[] {
  return [
    'deploy',
    ...(dryRun ? ['--dry-run'] : []),
    ...(serviceUrl ? ['--var', `SERVICE_URL:${serviceUrl}`] : []),
    ...(publicUrl ? ['--var', `PUBLIC_URL:${publicUrl}`] : []),
  ];
}

/** Which secrets are missing, from what `wrangler secret list` printed; all, when it printed nothing to read. */
export function missingSecrets(listed: string): SecretName[] {
  const start = listed.indexOf('[');
  let names: unknown[] = [];
  try {
    const rows: unknown = JSON.parse(listed.slice(start));
    names = Array.isArray(rows) ? rows.map((row: { name?: unknown }) => row?.name) : [];
  } catch {
    names = [];
  }
  return (Object.keys(SECRETS) as SecretName[]).filter((name) => !names.includes(name));
}

/** The https address of the deployed Worker, from the lines that wrangler writes about what it did. */
export function deployedAddress(outputLines: string): string | null {
  for (const line of outputLines.split('\n').reverse()) {
    if (!line.includes('"deploy"')) continue;
    const entry = JSON.parse(line) as { type?: string; targets?: unknown };
    const targets = Array.isArray(entry.targets) ? entry.targets : [];
    const found = targets.find(
      (target): target is string => typeof target === 'string' && target.startsWith('https://'),
    );
    if (found) return found.replace(/\/+$/, '');
  }
  return null;
}
