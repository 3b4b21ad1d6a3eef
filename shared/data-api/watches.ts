import * as z from 'zod/mini';
import { checkedBy, matching } from '../request-schema.ts';
import { isAskable } from '../withheld.ts';
import { filter } from './conditions.ts';

/** The most watches that an edge can read within the free plan, at a decreasing rate. */
export const WATCHES_MAX = 1_000;
const id = (words: string) => z.string(words).check(matching(/^[A-Za-z0-9_-]{1,128}$/, words));

const place = {
  projectId: id('must be the id of a project'),
  /** The table's name as used in paths. */
  table: id('must be the name of a table'),
  filter: z.nullish(filter),
  /** What the user calls it: in a list, beside its project, in a notice. */
  label: z.nullish(
    z
      .string('must be a text')
      .check(z.refine((text) => /^[^\p{C}]{1,80}$/u.test(text), 'must be 1 to 80 letters in one line')),
  ),
};

const isTimeZone = (name: string): boolean => {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

/**
 * PUT `/watches/:id`; the browser creates the id. `records`: each new record is reported once, with one property's
 * value if the user chose one. `count`: how many match, in all or today; nothing else of the records leaves the edge.
 */
export const watchRequest = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('records'),
    ...place,
    property: z.nullish(
      z
        .string('must be a property')
        .check(checkedBy((name) => (isAskable(name) ? null : 'must be a property'))),
    ),
  }),
  z.strictObject({
    kind: z.literal('count'),
    ...place,
    /** With `day` only records made since midnight in `timeZone`, UTC where none is given. */
    within: z.nullish(z.literal('day')),
    timeZone: z.optional(
      z
        .string()
        .check(checkedBy((name) => (isTimeZone(name) ? null : 'must be a time zone, such as Europe/Madrid'))),
    ),
  }),
]);
export type WatchRequest = z.infer<typeof watchRequest>;
