import type { Context } from '../context.ts';
import { type DeployedEdge, find, foreignWorker, workersAddress } from '../found.ts';
import { promptForService } from '../questions.ts';
import { deleteSubscription, subscriptionsTo } from '../service.ts';
import { type SignedIn, signIn } from '../sign-in.ts';
import { Stop } from '../stop.ts';

/** Deletes our webhooks at the service, then the edge and its data. Each step may be repeated. */
export async function remove(context: Context): Promise<void> {
  const { options, terminal, writes } = context;
  terminal.intro(`Pilot Light: removing ${options.name}`);
  const signedIn = await signIn(context);
  const found = await find(signedIn, options.name);
  if (found.kind === 'foreign') throw new Stop(foreignWorker(options.name));
  if (found.kind === 'nothing' && found.namespaceId === null)
    return terminal.outro(`There is nothing left of “${options.name}” in this account.`);
  await confirmTwice(context);
  if (found.kind === 'edge') {
    let deleteRemade = async () => {};
    if (options.keepWebhooks)
      terminal.warn(
        'The webhooks stay: the service goes on sending to an address that is gone, and mails its owner about it.',
      );
    else deleteRemade = await removeWebhooks(context, signedIn, found);
    if (!options.dryRun)
      await terminal.during(`Deleting the Worker ${options.name} …`, async (say) => {
        await writes.carryOut(`deleting the Worker ${options.name}`, () =>
          signedIn.api.deleteWorker(signedIn.accountId, options.name),
        );
        say(`Deleted the Worker ${options.name}, its devices and its ledger`);
      });
    await deleteRemade();
  }
  const { namespaceId } = found;
  if (namespaceId !== null && !options.keepEvents && !options.dryRun) {
    await writes.carryOut('deleting the kept events', () =>
      signedIn.api.deleteNamespace(signedIn.accountId, namespaceId),
    );
    terminal.done('Deleted the kept events');
  }
  terminal.outro(
    options.dryRun
      ? 'Nothing was changed: this was a dry run.'
      : 'Removed. Delete the key at the service if nothing else uses it.',
  );
}

async function confirmTwice({ options, terminal }: Context): Promise<void> {
  if (options.dryRun || options.confirm === options.name) return;
  if (!terminal.interactive)
    throw new Stop(`This can't be undone. To go on without questions: --confirm ${options.name}`);
  const isSure = await terminal.confirm(
    'Remove the edge? Every browser is unpaired, and the history of launches and events is gone.',
  );
  if (!isSure) throw new Stop('Nothing was changed.');
  const typed = await terminal.ask({
    message: `Type the name of the Worker to remove it: ${options.name}`,
    why: 'This can’t be undone.',
  });
  if (typed !== options.name) throw new Stop('That is another name. Nothing was changed.');
}

/** @returns a function that deletes those that the edge created again before it was gone */
async function removeWebhooks(
  context: Context,
  { api, accountId }: SignedIn,
  edge: DeployedEdge,
): Promise<() => Promise<void>> {
  const { options, terminal, writes } = context;
  const subdomain = await api.subdomain(accountId);
  const addresses = [
    edge.variables.PUBLIC_URL,
    subdomain === null ? undefined : workersAddress(options.name, subdomain),
  ].filter((one): one is string => one !== undefined);
  terminal.info('Deleting the webhooks needs the key of the service (--keep-webhooks leaves them).');
  const service = await promptForService(context, edge.variables.SERVICE_URL ?? null);
  const deleteOurs = async () => {
    const ours = await subscriptionsTo(service, addresses);
    for (const { id } of ours ?? []) await deleteSubscription(service, id);
  };
  const ours = await subscriptionsTo(service, addresses);
  if (ours === null)
    throw new Stop(
      'The service does not say which webhooks there are. Nothing was deleted: run this again later.',
    );
  if (options.dryRun) {
    terminal.info(`Would delete ${ours.length} webhooks that send to the edge.`);
    return async () => {};
  }
  await writes.carryOut('deleting the webhooks at the service', deleteOurs);
  const left = await subscriptionsTo(service, addresses);
  if (left === null || left.length > 0)
    throw new Stop('Not every webhook could be deleted, so the edge stays: run this again.');
  terminal.done(`Deleted ${ours.length} webhooks at the service`);
  return deleteOurs;
}
