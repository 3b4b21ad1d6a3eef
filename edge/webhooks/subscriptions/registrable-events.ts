import { SERVICE_EVENTS, type ServiceEvent } from '../../../shared/builder-api/events.ts';

/**
 * The events that can be registered, read from the message of `INVALID_WEBHOOK_EVENT`, which lists them (service
 * reference, Errors). The refused event may be named there too.
 * @returns null when the message names none but the refused one: then nothing is known from it
 */
export function registrableEvents(message: string, refused: string): ServiceEvent[] | null {
  const words = new Set(message.match(/[a-z_]+(?:\.[a-z_]+)+/g) ?? []);
  const named = SERVICE_EVENTS.filter((event) => event !== refused && words.has(event));
  return named.length > 0 ? named : null;
}
