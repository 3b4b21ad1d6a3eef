import * as z from 'zod/mini';
import { ALERT_GROUPS, CHANNEL_KINDS, type ChannelKind } from '../../../shared/edge-api/channel-kinds.ts';
import {
  type ChannelRecord,
  type ChannelRequest,
  channelRequest,
} from '../../../shared/edge-api/channels.ts';

/** What is stored of a channel's form while it is typed: all but its address and secret. */
export const channelFields = z.object({
  /** Of the channel; empty until a new one is sent: a repetition after a lost response sets the same. */
  id: z.string(),
  kind: z.enum(CHANNEL_KINDS),
  name: z.string(),
  /** `everything`, or groups. */
  tells: z.array(z.string()),
  isOfSome: z.boolean(),
  /** Ids, which stay while it is of all. */
  projects: z.array(z.string()),
  over: z.boolean(),
  /** Whether it has hours, which stay while it has none. */
  isTimed: z.boolean(),
  from: z.string(),
  to: z.string(),
  days: z.array(z.number()),
  timeZone: z.string(),
  stoppingPasses: z.boolean(),
  /** A level of what links may do; empty: none. And up to how many credits a month. */
  links: z.string(),
  upTo: z.string(),
  language: z.string(),
});
export type ChannelFields = z.infer<typeof channelFields>;

/** 1 = Monday. */
export const DAYS = [1, 2, 3, 4, 5, 6, 7] as const;
export const TELLS = ['everything', ...ALERT_GROUPS] as const;

/** Parts of an address with its secret, by the kind of channel, in the order of the form. */
export const TARGET_PARTS = {
  slack: ['url'],
  telegram: ['token', 'chat', 'server'],
  discord: ['url'],
  ntfy: ['url', 'token'],
  webhook: ['url', 'secret'],
} as const satisfies Record<ChannelKind, readonly string[]>;
export type TargetPart = (typeof TARGET_PARTS)[ChannelKind][number];
/** What is typed of an address and secret: in memory only, never in a draft. */
export type TypedTarget = Partial<Record<TargetPart, string>>;

export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** What the form of a channel begins with. @param language of the page, for a new one */
export function fieldsOf(channel: ChannelRecord | null, language: string): ChannelFields {
  const hours = channel?.hours;
  return {
    id: channel?.channelId ?? '',
    kind: channel?.kind ?? 'slack',
    name: channel?.name ?? '',
    tells: [...(channel?.tells ?? ['needs-you'])],
    isOfSome: channel?.projects !== undefined,
    projects: [...(channel?.projects ?? [])],
    over: channel?.over ?? false,
    isTimed: hours !== null && hours !== undefined,
    from: hours?.from ?? '08:00',
    to: hours?.to ?? '22:00',
    days: hours?.days.toSorted() ?? [...DAYS],
    timeZone: hours?.timeZone ?? browserZone(),
    stoppingPasses: hours?.stoppingPasses ?? true,
    links: channel?.links?.may ?? '',
    upTo: channel?.links?.may === 'spends' ? String(channel.links.upTo) : '',
    language: channel?.language ?? language,
  };
}

/** The choice after a press: everything, groups of it, or nothing. */
export function toggledTells(tells: readonly string[], pressed: string): string[] {
  if (pressed === 'everything') return tells.includes('everything') ? [] : ['everything'];
  const next = toggled(tells, pressed);
  return TELLS.filter((one) => one !== 'everything' && next.includes(one));
}

/** A choice of several after a press. */
export const toggled = <T>(chosen: readonly T[], pressed: T): T[] =>
  chosen.includes(pressed) ? chosen.filter((one) => one !== pressed) : [...chosen, pressed];

const isText = (part: PropertyKey): boolean => typeof part === 'string';

/** The parts of a form that keep it from being sent. */
export type Lack = { missing: FormPart[]; wrong: FormPart[] };
export type FormPart =
  | Extract<
      keyof ChannelFields,
      'name' | 'tells' | 'projects' | 'from' | 'to' | 'days' | 'timeZone' | 'links' | 'upTo' | 'language'
    >
  | TargetPart;

/** Request of a form; null with what the form lacks. A stored channel keeps its address if none is typed. */
export function requestOf(
  fields: ChannelFields,
  typed: TypedTarget,
  isStored: boolean,
): { request: ChannelRequest | null; lack: Lack } {
  const { id: _, kind, isOfSome, projects, isTimed, links, upTo, ...rest } = fields;
  const { from, to, days, timeZone, stoppingPasses, ...same } = rest;
  const parts = TARGET_PARTS[kind]
    .map((part) => [part, (typed[part] ?? '').trim()] as const)
    .filter(([, text]) => text !== '');
  const keeps = isStored && parts.length === 0;
  const parsed = channelRequest.safeParse({
    ...same,
    kind,
    ...(isOfSome && { projects }),
    hours: isTimed ? { from, to, days, timeZone, stoppingPasses } : null,
    ...(links !== '' && {
      links: { may: links, ...(links === 'spends' && { upTo: upTo === '' ? undefined : Number(upTo) }) },
    }),
    ...(!keeps && { target: { kind, ...Object.fromEntries(parts) } }),
  });
  if (parsed.success) return { request: parsed.data, lack: { missing: [], wrong: [] } };
  const all = [...new Set(parsed.error.issues.map(({ path }) => path.findLast(isText) as FormPart))];
  const entered: Partial<Record<FormPart, unknown>> = { ...fields, ...typed };
  const { missing = [], wrong = [] } = Object.groupBy(all, (part) =>
    String(entered[part] ?? '').trim() === '' ? 'missing' : 'wrong',
  );
  return { request: null, lack: { missing, wrong } };
}
