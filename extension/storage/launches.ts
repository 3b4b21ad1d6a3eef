import * as z from 'zod/mini';
import { runEnding } from '../../shared/builder-api/run-ending.ts';
import { launchRecord, launchRefusal } from '../../shared/edge-api/launches.ts';
import { parse, parseEach } from '../../shared/parse.ts';
import { runPhase } from '../../shared/snapshot/project-state.ts';
import { instantMs } from '../../shared/time.ts';
import { draft } from './drafts.ts';
import { localItem, setTogether } from './stored-item.ts';

const entryFields = {
  /** The idempotency key, also the entry's identity. */
  key: z.string(),
  confirmedAt: instantMs,
  /**
   * `stored`: nothing left the browser as far as is known; `sent`: it may have; `answered`: `record` or `refusal` says how
   * it went; `given-up`: it never reached the edge, and never will.
   */
  phase: z.enum(['stored', 'sent', 'answered', 'given-up']),
  /** The edge's ledger, as last told. */
  record: z.nullable(launchRecord),
  /** Refused before the ledger took it (by the edge, or before sending). */
  refusal: z.nullable(launchRefusal),
  /** Why the edge could not be asked the last time, as a kind of failure; null when it could. */
  trouble: z.nullable(z.string()),
  /** How the first run went, once known from the snapshot. */
  outcome: z.nullable(
    z.object({
      phase: runPhase,
      creditsSpent: z.nullable(z.number()),
      finishedAt: z.nullable(instantMs),
      /** Absent in what older versions stored. */
      ending: z.optional(z.nullable(runEnding)),
    }),
  ),
  /** Whether what a settled launch no longer needs has been thrown away: secrets, and the draft of a launched one. */
  tidied: z.boolean(),
  /** The retries asked for after a warning, by step, each with its own idempotency key, and how they went. */
  retries: z.record(
    z.string(),
    z.object({
      key: z.string(),
      state: z.enum(['going', 'done', 'failed']),
      message: z.nullable(z.string()),
    }),
  ),
};

/** One confirmed launch: made and stored before anything is sent, kept as history afterwards. */
export const launchEntry = z.object({
  ...entryFields,
  /** The draft as it was confirmed, to be shown and used again. No secret's value. */
  draft,
});
export type LaunchEntry = z.infer<typeof launchEntry>;

/** The same as the background reads it: of the draft only which it is, and the rest as it was stored. */
export const runnerEntry = z.object({ ...entryFields, draft: z.looseObject({ id: z.string() }) });
export type RunnerEntry = z.infer<typeof runnerEntry>;

/**
 * The body of the service's Launch Project as the user confirmed it (service reference, Launch Project). Contents of files
 * and values of secrets are named by the ids under which they lie elsewhere: they are filled in when it is sent.
 */
export const launchRequest = z.object({
  body: z.record(z.string(), z.unknown()),
  files: z.array(z.object({ contentId: z.nullable(z.string()), file: z.record(z.string(), z.unknown()) })),
  secrets: z.array(
    z.object({ valueId: z.string(), secret: z.object({ secretName: z.string(), environment: z.string() }) }),
  ),
});
export type LaunchRequest = z.infer<typeof launchRequest>;

/** What of a body can be done again by itself. */
export const retryRequest = z.object({
  /** The body of the service's Run AI Agent. */
  run: z.object({
    prompt: z.string(),
    model: z.string(),
    effort: z.optional(z.string()),
    fastMode: z.optional(z.boolean()),
  }),
  creditLimits: z.object({
    maxDevelopmentCreditsPerMonth: z.optional(z.number()),
    maxInfrastructureCreditsPerMonth: z.optional(z.number()),
  }),
});
export type RetryRequest = z.infer<typeof retryRequest>;
export type RunRequest = RetryRequest['run'];
export type CreditLimits = RetryRequest['creditLimits'];

const entriesItem = localItem<unknown>('launches', []);
const requestItem = (key: string) => localItem<unknown>(`launch-request:${key}`, null);

/** Launches, confirmed by whatever page; the background alone writes them. What this version cannot read is left out. */
export const launchStore = {
  async read(): Promise<LaunchEntry[]> {
    return parseEach(launchEntry, await entriesItem.getValue());
  },
  watch(onChange: (entries: LaunchEntry[]) => void): () => void {
    return entriesItem.watch((value) => onChange(parseEach(launchEntry, value)));
  },
};

/** The same for the background, which does not read the drafts in them. */
export const runnerStore = {
  async read(): Promise<RunnerEntry[]> {
    return parseEach(runnerEntry, await entriesItem.getValue());
  },
  write(entries: RunnerEntry[]): Promise<void> {
    return entriesItem.setValue(entries);
  },
  /** Writes the launches and what is to be sent for one of them: both or neither. */
  reserve(entries: RunnerEntry[], key: string, request: LaunchRequest): Promise<void> {
    return setTogether([entriesItem.as(entries), requestItem(key).as(request)]);
  },
};

/** What is to be sent for a confirmed launch, by its key; gone once the launch is settled. */
export const requestStore = {
  async read(key: string): Promise<LaunchRequest | null> {
    return parse(launchRequest, await requestItem(key).getValue());
  },
  remove(key: string): Promise<void> {
    return requestItem(key).removeValue();
  },
};
