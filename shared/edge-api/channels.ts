import * as z from 'zod/mini';
import { LANGUAGES } from '../languages.ts';
import { NAME_MAX, oneLine } from '../one-line.ts';
import { atMost, checkedBy, matching, notEmpty } from '../request-schema.ts';
import { instantMs } from '../time-schema.ts';
import { ALERT_GROUPS, CHANNEL_KINDS } from './channel-kinds.ts';
import { channelLinks, LINK_LACKS } from './links.ts';

export const CHANNELS_MAX = 10;
const PROJECTS_MAX = 200;
const EMPTY = 'must not be empty';
const ADDRESS_MAX = 1_000;
// @__NO_SIDE_EFFECTS__
const text = (max: number) =>
  z.string(EMPTY).check(z.trim(), notEmpty(EMPTY), atMost(max, `must be at most ${max} letters`));
const url = text(ADDRESS_MAX);
const token = text(300).check(matching(/^[\x21-\x7e]+$/, 'holds characters that no header can carry'));

/** Why an address is refused that alerts are to go to: the `reason` in the details of the refusal. */
export const ADDRESS_PROBLEMS = [
  'not-address',
  'with-user',
  'not-https',
  'private-network',
  'port',
  'no-topic',
] as const;
export type AddressProblem = (typeof ADDRESS_PROBLEMS)[number];

/** Where and by what secret; sealed at once, and never returned. */
export const channelTarget = z.discriminatedUnion('kind', [
  /** An incoming webhook. */
  z.strictObject({ kind: z.literal('slack'), url }),
  z.strictObject({
    kind: z.literal('telegram'),
    token: token.check(matching(/^\d+:[\w-]+$/, 'must be a bot token, as 123456:ABC')),
    chat: text(100).check(matching(/^(?:-?\d+|@\w+)$/, 'must be a number, or @ and a name')),
    /** Of the user's own Bot API server; Telegram's without it. */
    server: z.optional(url),
  }),
  z.strictObject({ kind: z.literal('discord'), url }),
  /** `url`: of a topic, `https://ntfy.example/topic`. */
  z.strictObject({ kind: z.literal('ntfy'), url, token: z.optional(token) }),
  /** Signed as Standard Webhooks are: `whsec_` and 24 to 64 bytes in base64. */
  z.strictObject({
    kind: z.literal('webhook'),
    url,
    secret: z
      .string(EMPTY)
      .check(matching(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/, 'must be whsec_ and 24 to 64 bytes in base64')),
  }),
]);
export type ChannelTarget = z.infer<typeof channelTarget>;

const WALL_CLOCK = 'must be a time of day, as 08:00';
const wallClock = z.string(WALL_CLOCK).check(matching(/^(?:[01]\d|2[0-3]):[0-5]\d$/, WALL_CLOCK));

/** When alerts may come, by the clock of `timeZone`; what is not urgent waits for that, and comes as one. */
const channelHours = z.strictObject({
  /** A `to` before `from` is on the next day; equal times: all day. */
  from: wallClock,
  to: wallClock,
  /** 1 = Monday, 7 = Sunday. */
  days: z
    .array(z.number())
    .check(
      checkedBy((days) =>
        days.length > 0 && days.every((day) => Number.isInteger(day) && day >= 1 && day <= 7)
          ? null
          : 'must name days from 1 (Monday) to 7',
      ),
    ),
  timeZone: text(64).check(
    checkedBy((zone) => (isTimeZone(zone) ? null : 'must be a time zone, as Europe/Prague')),
  ),
  /** Whether what stops building comes at any hour. */
  stoppingPasses: z.boolean('must be true or false'),
});
export type ChannelHours = z.infer<typeof channelHours>;

