import { DAY_MS } from '../../../shared/time.ts';
import { readConfiguration } from '../../configuration.ts';
import { CloudflareError } from '../cloudflare-api.ts';
import { explain } from '../cloudflare-errors.ts';
import type { Context } from '../context.ts';
import { readHealth } from '../edge-health.ts';
import { type DeployedEdge, find, foreignWorker, workersAddress } from '../found.ts';
import { again } from '../origin.ts';
import { missingSecrets } from '../plan.ts';
import { checkDataBackend, checkService, dataProblem, serviceProblem, subscriptionsTo } from '../service.ts';
import { type SignedIn, signIn } from '../sign-in.ts';
import { Stop } from '../stop.ts';

const CLOCK_TOLERANCE_MS = 2 * 60_000;
const KEY_AGE_MAX_DAYS = 180;

type Finding = { kind: 'good' | 'unknown' | 'bad'; words: string };
const good = (words: string): Finding => ({ kind: 'good', words });
const unknown = (words: string): Finding => ({ kind: 'unknown', words });
const bad = (words: string): Finding => ({ kind: 'bad', words });

/** Checks everything that a deployment needs, by reading only, and reports what is missing. */
export async function doctor(context: Context): Promise<void> {
  const { terminal } = context;
  terminal.intro('Pilot Light: looking for what is missing (nothing is changed)');
  let failed = 0;
  const report = ({ kind, words }: Finding) => {
    if (kind === 'good') terminal.done(words);
    else if (kind === 'unknown') terminal.warn(words);
    else terminal.error(words);
    if (kind === 'bad') failed++;
  };
  const signedIn = await signIn(context);
  const address = await checkAccount(context, signedIn, report);
  const edge = await checkWorker(context, signedIn, report);
  if (edge) {
    if (address !== null) await checkHealth(edge, address, report);
    await checkServiceOf(context, edge, address, report);
    await checkDataBackendOf(edge, report);
  }
  if (failed > 0) throw new Stop(`${failed} of these ${failed === 1 ? 'needs' : 'need'} you.`);
  terminal.outro('Nothing is missing.');
}

type Report = (finding: Finding) => void;

/** @returns the edge's workers.dev address; null when unknown */
async function checkAccount(
  { options }: Context,
  { api, accountId }: SignedIn,
  report: Report,
): Promise<string | null> {
  const workers = await tried(report, () => api.workerExists(accountId, options.name));
  if (workers !== undefined)
    report(good('Right to read Workers (that it covers writing shows when deploying)'));
  const namespaces = await tried(report, () => api.namespaces(accountId));
  if (namespaces !== undefined)
    report(
      good(
        `Right to read KV: ${namespaces.rows.length} namespaces${namespaces.isCut ? ', and perhaps more, which were not read' : ''}`,
      ),
    );
  const subdomain = await tried(report, () => api.subdomain(accountId));
  if (subdomain === undefined) return null;
  if (subdomain === null) {
    report(unknown(`The account has no workers.dev subdomain yet: \`${again()}\` asks for one.`));
    return null;
  }
  report(good(`workers.dev subdomain: ${subdomain}`));
  return workersAddress(options.name, subdomain);
}

async function checkWorker(
  { options }: Context,
  signedIn: SignedIn,
  report: Report,
): Promise<DeployedEdge | null> {
  const found = await tried(report, () => find(signedIn, options.name));
  if (found === undefined) return null;
  if (found.kind !== 'edge') {
    report(
      found.kind === 'foreign'
        ? bad(foreignWorker(options.name))
        : unknown(`No edge ${options.name} is deployed yet.`),
    );
    return null;
  }
  const missing = missingSecrets(found);
  const problems = readConfiguration(found.variables).problems.filter(
    (words) =>
      !missing.some((name) => words.startsWith(name)) && !/^(SERVICE_API_KEY|ENCRYPTION_KEY)/.test(words),
  );
  if (missing.length > 0) report(bad(`Not set: ${missing.join(', ')}. \`${again()}\` sets them.`));
  for (const words of problems) report(bad(words));
  if (missing.length === 0 && problems.length === 0)
    report(good(`The edge ${options.name} is deployed, its settings are complete`));
  return found;
}

async function checkHealth(edge: DeployedEdge, address: string, report: Report): Promise<void> {
  const health = await readHealth(address);
  if (health === null) return report(bad(`${address} does not answer: \`${again()}\` deploys it anew.`));
  if (edge.deployment && health.deployment !== edge.deployment.versionId)
    report(unknown(`${address} answers as an earlier deployment than the latest.`));
  else report(good(`${address} answers, version ${health.version}`));
  for (const words of health.problems) report(bad(words));
  if (health.serviceKeySince != null) report(keyAge(Date.now() - health.serviceKeySince));
  const aheadMs = Date.now() - health.at;
  if (Math.abs(aheadMs) > CLOCK_TOLERANCE_MS)
    report(
      bad(
        `The clock of this machine is ${Math.round(Math.abs(aheadMs) / 60_000)} minutes ${aheadMs > 0 ? 'fast' : 'slow'}: set it.`,
      ),
    );
  const own = edge.variables.PUBLIC_URL;
  if (own && own !== address && (await readHealth(own))?.deployment !== health.deployment)
    report(bad(`${own} (PUBLIC_URL) does not lead to this edge: route that domain to the Worker.`));
}

/** @param ageMs how long the edge has had its key of the service */
function keyAge(ageMs: number): Finding {
  const days = Math.floor(ageMs / DAY_MS);
  const words = `The key of the service is ${days === 1 ? 'a day' : `${days} days`} old here`;
  return days <= KEY_AGE_MAX_DAYS
    ? good(words)
    : unknown(`${words}: \`${again('rotate-key')}\` sets a new one.`);
}

async function checkServiceOf(
  { options }: Context,
  edge: DeployedEdge,
  address: string | null,
  report: Report,
): Promise<void> {
  const url = edge.variables.SERVICE_URL;
  if (!url) return;
  if (options.serviceApiKey === null)
    return report(
      unknown(
        'The key of the service can’t be read back: give it in SERVICE_API_KEY to have it and the webhooks looked at.',
      ),
    );
  const service = { url, apiKey: options.serviceApiKey };
  const check = await checkService(service);
  if (check.kind !== 'works') return report(bad(serviceProblem(check, url)));
  report(good('The service takes the key in SERVICE_API_KEY'));
  const edges = [address, edge.variables.PUBLIC_URL].filter((one): one is string => typeof one === 'string');
  const found = await subscriptionsTo(service, edges);
  if (found === null) report(unknown('The service does not say which webhooks there are.'));
  else if (found.length === 0)
    report(unknown('No webhook sends to the edge: it makes them when the first browser is paired.'));
  else report(good(`${found.length} webhooks send to the edge`));
}

async function checkDataBackendOf(
  { variables: { DATA_API_URL: url } }: DeployedEdge,
  report: Report,
): Promise<void> {
  if (!url)
    return report(
      unknown(
        `No data backend is set, so records of apps are off: \`${again('--data-api-url <address>')}\` sets one.`,
      ),
    );
  const check = await checkDataBackend(url);
  report(check.kind === 'works' ? good(`The data backend answers: ${url}`) : bad(dataProblem(check, url)));
}

/** The result of a read; undefined after reporting that Cloudflare refused or its answer can't be used. */
async function tried<T>(report: Report, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (failure) {
    if (failure instanceof CloudflareError) report(bad(explain(failure)));
    else if (failure instanceof Stop) report(bad(failure.message));
    else throw failure;
    return undefined;
  }
}
