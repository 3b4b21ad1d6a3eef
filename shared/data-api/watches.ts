import * as z from 'zod/mini';
import { checkedBy, isPropertyName } from '../property-schema.ts';
import { matching } from '../request-schema.ts';
import { instantMs } from '../time.ts';
import { filter } from './conditions.ts';

/** As many as an edge asks about, ever more rarely, within the free plan. */
export const WATCHES_MAX = 1_000;
/** Of what is new, the newest are told; of the rest how many. */
export const NEWEST_TOLD = 3;

const id = (words: string) => z.string(words).check(matching(/^[A-Za-z0-9_-]{1,128}$/, words));

const place = {
  projectId: id('must be the id of a project'),
  /** The table's name, as paths take it. */
  table: id('must be the name of a table'),
  filter: z.nullish(filter),
};

/**
 * PUT `/watches/:id`; the browser makes the id. `records`: each new record is told once, with one property's value if the user
 * chose one. `count`: how many match, of all or of this day; nothing else of the records leaves the edge.
 */
export const watchRequest = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('records'),
    ...place,
    property: z.nullish(
      z
        .string('must be a property')
        .check(checkedBy((name) => (isPropertyName(name) ? null : 'must be a property'))),
    ),
  }),
  z.strictObject({
    kind: z.literal('count'),
    ...place,
    /** With `day` only records made since midnight, as far from UTC as `utcOffsetMinutes` says. */
    within: z.nullish(z.literal('day')),
    utcOffsetMinutes: z.optional(
      z
        .number()
        .check(
          checkedBy((minutes) =>
            Number.isInteger(minutes) && Math.abs(minutes) <= 14 * 60 ? null : 'must be minutes from UTC',
          ),
        ),
    ),
  }),
]);
export type WatchRequest = z.infer<typeof watchRequest>;

/** One new record, newest first; `value` of the property that the user chose, null = none was, or it holds no text or number. */
export const watchNews = z.object({
  recordId: z.string(),
  at: z.nullable(instantMs),
  value: z.nullable(z.string()),
});

/** One row of GET `/watches`. */
export const watchRecord = z.object({
  id: z.string(),
  kind: z.enum(['records', 'count']),
  projectId: z.string(),
  table: z.string(),
  filter: z.unknown(),
  property: z.nullable(z.string()),
  createdAt: instantMs,
  /** How many new records there were since the watch began: a browser tells those beyond what it has told. */
  news: z.number(),
  /** The last of them, at most `NEWEST_TOLD`. */
  newest: z.array(watchNews),
  /** Of a `count`; null until it was read. */
  count: z.nullable(z.number()),
  problem: z.nullable(z.object({ code: z.string(), message: z.string() })),
});
export type WatchRecord = z.infer<typeof watchRecord>;