/** What is to be said where, without the address. */
const channelRules = {
  name: text(NAME_MAX).check(z.overwrite(oneLine), notEmpty(EMPTY)),
  tells: z
    .array(z.enum(['everything', ...ALERT_GROUPS]))
    .check(checkedBy((groups) => (groups.length > 0 ? null : 'must name what to tell'))),
  /** Whether it also says when an item that it told is over. */
  over: z.boolean('must be true or false'),
  /** Only alerts about these projects; absent = about all of them, and about the account. */
  projects: z.optional(
    z.array(text(NAME_MAX)).check(
      checkedBy((projects) => (projects.length > 0 ? null : 'must name a project')),
      checkedBy((projects) =>
        projects.length <= PROJECTS_MAX ? null : `must be at most ${PROJECTS_MAX} projects`,
      ),
    ),
  ),
  /** null = at any hour. */
  hours: z.nullable(channelHours),
  /** What the links of its alerts may do; absent: they have none. Whoever reads the channel can press. */
  links: z.optional(channelLinks),
  language: z.enum(LANGUAGES),
};

/** PUT `/channels/:id`, owners only. Without `target` the channel keeps its own; it must be of this kind. */
export const channelRequest = z.strictObject({
  kind: z.enum(CHANNEL_KINDS),
  ...channelRules,
  target: z.optional(channelTarget),
});
export type ChannelRequest = z.infer<typeof channelRequest>;

/** POST `/channels/:id/test`: of the stored channel, or of one that is not stored. */
export const channelTest = z.strictObject({ channel: z.optional(channelRequest) });

/** How one alert ended, and why if it was not sent. */
export const ALERT_RESULTS = ['waiting', 'sent', 'over', 'gone', 'seen', 'own', 'too-many'] as const;

/** GET `/channels` for owners. Counts are of 30 days. */
export const channelRecord = z.object({
  channelId: z.string(),
  kind: z.enum(CHANNEL_KINDS),
  ...channelRules,
  /** Host of the address, which is no secret. */
  host: z.string(),
  setAt: instantMs,
  setBy: z.nullable(z.string()),
  /** `stopped`: its service refuses alerts; nothing is sent until a test arrives or it is set anew. */
  state: z.enum(['ready', 'failing', 'stopped']),
  /** The service's own words; `status` null: it did not answer. */
  problem: z.nullable(z.object({ status: z.nullable(z.number()), words: z.string(), since: instantMs })),
  /** The last test since anything else was sent; `words`: why it failed, null = the service took it. */
  test: z.optional(z.nullable(z.object({ at: instantMs, words: z.nullable(z.string()) }))),
  nextTryAt: z.nullable(instantMs),
  /** Absent where links are off. `lack`: why alerts have none; `spent`: credits links allowed this month. */
  linksNow: z.optional(z.object({ lack: z.nullable(z.enum(LINK_LACKS)), spent: z.number() })),
  lastSent: z.nullable(z.object({ at: instantMs, title: z.string() })),
  sent: z.number(),
  waiting: z.number(),
  /** The latest 50, newest first. */
  alerts: z.array(
    z.object({
      /** Of the announcement: browsers know it by the same. */
      key: z.string(),
      /** It says that the item is over. */
      isEnd: z.boolean(),
      projectId: z.nullable(z.string()),
      announcedAt: instantMs,
      /** When it began to wait, or ended. */
      at: instantMs,
      /** In the language of the channel. */
      title: z.string(),
      result: z.enum(ALERT_RESULTS),
    }),
  ),
});
export type ChannelRecord = z.infer<typeof channelRecord>;
export type AlertRecord = ChannelRecord['alerts'][number];

/** For owners: what a removed channel sent, kept as long as that of the others. Only its name is known. */
const removedChannelRecord = z.object({
  channelId: z.string(),
  name: z.string(),
  isRemoved: z.literal(true),
  alerts: channelRecord.shape.alerts,
});
export type RemovedChannelRecord = z.infer<typeof removedChannelRecord>;

/** For builders: that there are channels. */
export const channelName = z.object({
  channelId: z.string(),
  kind: z.enum(CHANNEL_KINDS),
  name: z.string(),
});
export type ChannelName = z.infer<typeof channelName>;

/** GET `/channels`: for owners all but addresses and secrets, for builders that there are channels. */
export const channelList = z.object({
  channels: z.optional(z.array(channelRecord)),
  removed: z.optional(z.array(removedChannelRecord)),
  /** Whether alerts can carry links: the edge knows its public address. */
  linkable: z.optional(z.boolean()),
  names: z.optional(z.array(channelName)),
});

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) !== null;
  } catch {
    return false;
  }
}
