import { formatPairingLine } from '../../../shared/edge-api/pairing.ts';
import { FORM_NUMBER } from '../../object/form-number.ts';
import { beginsAnew } from '../begin-anew.ts';
import { explain } from '../cloudflare-errors.ts';
import type { Context } from '../context.ts';
import { readHealth, untilWell } from '../edge-health.ts';
import { awaitFirstBrowser, printPairingLine } from '../first-browser.ts';
import {
  type DeployedEdge,
  type Found,
  find,
  foreignWorker,
  namespaceTitle,
  workersAddress,
} from '../found.ts';
import {
  CODE_LIFETIME_MS,
  endedOwnerCode,
  makeEncryptionKey,
  makeOwnerCode,
  type SecretName,
} from '../made-secrets.ts';
import { again } from '../origin.ts';
import { requireAlone, requireUnchanged } from '../other-runs.ts';
import {
  DEPLOYED_FROM,
  missingSecrets,
  type Plan,
  planChanges,
  planProblems,
  planVariables,
} from '../plan.ts';
import { askDataAddress, newDataAddress, promptForService, promptForSubdomain } from '../questions.ts';
import { checkService, parseServiceAddress, serviceProblem } from '../service.ts';
import { type SignedIn, signIn } from '../sign-in.ts';
import { changesBetween, sourceName, VERSION } from '../source.ts';
import { Stop } from '../stop.ts';
import { type Upload, upload } from '../wrangler.ts';

/** Deploys the edge, or upgrades the existing one. */
export async function deploy(context: Context): Promise<void> {
  const { options, terminal } = context;
  terminal.intro(`Pilot Light ${VERSION}: your edge on Cloudflare`);
  const signedIn = await signIn(context);
  const found = await find(signedIn, options.name);
  if (found.kind === 'foreign') throw new Stop(foreignWorker(options.name));
  const subdomain = await subdomainOf(context, signedIn);
  const address = workersAddress(options.name, subdomain);
  if (found.kind === 'edge') await upgrade(context, signedIn, found, address);
  else await deployFirst(context, signedIn, found, address);
}

async function deployFirst(
  context: Context,
  signedIn: SignedIn,
  found: Extract<Found, { kind: 'nothing' }>,
  address: string,
): Promise<void> {
  const { options, terminal, env } = context;
  const service = await promptForService(context, null);
  const dataApiUrl = await askDataAddress(context);
  const settings = { serviceUrl: service.url, dataApiUrl, publicUrl: options.publicUrl };
  const variables = planVariables(found, settings, address, sourceName());
  // Others can read the log of a build server: there the code is already expired.
  const isPrivate = !env.CI;
  const owner = makeOwnerCode(signedIn.api.now());
  const endsAt = Date.now() + CODE_LIFETIME_MS;
  const plan: Plan = {
    variables,
    secrets: {
      SERVICE_API_KEY: service.apiKey,
      ENCRYPTION_KEY: makeEncryptionKey(),
      PAIRING_CODE: isPrivate ? owner.secret : endedOwnerCode(),
    },
  };
  if (options.dryRun) return dryRun(context, signedIn, plan, [`a new Worker ${options.name} at ${address}`]);
  const namespaceId = found.namespaceId ?? (await makeNamespace(context, signedIn));
  context.writes.next = `Run it again to go on from here; if it prints no line to paste then, \`${again('new-owner')}\` makes one.`;
  await carryOut(context, signedIn, plan, namespaceId, address);
  const edge = variables.PUBLIC_URL ?? address;
  await mentionOwnDomain(context, edge, address);
  if (!isPrivate)
    return terminal.outro(
      `Deployed. No line to paste is printed here, where others may read it: \`${again('new-owner')}\` on your own machine makes one.`,
    );
  printPairingLine(terminal, formatPairingLine(edge, owner.code), endsAt);
  await awaitFirstBrowser(context, service, [edge, address], endsAt);
}

