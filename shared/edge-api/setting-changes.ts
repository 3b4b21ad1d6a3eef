import * as z from 'zod/mini';
import { amount, nullableAmount } from '../builder-api/open.ts';
import { parse } from '../parse.ts';
import { ALERT_GROUPS, CHANNEL_KINDS } from './channel-kinds.ts';
import { guardKind } from './guards.ts';
import { role } from './role-schema.ts';

/**
 * Event of the edge: a browser changed a setting through it, or took something down. `facts`: a
 * {@link settingChange}, and `by`, the browser's name. Caps have an event of their own (`CAP_EVENT`).
 */
export const CHANGE_EVENT = 'edge.change';

/** The same, of who may use the edge, how much, and with which keys. */
export const ACCESS_EVENT = 'edge.access';

const ACCESS: ReadonlySet<string> = new Set<SettingChange['setting']>([
  'browser',
  'invitation',
  'old-token',
  'daily-limit',
  'data-key',
  'service-key',
]);

export const eventOf = ({ setting }: SettingChange) => (ACCESS.has(setting) ? ACCESS_EVENT : CHANGE_EVENT);

/** Whether an event of the edge tells a {@link settingChange}. */
const isChangeEvent = (event: string): boolean => event === CHANGE_EVENT || event === ACCESS_EVENT;

/** Parts of a channel that can change. */
export const CHANNEL_PARTS = [
  'name',
  'target',
  'tells',
  'projects',
  'over',
  'hours',
  'links',
  'language',
] as const;

/** Fields of a feature's limit, and of the limit per visitor, as the service names them. */
export const LIMIT_PARTS = [
  'enabled',
  'monthlyCreditCap',
  'monthlyUnitCap',
  'perIpPerMinute',
  'allowlistCidrs',
  'verifiedBotsExempt',
] as const;

/** Words of a list in one text, as facts of events are primitive. */
// @__NO_SIDE_EFFECTS__
const listOf = <const Word extends string>(words: readonly Word[]) =>
  z.pipe(
    z.string(),
    z.transform((text) => words.filter((word) => text.split(' ').includes(word))),
  );

const did = z.enum(['added', 'changed', 'removed']);
const tells = listOf(['everything', ...ALERT_GROUPS]);
const engine = z.enum(['v2', 'legacy']);

/** Address ranges are one text. */
const limitValue = z.nullable(z.union([z.boolean(), amount, z.string()]));

/** What was changed, from what to what; null: there was none, or there is none any more. */
export const settingChange = z.discriminatedUnion('setting', [
  /** `from`, `to`: the guard's own measure, credits, minutes or failures. */
  z.object({
    ...{ setting: z.literal('guard'), did, guard: guardKind },
    ...{ from: nullableAmount, to: nullableAmount },
    /** Of a budget of the day, afterwards. */
    stopsRun: z.optional(z.boolean()),
  }),
  /** `from`, `to`: what is sent to it. */
  z.object({
    ...{ setting: z.literal('channel'), did, kind: z.enum(CHANNEL_KINDS), name: z.string() },
    ...{ from: z.nullable(tells), to: z.nullable(tells) },
    parts: listOf(CHANNEL_PARTS),
  }),
  /** `event` null: the project's own webhook; if `host` is null too, the service did not say which it was. */
  z.object({
    ...{ setting: z.literal('receiver'), did, host: z.nullable(z.string()) },
    event: z.nullable(z.string()),
  }),
  /** A field of a feature's limit; `feature` null: of the limit per visitor. `from` absent: not read. */
  z.object({
    ...{ setting: z.literal('limit'), did, feature: z.nullable(z.string()), part: z.enum(LIMIT_PARTS) },
    ...{ from: z.optional(limitValue), to: limitValue },
    /** What a `monthlyUnitCap` counts, as the service names it; absent where it was not read. */
    unit: z.optional(z.string()),
  }),
  /** Of new projects. `from` null: it was not read. */
  z.object({ setting: z.literal('engine'), did, from: z.nullable(engine), to: engine }),
  /** An environment variable's name, never its value; null: the service did not say. `changed`: replaced. */
  z.object({
    ...{ setting: z.literal('secret'), did },
    ...{ name: z.nullable(z.string()), environment: z.nullable(z.string()) },
  }),
  /** The project's own domain was disconnected. `host` null: it was not read. */
  z.object({ setting: z.literal('domain'), host: z.nullable(z.string()) }),
  /** What is published was taken down, or the run stopped. */
  z.object({ setting: z.enum(['site', 'run']) }),
  /** A browser was paired, or is not paired any more. `name` null: all, or all others, were signed out. */
  z.object({
    ...{ setting: z.literal('browser'), did, name: z.nullable(z.string()) },
    role: z.optional(role),
  }),
  /** A code for another browser was made. */
  z.object({ setting: z.literal('invitation'), role }),
  /** A token was used after it had been replaced: somebody may have a copy. `name`: its browser's. */
  z.object({ setting: z.literal('old-token'), name: z.string() }),
  /** What a browser may spend a day: credits; null = no limit. */
  z.object({
    ...{ setting: z.literal('daily-limit'), did, name: z.string() },
    ...{ from: nullableAmount, to: nullableAmount },
  }),
  /** Below what balance it is told, in credits; null = not. */
  z.object({ setting: z.literal('balance-alarm'), from: nullableAmount, to: nullableAmount }),
  /** The key of a project's data, never its value. */
  z.object({ setting: z.literal('data-key'), did }),
  /** The edge has another API key of the service. `account`: whose it is, where an owner had to say so. */
  z.object({ setting: z.literal('service-key'), account: z.optional(z.enum(['same', 'another'])) }),
  /** Anything else that only owners may do, by the name of the operation. */
  z.object({ setting: z.literal('operation'), operation: z.string() }),
  /** The project was deleted. `name`: what it was called; null: not known. */
  z.object({ setting: z.literal('project'), name: z.nullable(z.string()) }),
]);
/** As it is emitted and stored: lists are texts. */
export type SettingChange = z.input<typeof settingChange>;
export type ReadSettingChange = z.output<typeof settingChange>;

/** What became of a setting. @param from before, @param to afterwards; null = there is none */
export function changeKind(from: object | number | null, to: object | number | null): z.infer<typeof did> {
  if (from === null) return 'added';
  return to === null ? 'removed' : 'changed';
}

/** What a browser changed or took down, by an event; null: another event, or one new to this version. */
export const settingChangeOf = ({
  event,
  source,
  facts,
}: {
  event: string;
  source: string;
  facts: Readonly<Record<string, unknown>>;
}): ReadSettingChange | null =>
  isChangeEvent(event) && source === 'edge' ? parse(settingChange, facts) : null;
