import * as z from 'zod/mini';
import { CREDITS_MAX } from '../credits.ts';
import { checkedBy } from '../request-schema.ts';

/** What a channel's links may do, each with what stands before it: show, what saves credits, what spends. */
export const LINK_LEVELS = ['look', 'saves', 'spends'] as const;
export type LinkLevel = (typeof LINK_LEVELS)[number];

const CEILING = 'must be a whole number of credits above 0';

/** Links in the alerts of a channel. `upTo`: credits a month that all of them together may let be spent. */
export const channelLinks = z.discriminatedUnion('may', [
  z.strictObject({ may: z.enum(['look', 'saves']) }),
  z.strictObject({
    may: z.literal('spends'),
    upTo: z
      .number(CEILING)
      .check(
        checkedBy((credits) =>
          Number.isSafeInteger(credits) && credits > 0 && credits <= CREDITS_MAX ? null : CEILING,
        ),
      ),
  }),
]);
export type ChannelLinks = z.infer<typeof channelLinks>;

/** Why alerts lack links that are switched on; `no-owner`: who switched them on is no owner any more. */
export const LINK_LACKS = ['no-address', 'no-owner'] as const;

/** The one verb of a link. `look`: it only shows. */
export const LINK_VERBS = ['look', 'seen', 'stop', 'raise'] as const;
export type LinkVerb = (typeof LINK_VERBS)[number];

/** Most bytes of POST `/a/look` and `/a/act`. */
export const LINK_BODY_MAX_BYTES = 256;

/** POST `/a/look` and `/a/act`: the token of a link, and the time zone in which the reader reads times. */
export const linkRequest = z.strictObject({
  token: z.string().check(z.maxLength(LINK_BODY_MAX_BYTES)),
  zone: z.optional(z.string().check(z.maxLength(64))),
});

/** What a link is about as finished words, in the language of its channel. */
export interface LinkPage {
  language: string;
  sign: 'critical' | 'warning' | 'note' | 'done' | null;
  title: string;
  lines: string[];
  /** How much of its cap is used, 0 to 1; null: it is about no cap. */
  bar: { share: number; label: string } | null;
  /** What may be done; `confirm`: the words of the button for the second press, where one is needed. */
  act: { label: string; confirm: string | null } | null;
  foot: string[];
  /** The service's own page of the project. */
  project: { label: string; url: string } | null;
}
