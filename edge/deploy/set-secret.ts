import type { Context } from './context.ts';
import type { SecretName } from './made-secrets.ts';
import type { SignedIn } from './sign-in.ts';
import { untilWell } from './until-well.ts';

/** Sets one secret and waits until the edge responds with it: Cloudflare deploys it as a version of its own. */
export async function setSecret(
  context: Context,
  { api, accountId }: SignedIn,
  address: string,
  secret: { name: SecretName; text: string },
): Promise<void> {
  const { options, terminal } = context;
  const versionId = await terminal.during(`Setting ${secret.name} …`, async (say) => {
    await api.putSecret(accountId, options.name, secret);
    say(`Set ${secret.name}`);
    return (await api.latestDeployment(accountId, options.name))?.versionId ?? null;
  });
  await untilWell(context, address, versionId);
}
