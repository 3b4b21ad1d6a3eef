import type { Context } from '../context.ts';
import { edgeAddress, requireEdge } from '../found.ts';
import { makeEncryptionKey } from '../made-secrets.ts';
import { promptForService } from '../questions.ts';
import { setSecret } from '../set-secret.ts';
import { signIn } from '../sign-in.ts';
import { Stop } from '../stop.ts';

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
      'The address of the service is another one here: `npm run deploy` changes it, `rotate-key` only the key.',
    );
  if (options.dryRun) return terminal.outro('The key is good. Nothing was changed: this was a dry run.');
  await setSecret(context, signedIn, address, { name: 'SERVICE_API_KEY', text: service.apiKey });
  terminal.outro('The new key counts from the next call. Delete the old one at the service.');
}

async function rotateEncryption(
  context: Context,
  signedIn: Parameters<typeof setSecret>[1],
  address: string,
): Promise<void> {
  const { options, terminal } = context;
  terminal.warn(
    'What is sealed with the old key can’t be opened any more: webhook secrets are read from the service anew by themselves; data keys of projects have to be entered again; a launch that was sent before is not repeated under its key.',
  );
  const isSure =
    options.confirm === options.name ||
    (terminal.interactive && (await terminal.confirm('Set a new encryption key?')));
  if (!isSure) throw new Stop(`Nothing was changed. Without a question: --confirm ${options.name}`);
  if (options.dryRun) return terminal.outro('Nothing was changed: this was a dry run.');
  await setSecret(context, signedIn, address, { name: 'ENCRYPTION_KEY', text: makeEncryptionKey() });
  terminal.outro('The edge seals with the new key.');
}
