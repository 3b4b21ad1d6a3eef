import * as z from 'zod/mini';
import { isRecord } from '../../shared/parse.ts';
import { type InstantMs, parseInstant } from '../../shared/time.ts';

const MAX_EVENT_CHARS = 100;

/** Body of a delivery (service reference, Events). Event names and fields are open: unknown ones are kept. */
const deliveryBody = z.looseObject({
  event: z.string().check(z.refine((name) => name !== '' && name.length <= MAX_EVENT_CHARS)),
  timestamp: z.optional(z.unknown()),
  data: z.optional(z.unknown()),
});

export type DeliveryBody = {
  event: string;
  /** Time of the event: `data.at` if it has one, else the body's timestamp; null when neither is a time. */
  at: InstantMs | null;
  projectId: string | null;
  data: Record<string, unknown>;
};

const MAX_PROJECT_ID_CHARS = 100;

/**
 * Parses the bytes of a delivery with a valid signature.
 * @returns null when they are not UTF-8, not JSON, or have no event name
 */
export function parseDeliveryBody(bytes: Uint8Array): DeliveryBody | null {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes));
  } catch {
    return null;
  }
  const parsed = deliveryBody.safeParse(json);
  if (!parsed.success) return null;
  const data = isRecord(parsed.data.data) ? parsed.data.data : {};
  const projectId = data.projectId;
  return {
    event: parsed.data.event,
    at: instantOf(data.at) ?? instantOf(parsed.data.timestamp),
    projectId:
      typeof projectId === 'string' && projectId !== '' ? projectId.slice(0, MAX_PROJECT_ID_CHARS) : null,
    data,
  };
}

function instantOf(value: unknown): InstantMs | null {
  return typeof value === 'string' ? parseInstant(value) : null;
}
