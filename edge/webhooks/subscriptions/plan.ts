import type { ServiceEvent } from '../../../shared/builder-api/webhooks.ts';
import { hookAddress } from './address.ts';
import { isUnfiltered, type ListedWebhook } from './webhook-service.ts';

export type PlanInput = {
  /** All subscriptions of the account, anyone's. */
  listed: readonly ListedWebhook[];
  /** Ids of those that we created, from our storage. */
  recorded: ReadonlySet<string>;
  /** Ids of those whose secret is stored. */
  withSecret: ReadonlySet<string>;
  /** Public https address of the edge, without a trailing slash. */
  publicUrl: string;
  /** Events to subscribe to: all that this account can register. */
  wanted: readonly ServiceEvent[];
  /** Events whose unfiltered registration was refused: somebody else holds it, though the list shows none. */
  taken: ReadonlySet<string>;
  /** Ids of all projects of the account; null = not read, so nothing that depends on them is planned. */
  projects: readonly string[] | null;
  /** Projects that can't have the event according to the service (older engine). */
  without: (event: ServiceEvent) => ReadonlySet<string>;
  /** Most projects in a new filter of the event. */
  filterSize: (event: ServiceEvent) => number;
};

export type Action =
  | { kind: 'secret'; webhookId: string }
  | { kind: 'put'; event: ServiceEvent; url: string; projectIds: string[] | null }
  | { kind: 'delete'; webhookId: string };

/** `needsProjects`: events that can't be planned without the list of projects. */
export type Plan = { actions: Action[]; needsProjects: ServiceEvent[] };

/**
 * Plans the next steps so that each wanted event has its subscription at our address. Execute the actions,
 * read, plan again, until nothing is left: this resumes after any failure, and a subscription at our address
 * is only deleted once its replacement exists with its secret.
 *
 * - A subscription at our address is reused; only its secret is read.
 * - Somebody else's unfiltered subscription is left alone: ours get project filters of up to 50, which follow
 *   the project list. When theirs is gone, ours becomes unfiltered.
 * - After a change of the public address, subscriptions at the former one are deleted first: the service
 *   allows a filter once per event, whatever the address. The sweep finds events that fall into the gap.
 * - Ours are those we recorded and those at an address only we create. Nothing else is ever deleted.
 */
export function planSubscriptions(input: PlanInput): Plan {
  const plan: Plan = { actions: [], needsProjects: [] };
  for (const event of input.wanted) planEvent(event, input, plan);
  return plan;
}

function planEvent(event: ServiceEvent, input: PlanInput, plan: Plan): void {
  const forEvent = input.listed.filter((w) => w.event === event);
  const ours = forEvent.filter((w) => isAtItsAddress(w, input));
  for (const w of forEvent)
    if (input.recorded.has(w.id) && !ours.includes(w)) plan.actions.push({ kind: 'delete', webhookId: w.id });
  for (const { id } of ours)
    if (!input.withSecret.has(id)) plan.actions.push({ kind: 'secret', webhookId: id });
  const isTaken =
    forEvent.some((w) => isUnfiltered(w) && !ours.includes(w) && !input.recorded.has(w.id)) ||
    (input.taken.has(event) && !ours.some(isUnfiltered));
  if (isTaken) {
    coverWithFilters(event, ours, input, plan);
    return;
  }
  const unfiltered = ours.find(isUnfiltered);
  if (unfiltered) deleteOthers(ours, [unfiltered], input, plan);
  else {
    const url = hookAddress(input.publicUrl, event, null);
    plan.actions.push({ kind: 'put', event, url, projectIds: null });
  }
}

/** Covers all projects with filtered subscriptions; deletes what they replace once all exist with secrets. */
function coverWithFilters(
  event: ServiceEvent,
  ours: readonly ListedWebhook[],
  input: PlanInput,
  plan: Plan,
): void {
  if (input.projects === null) {
    plan.needsProjects.push(event);
    return;
  }
  const chunks = ours.flatMap(({ id, projectIds }) => (projectIds === null ? [] : [{ id, projectIds }]));
  const without = input.without(event);
  const projects = input.projects.filter((id) => !without.has(id));
  const { put, spare } = planChunks(chunks, projects, input.filterSize(event));
  for (const projectIds of put) {
    const url = hookAddress(input.publicUrl, event, projectIds);
    plan.actions.push({ kind: 'put', event, url, projectIds });
  }
  if (put.length > 0) return;
  const kept = ours.filter((w) => chunks.some((c) => c.id === w.id) && !spare.includes(w.id));
  deleteOthers(ours, kept, input, plan);
}

function deleteOthers(
  ours: readonly ListedWebhook[],
  keep: readonly ListedWebhook[],
  input: PlanInput,
  plan: Plan,
): void {
  if (!keep.every((w) => input.withSecret.has(w.id))) return;
  for (const w of ours) if (!keep.includes(w)) plan.actions.push({ kind: 'delete', webhookId: w.id });
}

/** Whether a subscription is at the address that we assign to its event and filter. */
function isAtItsAddress(webhook: ListedWebhook, { publicUrl }: PlanInput): boolean {
  return (
    webhook.features === null && webhook.url === hookAddress(publicUrl, webhook.event, webhook.projectIds)
  );
}

/** Most projects in one subscription's filter (service reference, Limits). */
export const MAX_FILTER_PROJECTS = 50;

export type Chunk = { id: string; projectIds: readonly string[] };

/** `put`: sets still to subscribe; `spare`: ids of chunks that are not needed once no `put` is left. */
export type ChunkPlan = { put: string[][]; spare: string[] };

/**
 * Covers all projects with filters of at most 50, keeping existing ones. New projects fill up the largest
 * chunk with room (a filter can't be changed, so it is made anew beside the old one). A chunk that names a
 * project which is gone is made anew without it. Running it again on the result changes nothing.
 * @param size most projects in a new filter; smaller when one of them has to be found out
 */
export function planChunks(
  existing: readonly Chunk[],
  projects: readonly string[],
  size = MAX_FILTER_PROJECTS,
): ChunkPlan {
  const live = new Set(projects);
  const usable = existing
    .filter((c) => c.projectIds.length <= MAX_FILTER_PROJECTS && c.projectIds.every((id) => live.has(id)))
    .sort((a, b) => b.projectIds.length - a.projectIds.length || (a.id < b.id ? -1 : 1));
  const covered = new Set<string>();
  const kept = usable.filter(({ projectIds }) => {
    const adds = projectIds.some((id) => !covered.has(id));
    for (const id of projectIds) covered.add(id);
    return adds;
  });
  const missing = [...live].filter((id) => !covered.has(id));
  return {
    put: missing.length === 0 ? [] : fill(kept, missing, size),
    spare: existing.filter((c) => !kept.includes(c)).map((c) => c.id),
  };
}

function fill(kept: readonly Chunk[], missing: readonly string[], size: number): string[][] {
  const roomy = size === MAX_FILTER_PROJECTS && kept.find((c) => c.projectIds.length < size);
  const rest = [...missing];
  const put: string[][] = [];
  if (roomy) {
    const room = size - roomy.projectIds.length;
    put.push([...roomy.projectIds, ...rest.splice(0, room)]);
  }
  while (rest.length > 0) put.push(rest.splice(0, size));
  return put;
}
