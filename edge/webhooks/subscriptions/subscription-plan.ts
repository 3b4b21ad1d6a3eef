import type { ServiceEvent } from '../../../shared/builder-api/events.ts';
import { hookAddress } from '../hook-address.ts';
import { isUnfiltered, type ListedWebhook } from './listed-webhook.ts';
import { MAX_FILTER_PROJECTS, planChunks } from './project-chunks.ts';

export type PlanInput = {
  /** All subscriptions of the account, anyone's. */
  listed: readonly ListedWebhook[];
  /** Ids of those that we made, as our own storage remembers them. */
  recorded: ReadonlySet<string>;
  /** Ids of those whose secret we hold. */
  withSecret: ReadonlySet<string>;
  /** Public https address of the edge, without a trailing slash. */
  publicUrl: string;
  /** Events to be subscribed to: all that this account can register. */
  wanted: readonly ServiceEvent[];
  /** Events whose unfiltered registration was refused because somebody else holds it, though the list does not show it. */
  taken: ReadonlySet<string>;
  /** Ids of all projects of the account; null = not read, then nothing that depends on them is planned. */
  projects: readonly string[] | null;
  /** Projects that can't have the event, as the service said (older engine). */
  without: (event: ServiceEvent) => ReadonlySet<string>;
  /** Most projects in a new filter of the event. */
  filterSize: (event: ServiceEvent) => number;
};

export type Action =
  | { kind: 'secret'; webhookId: string }
  | { kind: 'put'; event: ServiceEvent; url: string; projectIds: string[] | null }
  | { kind: 'delete'; webhookId: string };

/** `needsProjects`: events for which nothing can be planned without the list of projects. */
export type Plan = { actions: Action[]; needsProjects: ServiceEvent[] };

/** Above this many filters per event an address is changed by taking down and putting up instead of bridging. */
const MAX_BRIDGE_CHUNKS = 4;

/**
 * What to do next so that each wanted event has its subscription at our address. The plan is a step, not a whole: do its
 * actions, look again, plan again, until nothing is left. So it goes on where it broke, whatever broke it, and a
 * subscription is only taken down after what replaces it stands with its secret.
 *
 * - Found again at our address rather than made twice; only its secret is fetched.
 * - Somebody else's unfiltered subscription is left alone: ours gets project filters of up to 50, which follow the
 *   project list. When theirs goes, ours becomes unfiltered.
 * - A changed public address is bridged without a gap: filtered subscriptions at the new one, the old one down, the
 *   unfiltered one up, the filtered ones down.
 * - Ours are those we recorded and those at an address only we make. Nothing else is ever deleted.
 */
export function planSubscriptions(input: PlanInput): Plan {
  const plan: Plan = { actions: [], needsProjects: [] };
  for (const event of input.wanted) planEvent(event, input, plan);
  return plan;
}

function planEvent(event: ServiceEvent, input: PlanInput, plan: Plan): void {
  const forEvent = input.listed.filter((w) => w.event === event);
  const ours = forEvent.filter((w) => isOurs(w, input));
  for (const { id, url } of ours) {
    if (!input.withSecret.has(id) && url.startsWith(`${input.publicUrl}/hooks/`))
      plan.actions.push({ kind: 'secret', webhookId: id });
  }
  const takenByOther =
    forEvent.some((w) => isUnfiltered(w) && !ours.includes(w)) ||
    (input.taken.has(event) && !ours.some(isUnfiltered));
  const address = hookAddress(input.publicUrl, event, null);
  const atPlace = ours.find((w) => isUnfiltered(w) && w.url === address);
  const elsewhere = ours.find((w) => isUnfiltered(w) && w.url !== address);

  if (takenByOther) {
    cover(event, ours, input, plan);
    return;
  }
  if (atPlace) {
    remove(ours, [atPlace], input, plan);
    return;
  }
  if (!elsewhere) {
    plan.actions.push({ kind: 'put', event, url: address, projectIds: null });
    return;
  }
  if (input.projects === null) {
    plan.needsProjects.push(event);
    return;
  }
  if (input.projects.length > 0 && input.projects.length <= MAX_BRIDGE_CHUNKS * MAX_FILTER_PROJECTS) {
    cover(event, ours, input, plan);
    return;
  }
  plan.actions.push({ kind: 'delete', webhookId: elsewhere.id });
  plan.actions.push({ kind: 'put', event, url: address, projectIds: null });
}

/** Filtered subscriptions for all projects; what they replace goes once they all stand with their secrets. */
function cover(event: ServiceEvent, ours: readonly ListedWebhook[], input: PlanInput, plan: Plan): void {
  if (input.projects === null) {
    plan.needsProjects.push(event);
    return;
  }
  const chunks = ours.flatMap(({ id, url, projectIds, features }) =>
    projectIds !== null && features === null && url === hookAddress(input.publicUrl, event, projectIds)
      ? [{ id, projectIds }]
      : [],
  );
  const without = input.without(event);
  const projects = input.projects.filter((id) => !without.has(id));
  const { put, spare } = planChunks(chunks, projects, input.filterSize(event));
  for (const projectIds of put) putFiltered(event, projectIds, ours, input, plan);
  if (put.length > 0) return;
  const kept = ours.filter((w) => chunks.some((c) => c.id === w.id) && !spare.includes(w.id));
  remove(ours, kept, input, plan);
}

/**
 * One filter may stand once per event, at whatever address. Where an old one of ours has the very filter that is wanted,
 * halves of it are made first; where it names one project only, it has to go before.
 */
function putFiltered(
  event: ServiceEvent,
  projectIds: string[],
  ours: readonly ListedWebhook[],
  input: PlanInput,
  plan: Plan,
): void {
  const holder = ours.find((w) => sameProjects(w.projectIds, projectIds));
  if (holder && projectIds.length > 1) {
    const middle = Math.ceil(projectIds.length / 2);
    putFiltered(event, projectIds.slice(0, middle), ours, input, plan);
    putFiltered(event, projectIds.slice(middle), ours, input, plan);
    return;
  }
  if (holder) plan.actions.push({ kind: 'delete', webhookId: holder.id });
  plan.actions.push({ kind: 'put', event, url: hookAddress(input.publicUrl, event, projectIds), projectIds });
}

function sameProjects(one: readonly string[] | null, other: readonly string[]): boolean {
  return one !== null && one.length === other.length && other.every((id) => one.includes(id));
}

function remove(
  ours: readonly ListedWebhook[],
  keep: readonly ListedWebhook[],
  input: PlanInput,
  plan: Plan,
): void {
  if (!keep.every((w) => input.withSecret.has(w.id))) return;
  for (const w of ours) if (!keep.includes(w)) plan.actions.push({ kind: 'delete', webhookId: w.id });
}

function isOurs(webhook: ListedWebhook, input: PlanInput): boolean {
  if (input.recorded.has(webhook.id)) return true;
  return (
    webhook.features === null &&
    webhook.url === hookAddress(input.publicUrl, webhook.event, webhook.projectIds)
  );
}
