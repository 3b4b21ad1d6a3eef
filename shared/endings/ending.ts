/**
 * How a run or a deployment ended. `succeeded` only where the service said so; what is missing, cut or
 * unknown is `not-known`, until a reading tells. Three are stops: `stopped` by a request, `capped` by a
 * monthly cap (what was built is kept), `paused` with its batch, of which prompts are left.
 */
export const ENDINGS = ['succeeded', 'failed', 'stopped', 'capped', 'paused', 'not-known'] as const;
export type Ending = (typeof ENDINGS)[number];

export const isEnding = (value: unknown): value is Ending => (ENDINGS as readonly unknown[]).includes(value);

/** A deployment can't be stopped. */
export type DeployEnding = Extract<Ending, 'succeeded' | 'failed' | 'not-known'>;

/** Whether it is said how something ended. */
export const isSaid = <E extends Ending>(how: E | null): how is Exclude<E, 'not-known'> =>
  how !== null && how !== 'not-known';

/** Whether two words about one end can't both be true. A stop or a cap may explain a reported failure. */
export const contradicts = (one: Ending | null, other: Ending | null): boolean =>
  (one === 'succeeded' && other === 'failed') || (one === 'failed' && other === 'succeeded');

/** Whether a need that this kind of work opened is over: only success closes it. */
export const closesNeed = (how: Ending): boolean => how === 'succeeded';

/** A failed run is refunded, which no field reports (published reference, Conversation and runs). */
export const isRefunded = (work: 'run' | 'deploy', how: Ending): boolean =>
  work === 'run' && how === 'failed';
