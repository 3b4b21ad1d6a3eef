import { formatPairingLine } from '../../../shared/edge-api/pairing.ts';
import type { Context } from '../context.ts';
import { readHealth, untilWell } from '../edge-health.ts';
import { printPairingLine } from '../first-browser.ts';
import { edgeAddress, requireEdge } from '../found.ts';
import { CODE_LIFETIME_MS, makeEncryptionKey, makeOwnerCode, type SecretName } from '../made-secrets.ts';
import { again } from '../origin.ts';
import { promptForService } from '../questions.ts';
import { sealedWords } from '../sealed.ts';
import { type SignedIn, signIn } from '../sign-in.ts';
import { Stop } from '../stop.ts';

const LOOK_EVERY_MS = 1_000;

/** Sets a new API key of the service, after testing it, or a new encryption key. */
export async function rotateKey(context: Context): Promise<void> {
  const { options, terminal } = context;
  terminal.intro(
    `Pilot Light: a new ${options.encryption ? 'encryption key' : 'key of the service'} for ${options.name}`,
  );
  const signedIn = await signIn(context);
  const edge = await requireEdge(signedIn, options.name);
  const address = await edgeAddress(signedIn, options.name);
  if (options.encryption) return rotateEncryption(context, signedIn, address);
  const service = await promptForService(context, edge.variables.SERVICE_URL ?? null);
  if (service.url !== edge.variables.SERVICE_URL)
    throw new Stop(
      `The address of the service is another one here: \`${again()}\` changes it, \`rotate-key\` only the key.`,
    );
  await withoutOverrides(context, address);
  if (options.dryRun) return terminal.outro('The key is good. Nothing was changed: this was a dry run.');
  await setSecret(context, signedIn, address, { name: 'SERVICE_API_KEY', text: service.apiKey });
  terminal.outro('The new key counts from the next call. Delete the old one at the service.');
}

/**
 * Says where caps may be overridden just now: a key of another account could not put them back.
 * @throws Stop unless there are none, or the user insists
 */
async function withoutOverrides({ options, terminal }: Context, address: string): Promise<void> {
  const open = (await readHealth(address))?.open ?? null;
  if (open?.length === 0) return;
  terminal.warn(
    'Caps of projects may be overridden just now, by budgets of runs or raises; Limits of each project names them. Only a key of the same account puts them back.',
  );
  const isSure =
    options.confirm === options.name ||
    (terminal.interactive && (await terminal.confirm('Set the new key all the same?')));
  if (!isSure)
    throw new Stop(
      `Nothing was changed. Wait until the runs are over, or without a question: --confirm ${options.name}`,
    );
}

async function rotateEncryption(
  context: Context,
  signedIn: Parameters<typeof setSecret>[1],
  address: string,
): Promise<void> {
  const { options, terminal } = context;
  terminal.warn(
    `What is sealed with the old key can’t be opened any more: ${sealedWords()}; a launch that was sent before is not repeated under its key.`,
  );
  const isSure =
    options.confirm === options.name ||
    (terminal.interactive && (await terminal.confirm('Set a new encryption key?')));
  if (!isSure) throw new Stop(`Nothing was changed. Without a question: --confirm ${options.name}`);
  if (options.dryRun) return terminal.outro('Nothing was changed: this was a dry run.');
  await setSecret(context, signedIn, address, { name: 'ENCRYPTION_KEY', text: makeEncryptionKey() });
  terminal.outro('The edge seals with the new key.');
}

/** Prints a new pairing line for one more owner's browser; also the way back in after a lockout. */
export const newOwner = (context: Context): Promise<void> => makeLine(context, false);

/** Signs out every browser, whoever holds its token, and prints a new pairing line. */
export const lock = (context: Context): Promise<void> => makeLine(context, true);

async function makeLine(context: Context, locks: boolean): Promise<void> {
  const { options, terminal, env } = context;
  terminal.intro(`Pilot Light: ${locks ? 'signing out all browsers of' : 'a new owner for'} ${options.name}`);
  if (env.CI)
    throw new Stop(
      'The line to paste is a key to your account: make it on your own machine, not where its lines are kept (CI is set).',
    );
  const signedIn = await signIn(context);
  const edge = await requireEdge(signedIn, options.name);
  const address = await edgeAddress(signedIn, options.name);
  if (options.dryRun)
    return terminal.outro('Would set PAIRING_CODE. Nothing was changed: this was a dry run.');
  const owner = makeOwnerCode(signedIn.api.now(), locks);
  const endsAt = Date.now() + CODE_LIFETIME_MS;
  await setSecret(context, signedIn, address, { name: 'PAIRING_CODE', text: owner.secret });
  if (locks) await untilLocked(context, address);
  printPairingLine(terminal, formatPairingLine(edge.variables.PUBLIC_URL ?? address, owner.code), endsAt);
}

/** @throws Stop unless the edge says that it has signed out all browsers */
async function untilLocked({ options, terminal }: Context, address: string): Promise<void> {
  const isLocked = await terminal.during('Signing out all browsers …', async (say) => {
    const until = Date.now() + options.waitMs;
    for (;;) {
      if ((await readHealth(address))?.isLocked) {
        say('All browsers are signed out');
        return true;
      }
      if (Date.now() >= until) return false;
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  });
  if (!isLocked)
    throw new Stop(
      `The edge does not say that its browsers are signed out. \`${again()}\` deploys it anew; then repeat this.`,
    );
}

/** Sets one secret, and waits until the edge responds as the version that Cloudflare deploys for it. */
async function setSecret(
  context: Context,
  { api, accountId }: SignedIn,
  address: string,
  secret: { name: SecretName; text: string },
): Promise<void> {
  const { options, terminal, writes } = context;
  const versionId = await terminal.during(`Setting ${secret.name} …`, async (say) => {
    await writes.carryOut(`setting ${secret.name}`, () => api.putSecret(accountId, options.name, secret));
    say(`Set ${secret.name}`);
    return (await api.latestDeployment(accountId, options.name))?.versionId ?? null;
  });
  await untilWell(context, address, versionId);
}
