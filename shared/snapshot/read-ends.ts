import { SAME_END_MS } from '../endings/ending.ts';
import type { KeptEvent } from './kept-event.ts';

/** Events of the service that report the end of a run or of a deployment. */
const ENDS: readonly string[] = ['agent.prompt.finished', 'deployment.finished'];

/** The fact of an end that the edge read which tells when the work began, in milliseconds. */
export const READ_START = 'startedAt';

/** Whether this is an end that the edge has read from the project, in the words of the service's event of it. */
export const isReadEnd = ({ event, source }: KeptEvent): boolean => source === 'edge' && ENDS.includes(event);

/** Whether an event of the service reports an end that was read, of work of the same kind and project. */
export function reportsRead({ at }: Pick<KeptEvent, 'at'>, read: Pick<KeptEvent, 'at' | 'facts'>): boolean {
  const began = read.facts[READ_START];
  return at <= read.at + SAME_END_MS && at >= (typeof began === 'number' ? began : read.at - SAME_END_MS);
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