/** Asks for nothing that is set and changes no secret; completes an unfinished deployment. */
async function upgrade(
  context: Context,
  signedIn: SignedIn,
  found: DeployedEdge,
  address: string,
): Promise<void> {
  const { env, options, terminal } = context;
  const missing = missingSecrets(found);
  const known = found.variables.SERVICE_URL ?? null;
  const secrets: Partial<Record<SecretName, string>> = {};
  let serviceUrl = options.serviceUrl ?? known;
  if (missing.includes('SERVICE_API_KEY') || serviceUrl === null) {
    const service = await promptForService(context, known);
    serviceUrl = service.url;
    secrets.SERVICE_API_KEY = service.apiKey;
  } else {
    if (options.serviceApiKey !== null)
      terminal.info(`SERVICE_API_KEY is not used: \`${again('rotate-key')}\` changes the key.`);
    if (serviceUrl !== known) serviceUrl = await checkedAddress(serviceUrl, options.serviceApiKey);
  }
  if (missing.includes('ENCRYPTION_KEY')) secrets.ENCRYPTION_KEY = makeEncryptionKey();
  if (missing.includes('PAIRING_CODE')) secrets.PAIRING_CODE = endedOwnerCode();
  const dataApiUrl = await newDataAddress(context, found.variables.DATA_API_URL ?? null);
  const settings = { serviceUrl, dataApiUrl, publicUrl: options.publicUrl };
  const before = await readHealth(address);
  const isAnew = await beginsAnew(context, before);
  const variables = planVariables(found, settings, address, sourceName());
  if (isAnew) variables.BEGINS_ANEW_AT = String(FORM_NUMBER);
  const owner = makeOwnerCode(signedIn.api.now());
  const endsAt = Date.now() + CODE_LIFETIME_MS;
  if (isAnew) secrets.PAIRING_CODE = env.CI ? endedOwnerCode() : owner.secret;
  const plan: Plan = { variables, secrets };
  const changes = planChanges(found, plan);
  if (options.dryRun) return dryRun(context, signedIn, plan, changes);
  await carryOut(context, signedIn, plan, null, address, found);
  const edge = variables.PUBLIC_URL ?? address;
  await mentionOwnDomain(context, edge, address);
  terminal.info(changeWords(before?.version ?? null, found.variables[DEPLOYED_FROM] ?? null, changes));
  if (!isAnew) return terminal.outro('Upgraded. Browsers stay paired, and no secret was changed.');
  if (env.CI)
    return terminal.outro(
      `Upgraded, and begun anew. \`${again('new-owner')}\` on your own machine makes the line to paste.`,
    );
  printPairingLine(terminal, formatPairingLine(edge, owner.code), endsAt);
  terminal.outro('Upgraded, and begun anew: every browser has to be paired again.');
}

/** Checks another address of the service; without the key, which can't be read back, it must ask for one. */
async function checkedAddress(typed: string, apiKey: string | null): Promise<string> {
  const url = parseServiceAddress(typed);
  if (url === null)
    throw new Stop('SERVICE_URL: This is no https address: https://name.example, without a query.');
  const check = await checkService({ url, apiKey: apiKey ?? 'none' });
  if (check.kind === 'works' || (check.kind === 'key-rejected' && apiKey === null)) return url;
  throw new Stop(`${serviceProblem(check, url)} Nothing was deployed.`);
}

async function subdomainOf(context: Context, { api, accountId }: SignedIn): Promise<string> {
  const known = await api.subdomain(accountId);
  if (known !== null) return known;
  const name = await promptForSubdomain(context, (one) => api.isSubdomainFree(accountId, one));
  if (!context.options.dryRun)
    await context.writes.carryOut(`registering ${name}.workers.dev`, () =>
      api.registerSubdomain(accountId, name),
    );
  return name;
}

async function makeNamespace(
  { options, terminal, writes }: Context,
  { api, accountId }: SignedIn,
): Promise<string> {
  const title = namespaceTitle(options.name);
  return terminal.during('Making the KV namespace of the events …', async (say) => {
    const id = await writes.carryOut(`making the KV namespace ${title}`, () =>
      api.createNamespace(accountId, title),
    );
    say('Made the KV namespace of the events');
    return id;
  });
}

