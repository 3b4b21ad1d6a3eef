import type { KeptEvent } from './kept-event.ts';

/** Events of the service that report the end of a run or of a deployment. */
export const ENDS: readonly string[] = ['agent.prompt.finished', 'deployment.finished'];

/** The fact of an end that the edge read which tells when the work began, in milliseconds. */
export const READ_START = 'startedAt';

/** Whether this is an end that the edge has read from the project, in the words of the service's event. */
export const isReadEnd = ({ event, source }: KeptEvent): boolean => source === 'edge' && ENDS.includes(event);

/** Each end once: without those that the edge read before the service's event of the same work arrived. */
export function withEachEndOnce(events: readonly KeptEvent[]): KeptEvent[] {
  const reported = new Set(
    events
      .filter(
        ({ event, source, signer }) => ENDS.includes(event) && source !== 'edge' && signer === undefined,
      )
      .flatMap(({ work }) => work ?? []),
  );
  return events.filter((read) => !isReadEnd(read) || read.work === undefined || !reported.has(read.work));
}
