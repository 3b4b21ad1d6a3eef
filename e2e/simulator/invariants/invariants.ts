import type { BrowserActor } from '../actors/browser-actor.ts';
import { ENCRYPTION_KEY, PAIRING_CODE } from '../actors/edge-actor.ts';
import { API_KEY } from '../actors/service-actor.ts';
import { FORGED } from '../faults/forger.ts';
import { type Confirmed, effectsOf, type LaunchResponse } from '../launching.ts';
import type { World } from '../world.ts';

/** Subrequest limit per run of a Worker or object on Cloudflare's free plan. */
const SUBREQUESTS_MAX = 50;

/** No run exceeds the subrequest limit of the free plan. */
export function withinTheFreePlan({ invocations }: World): string[] {
  const { name, subrequests } = invocations.busiest;
  return subrequests <= SUBREQUESTS_MAX ? [] : [`${name} made ${subrequests} calls in one run`];
}

/** Violations recorded while they happened. */
export function seenWrong(world: World): string[] {
  return world.trace.filter((line) => line.includes('PROBLEM: '));
}

/** No forged delivery is stored, neither in the object nor in the log. */
export function nothingForged({ edge }: World): string[] {
  const problems: string[] = [];
  if (edge.object.sql.dump().includes(FORGED)) problems.push('the object keeps something forged');
  for (const [key, { value, metadata }] of edge.events.contents())
    if (value.includes(FORGED) || JSON.stringify(metadata).includes(FORGED))
      problems.push(`the log keeps something forged: ${key}`);
  return problems;
}

/** Each acknowledged event is exactly once in the object and exactly once in the log. */
export function eachAcknowledgedOnce({ edge, acknowledged }: World): string[] {
  const problems: string[] = [];
  const inLog = counted([...edge.events.contents().values()].map(({ metadata }) => idOf(metadata)));
  const inObject = counted(
    edge.object.sql
      .exec<{ row: string }>('SELECT row FROM events')
      .toArray()
      .map(({ row }) => idOf(JSON.parse(row))),
  );
  for (const id of acknowledged) {
    if (inObject.get(id) !== 1) problems.push(`${id} stands ${inObject.get(id) ?? 0} times in the object`);
    if (inLog.get(id) !== 1) problems.push(`${id} stands ${inLog.get(id) ?? 0} times in the log`);
  }
  for (const [id, times] of inLog) if (times > 1) problems.push(`${id} stands ${times} times in the log`);
  return problems;
}

/** Events whose deliveries the service gave up on, or that were lost, were reconciled. */
export function nothingMissed({ edge, service }: World): string[] {
  const kept = edge.object.sql.dump();
  const missed = service.world.deliveries.filter(({ eventId }) => !kept.includes(eventId));
  return [...new Set(missed.map(({ eventId }) => `${eventId} was never found`))];
}

/** A key never creates more than one project. */
export function paidAtMostOnce(world: World, forms: readonly Confirmed[]): string[] {
  return forms
    .filter((form) => effectsOf(world, form) > 1)
    .map((form) => `${form.prompt} was done ${effectsOf(world, form)} times`);
}

/**
 * Every paid call is settled correctly in the end. It may stay open only where another user or form wanted
 * the same of the same project.
 */
export function settledTruly(
  world: World,
  forms: readonly (Confirmed & { readonly last: LaunchResponse | null })[],
  others: ReadonlySet<string>,
): string[] {
  return forms.flatMap((form) => {
    const made = effectsOf(world, form);
    const right = made > 0 ? form.last === 'launched' : form.last !== 'launched' && form.last !== 'open';
    const contested = forms.some((other) => other !== form && other.projectId === form.projectId);
    const honest = form.last === 'open' && (contested || others.has(form.projectId));
    if (right || honest) return [];
    return [`${form.prompt} (${form.kind}) ended as ${form.last}, and was made ${made} times`];
  });
}

/** No secret is in a log, a response, the storage, the event log, or a browser. */
export function noSecretAnywhere(world: World, browsers: readonly BrowserActor[]): string[] {
  const { edge, service, logs, responses: answers } = world;
  const tokens = browsers.flatMap(({ token }) => (token ? [token] : []));
  const signing = [...service.world.subscriptions.values()].map(({ secret }) => secret);
  const bare = signing.map((secret) => secret.replace('whsec_', ''));
  const ofTheEdge = [API_KEY, ENCRYPTION_KEY, PAIRING_CODE, ...signing, ...bare];
  const log = [...edge.events.contents().values()].map((entry) => JSON.stringify(entry)).join('\n');
  const withoutPairing = answers.filter((response) => !response.includes('"deviceId":')).join('\n');
  const places: [string, string, string[]][] = [
    ['the log lines', logs.join('\n'), [...ofTheEdge, ...tokens]],
    ['the answers', withoutPairing, [...ofTheEdge, ...tokens]],
    ["the object's storage", edge.object.sql.dump(), [...ofTheEdge, ...tokens]],
    ['the log of events', log, [...ofTheEdge, ...tokens]],
    ['the browsers', browsers.map(({ state }) => state.dump()).join('\n'), ofTheEdge],
  ];
  return places.flatMap(([place, text, secrets]) =>
    secrets
      .filter((secret) => text.includes(secret))
      .map((secret) => `${secret.slice(0, 12)}… is in ${place}`),
  );
}

function idOf(row: unknown): string {
  return typeof row === 'object' && row !== null && 'id' in row ? String(row.id) : '';
}

function counted(ids: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
