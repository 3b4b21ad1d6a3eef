import { formatPairingLine } from '../../../shared/edge-api/pairing.ts';
import type { Context } from '../context.ts';
import { printPairingLine } from '../first-browser.ts';
import { edgeAddress, requireEdge } from '../found.ts';
import { CODE_LIFETIME_MS, makeOwnerCode } from '../made-secrets.ts';
import { setSecret } from '../set-secret.ts';
import { signIn } from '../sign-in.ts';
import { Stop } from '../stop.ts';

/** Prints a new pairing line for one more owner's browser; also the way back in after a lockout. */
export async function newOwner(context: Context): Promise<void> {
  const { options, terminal, env } = context;
  terminal.intro(`Pilot Light: a new owner for ${options.name}`);
  if (env.CI)
    throw new Stop(
      'The line to paste is a key to your account: make it on your own machine, not where its lines are kept (CI is set).',
    );
  const signedIn = await signIn(context);
  const edge = await requireEdge(signedIn, options.name);
  const address = await edgeAddress(signedIn, options.name);
  if (options.dryRun)
    return terminal.outro('Would set PAIRING_CODE. Nothing was changed: this was a dry run.');
  const owner = makeOwnerCode(signedIn.api.now());
  const endsAt = Date.now() + CODE_LIFETIME_MS;
  await setSecret(context, signedIn, address, { name: 'PAIRING_CODE', text: owner.secret });
  printPairingLine(terminal, formatPairingLine(edge.variables.PUBLIC_URL ?? address, owner.code), endsAt);
}
