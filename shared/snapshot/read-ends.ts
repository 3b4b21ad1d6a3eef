import { SAME_END_MS } from '../endings/ending.ts';
import type { InstantMs } from '../time.ts';
import type { KeptEvent } from './kept-event.ts';

/** Events of the service that report the end of a run or of a deployment. */
const ENDS: readonly string[] = ['agent.prompt.finished', 'deployment.finished'];

/** The fact of an end that the edge read which tells when the work began, in milliseconds. */
export const READ_START = 'startedAt';

/** Whether this is an end that the edge has read from the project, in the words of the service's event of it. */
export const isReadEnd = ({ event, source }: KeptEvent): boolean => source === 'edge' && ENDS.includes(event);

type End = Pick<KeptEvent, 'at' | 'facts'>;

/**
 * Whether an event of the service reports an end that was read, of work of the same kind and project. Of an event that a
 * reading was filled into, the beginning tells; several may end within a minute.
 */
export function reportsRead(event: End, read: End): boolean {
  const began = startOf(read);
  const known = startOf(event);
  if (began !== null && known !== null) return known === began;
  return event.at <= read.at + SAME_END_MS && event.at >= (began ?? read.at - SAME_END_MS);
}

/** Whether two readings are of one end. */
export function areSameRead(one: End, other: End): boolean {
  const [began, known] = [startOf(one), startOf(other)];
  return began !== null && known !== null ? began === known : Math.abs(one.at - other.at) < SAME_END_MS;
}

/** When the work began whose end this is; null where no reading told. */
export function startOf({ facts }: Pick<KeptEvent, 'facts'>): InstantMs | null {
  const began = facts[READ_START];
  return typeof began === 'number' ? began : null;
}

/** Each end once: without those that the edge read before the service's event of it arrived. */
export function withEachEndOnce(events: readonly KeptEvent[]): KeptEvent[] {
  return events.filter(
    (read) =>
      !isReadEnd(read) ||
      !events.some(
        (other) =>
          other.source !== 'edge' &&
          other.signer === undefined &&
          other.event === read.event &&
          other.projectId === read.projectId &&
          reportsRead(other, read),
      ),
  );
}
