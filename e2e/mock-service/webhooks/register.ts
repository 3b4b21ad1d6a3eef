import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { Answer, Call } from '../http/operation.ts';
import { refuse } from '../http/refusal.ts';
import { isHttpsUrl, isRecord, isStringList, isText } from '../http/values.ts';
import { EVENTS, isEventName, isFeatureEvent, LEGACY_EVENTS } from '../world/event.ts';
import { isFeature } from '../world/features.ts';
import type { World } from '../world/world.ts';
import { filterKey, type Subscription } from './subscription.ts';
import { listedSubscription } from './view.ts';

const MOST_PROJECTS = 50;

/** PUT `/webhooks`: fields, address, event, filters' form, filters' use, ownership, then the conflict. */
export function registerWebhook({ world, body, legacyHost }: Call): Answer {
  const sent = isRecord(body) ? body : {};
  const { url, event, headers } = sent;
  if (!isText(url) || !isText(event)) refuse(400, 'MISSING_WEBHOOK_FIELDS', 'url and event are required');
  if (!isHttpsUrl(url)) refuse(400, 'INVALID_WEBHOOK_URL', 'url must be an https address');
  const registrable = legacyHost ? LEGACY_EVENTS : EVENTS;
  if (!isEventName(event) || !registrable.includes(event)) notRegistrable(event, registrable);
  if (headers !== undefined && headers !== null && !isHeaders(headers)) {
    refuse(400, 'VALIDATION_ERROR', 'headers must be an object of strings');
  }
  const projectIds = filter(sent.projectIds, 'projectIds');
  const features = filter(sent.features, 'features');
  if (projectIds !== undefined && projectIds.length > MOST_PROJECTS) {
    refuse(400, 'VALIDATION_ERROR', `projectIds may name at most ${MOST_PROJECTS} projects`);
  }
  if (features !== undefined && !isFeatureEvent(event)) {
    refuse(400, 'WEBHOOK_FILTER_NOT_APPLICABLE', 'features applies to the project.feature events only');
  }
  const unknown = features?.find((feature) => !isFeature(feature));
  if (unknown !== undefined) refuse(400, 'UNKNOWN_FEATURE', `There is no feature ${unknown}`);
  requireOwn(world, projectIds ?? []);
  if ((projectIds ?? []).some((id) => world.projects.get(id)?.engine === 'legacy')) {
    if (!LEGACY_EVENTS.includes(event)) notRegistrable(event, LEGACY_EVENTS);
  }
  const wanted = { event, ...(projectIds && { projectIds }), ...(features && { features }) };
  if ([...world.subscriptions.values()].some((other) => filterKey(other) === filterKey(wanted))) {
    refuse(409, 'WEBHOOK_EVENT_ALREADY_EXISTS', `A subscription of ${event} exists; delete it first`);
  }
  const now = world.clock.now();
  const subscription: Subscription = {
    id: world.random.hex(24),
    url,
    ...(isHeaders(headers) && { headers }),
    ...wanted,
    createdAt: now,
    updatedAt: now,
    secret: `whsec_${world.random.hex(64)}`,
    oldSecret: `whsec_${world.random.hex(64)}`,
  };
  world.subscriptions.set(subscription.id, subscription);
  const { updatedAt: _listOnly, ...data } = listedSubscription(subscription);
  return { status: 201, data };
}

function notRegistrable(event: string, registrable: readonly string[]): never {
  return refuse(
    400,
    'INVALID_WEBHOOK_EVENT',
    `Unknown event ${event}; registrable: ${registrable.join(', ')}`,
  );
}

/** A filter's list; an absent or an empty one filters nothing. */
function filter(value: unknown, name: string): string[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (!isStringList(value)) refuse(400, 'VALIDATION_ERROR', `${name} must be a list of strings`);
  return value.length === 0 ? undefined : [...new Set(value)];
}

function requireOwn(world: World, projectIds: string[]): void {
  const foreign = projectIds.find((id) => !world.projects.has(id));
  if (foreign !== undefined) refuse(403, 'WEBHOOK_PROJECT_NOT_OWNED', `${foreign} is not your project`);
}

function isHeaders(value: unknown): value is Record<string, string> {
  if (!isRecord(value)) return false;
  return Object.entries(value).every(([name, text]) => {
    try {
      validateHeaderName(name);
      validateHeaderValue(name, String(text));
      return typeof text === 'string';
    } catch {
      return false;
    }
  });
}