/**
 * Uploads, and waits until the edge responds as the uploaded version.
 * @param upgraded the edge as it was when this run began
 * @throws Stop with a sentence for what went wrong, also when another run changed the edge meanwhile
 */
async function carryOut(
  context: Context,
  signedIn: SignedIn,
  plan: Plan,
  namespaceId: string | null,
  address: string,
  upgraded?: DeployedEdge,
): Promise<void> {
  const { options, terminal, writes } = context;
  const began = upgraded?.deployment?.versionId ?? null;
  const problems = planProblems(plan);
  if (problems.length > 0) throw new Stop(`${problems.join('\n')} Nothing was deployed.`);
  const { api, accountId, env } = signedIn;
  if (upgraded) await requireUnchanged(signedIn, options.name, began);
  const versionId = await terminal.during('Deploying …', async (say) => {
    const settings = { name: options.name, accountId, namespaceId, ...plan, dryRun: false };
    const done = await writes.carryOut(`deploying ${options.name}`, async () => {
      const result = await upload(settings, env);
      if (result.kind !== 'deployed') throw new Stop(uploadProblem(result));
      return result;
    });
    say(`Deployed ${options.name} at ${address}`);
    return done.versionId ?? (await api.latestDeployment(accountId, options.name))?.versionId ?? null;
  });
  await untilWell(context, address, versionId).finally(async () => {
    // Another run is also why an edge does not answer as this one's version.
    if (upgraded && versionId !== null) await requireAlone(signedIn, options.name, began, versionId);
  });
}

function uploadProblem(failure: Exclude<Upload, { kind: 'deployed' }>): string {
  if (failure.kind === 'redirected')
    return `${explain({ call: 'the upload', status: 307, codes: [] })} Nothing was deployed.`;
  const { code, tail } = failure;
  if (code === null) return `wrangler could not deploy. What it said:\n${tail.trim()}`;
  const words = explain({ call: 'PUT /accounts/…/workers/scripts', status: 400, codes: [code] });
  return `${words} Nothing was deployed.`;
}

async function dryRun(
  { options, terminal }: Context,
  { accountId, env }: SignedIn,
  plan: Plan,
  lines: readonly string[],
): Promise<void> {
  const problems = planProblems(plan);
  if (problems.length > 0) throw new Stop(problems.join('\n'));
  await terminal.during('Building the edge …', async (say) => {
    const settings = { name: options.name, accountId, namespaceId: null, ...plan, dryRun: true };
    const done = await upload(settings, env);
    if (done.kind !== 'deployed') throw new Stop(uploadProblem(done));
    say('The edge can be built');
  });
  terminal.info(lines.length > 0 ? `Would change:\n${lines.join('\n')}` : 'Would deploy the same again.');
  terminal.outro('Nothing was changed: this was a dry run.');
}

async function mentionOwnDomain({ terminal }: Context, publicUrl: string, address: string): Promise<void> {
  if (publicUrl === address) return;
  const [own, workers] = await Promise.all([readHealth(publicUrl), readHealth(address)]);
  if (own === null || own.deployment !== workers?.deployment)
    terminal.warn(
      `${publicUrl} (PUBLIC_URL) does not lead to this edge yet: route that domain to the Worker in the dashboard.`,
    );
}

function changeWords(
  versionBefore: string | null,
  sourceBefore: string | null,
  changes: readonly string[],
): string {
  const count = sourceBefore === null ? null : changesBetween(sourceBefore, sourceName());
  const lines = changes.map((line) =>
    line.startsWith('version: ')
      ? `${line.replace('not set', versionBefore ?? 'unknown')}${count ? ` (${count} changes of the edge)` : ''}`
      : line,
  );
  return lines.length > 0 ? `Changed:\n${lines.join('\n')}` : 'The same version and settings as before.';
}
