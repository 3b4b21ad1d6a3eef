import * as z from 'zod/mini';
import { ALERT_RESULTS } from '../edge-api/channels.ts';
import { importRecord } from '../edge-api/imports.ts';
import { workEntry } from '../edge-api/work.ts';
import { SEVERITIES } from '../snapshot/attention.ts';
import { attentionItem } from '../snapshot/attention-schema.ts';
import { keptEvent } from '../snapshot/kept-event.ts';
import { launchRecord } from '../snapshot/launches.ts';
import { rejection } from '../snapshot/webhook-health.ts';
import { instantMs } from '../time-schema.ts';

/** What was announced, and what each channel made of it; `isEnd`: channels told that it is over. */
const told = z.object({
  number: z.number(),
  key: z.string(),
  isEnd: z.boolean(),
  noticeId: z.string(),
  severity: z.enum(SEVERITIES),
  projectId: z.nullable(z.string()),
  about: z.looseObject({ kind: z.string() }),
  /** When it happened; of an end, when it was first told. */
  at: instantMs,
  /** For owners, as long as it is kept. */
  sent: z.array(
    z.object({
      channelId: z.string(),
      channel: z.string(),
      isRemoved: z.boolean(),
      at: instantMs,
      result: z.enum(ALERT_RESULTS),
      /** Of one that waits after failures: when it is tried again. */
      nextTryAt: z.nullable(instantMs),
    }),
  ),
});
export type JournalAnnouncement = z.infer<typeof told>;

const entry = {
  /** Differs among all entries, and stays. */
  id: z.string(),
  at: instantMs,
  /** Whether it went wrong or ran into a limit. */
  isWrong: z.boolean(),
};

/** One act, or what needs the user: whatever else tells of the same is part of its entry. */
export const journalEntry = z.discriminatedUnion('kind', [
  /** `own`: begun by the asking browser. `end`: the event that reports its end. `also`: others about it. */
  z.object({
    ...entry,
    kind: z.literal('work'),
    row: z.omit(workEntry, { told: true }),
    own: z.boolean(),
    end: z.nullable(keptEvent),
    also: z.array(keptEvent),
    told: z.nullable(told),
  }),
  /** A paid call without a row of work, and each launch. `own`: of the browser that asks. */
  z.object({
    ...entry,
    kind: z.literal('call'),
    record: launchRecord,
    own: z.boolean(),
    by: z.nullable(z.string()),
    /** Its prompt, as far as it is kept. */
    words: z.nullable(z.string()),
    credits: z.nullable(z.number()),
  }),
  /** An event of the service or of the edge. `also`: those that tell the same again. */
  z.object({
    ...entry,
    kind: z.literal('event'),
    event: keptEvent,
    also: z.array(keptEvent),
    told: z.nullable(told),
  }),
  /** Two or more changes by one browser in one act, newest first. `isBack`: caps, to their former values. */
  z.object({ ...entry, kind: z.literal('act'), events: z.array(keptEvent), isBack: z.boolean() }),
  /** Rows that became records of a table: the requests of what was saved at once. */
  z.object({ ...entry, kind: z.literal('imported'), records: z.array(importRecord) }),
  /** An announcement of which nothing else tells, or caps that were expected at one time to be reached. */
  z.object({ ...entry, kind: z.literal('told'), all: z.array(told) }),
  /** What needs the user and no other entry tells, from begin to end. `endedBy`: why it ended unresolved. */
  z.object({
    ...entry,
    kind: z.literal('need'),
    item: attentionItem,
    endedAt: z.nullable(instantMs),
    endedBy: z.optional(z.string()),
    told: z.nullable(told),
  }),
  /** Deliveries that the edge rejected for one reason, in the last day. */
  z.object({
    ...entry,
    kind: z.literal('refused'),
    rejection,
  }),
]);
export type JournalEntry = z.infer<typeof journalEntry>;
export type EntryOf<K extends JournalEntry['kind']> = Extract<JournalEntry, { kind: K }>;

/**
 * GET `/journal?before&limit&project&kind&q&only&from&until`: entries, newest first. `next`: the next
 * `before`; null on the last page. `oldestAt`: when the oldest event was kept; null where there is none.
 */
export const journalPage = z.object({
  entries: z.array(journalEntry),
  next: z.nullable(z.string()),
  oldestAt: z.nullable(instantMs),
});
export type JournalPage = z.infer<typeof journalPage>;

/** What `kind` narrows it to, beside the names of events. `refused`: also prompts that a guard refused. */
export const ENTRY_KINDS = ['own', 'notice', 'trouble', 'forecast', 'refused', 'import'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];
export const entryKindOf = (filter: string): EntryKind | null =>
  ENTRY_KINDS.find((kind) => kind === filter) ?? null;
