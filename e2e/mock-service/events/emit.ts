import { iso } from '../clock/calendar.ts';
import { enqueue } from '../webhooks/dispatch.ts';
import { type EventName, LEGACY_EVENTS } from '../world/event.ts';
import type { World } from '../world/world.ts';

export interface EventData extends Record<string, unknown> {
  projectId: string;
}

/**
 * Delivers an event to every matching subscription. An instant under `at` is sent as ISO 8601.
 * @returns the event id, which retries share
 */
export function emitEvent(
  world: World,
  event: EventName,
  data: EventData,
  eventId = `evt_${world.random.hex(24)}`,
): string {
  const project = world.projects.get(data.projectId);
  if (project?.engine === 'legacy' && !LEGACY_EVENTS.includes(event)) return eventId;
  const at = world.clock.now();
  const reported = typeof data.at === 'number' ? { ...data, at: iso(data.at) } : data;
  enqueue(world, { event, eventId, at, data: reported });
  return eventId;
}
