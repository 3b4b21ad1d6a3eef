import type { EventFacts, KeptEvent } from '../../shared/snapshot/kept-event.ts';

/** KV keeps at most 1,024 bytes of metadata beside a value. */
export const MAX_METADATA_BYTES = 1024;

/**
 * Fits an event's row into KV's metadata, so that a page of history is one `list` and no `get`: facts are dropped from
 * the last picked on until the row fits. Ids and names are bounded where they are read.
 */
export function fitRow(event: KeptEvent): KeptEvent {
  const names = Object.keys(event.facts);
  let row = event;
  while (byteLength(row) > MAX_METADATA_BYTES && names.length > 0) {
    names.pop();
    const facts: EventFacts = {};
    for (const name of names) facts[name] = event.facts[name] ?? null;
    row = { ...event, facts };
  }
  return byteLength(row) > MAX_METADATA_BYTES ? inPlainText(row) : row;
}

/** Names as no service makes them, which only their escapes make too long: what is not plain ASCII becomes a `?`. */
function inPlainText(row: KeptEvent): KeptEvent {
  const plain = (text: string) => text.replace(/[^ !#-[\]-~]/g, '?');
  return {
    ...row,
    id: plain(row.id),
    event: plain(row.event),
    projectId: row.projectId === null ? null : plain(row.projectId),
  };
}

function byteLength(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}
