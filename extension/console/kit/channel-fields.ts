import { ALERT_GROUPS, CHANNEL_KINDS, type ChannelKind } from '../../../shared/edge-api/channel-kinds.ts';
import {
  type ChannelRecord,
  type ChannelRequest,
  channelRequest,
} from '../../../shared/edge-api/channels.ts';

/** What is stored of a channel's form while it is typed: all but its address and secret. Yes and no are `yes` and empty. */
export type ChannelFields = {
  /** Of the channel; empty until a new one is sent: a repetition after a lost response sets the same. */
  id: string;
  kind: string;
  name: string;
  /** `everything`, or groups, separated by spaces. */
  tells: string;
  /** Whether it is of some projects only; and their ids, separated by spaces. */
  some: string;
  projects: string;
  over: string;
  /** Whether it has hours. */
  timed: string;
  from: string;
  to: string;
  /** Digits of the days, 1 = Monday. */
  days: string;
  timeZone: string;
  stoppingPasses: string;
  /** A level of what links may do; empty: none. And up to how many credits a month. */
  links: string;
  upTo: string;
  language: string;
};

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

const yes = (is: boolean): string => (is ? 'yes' : '');

/** What the form of a channel begins with. @param language of the page, for a new one */
export function fieldsOf(channel: ChannelRecord | null, language: string): ChannelFields {
  const hours = channel?.hours;
  return {
    id: channel?.channelId ?? '',
    kind: channel?.kind ?? 'slack',
    name: channel?.name ?? '',
    tells: channel?.tells.join(' ') ?? 'needs-you',
    some: yes(channel?.projects !== undefined),
    projects: channel?.projects?.join(' ') ?? '',
    over: yes(channel?.over ?? false),
    timed: yes(hours !== null && hours !== undefined),
    from: hours?.from ?? '08:00',
    to: hours?.to ?? '22:00',
    days: hours?.days.toSorted().join('') ?? DAYS.join(''),
    timeZone: hours?.timeZone ?? browserZone(),
    stoppingPasses: yes(hours?.stoppingPasses ?? true),
    links: channel?.links?.may ?? '',
    upTo: channel?.links?.may === 'spends' ? String(channel.links.upTo) : '',
    language: channel?.language ?? language,
  };
}

export const kindOf = ({ kind }: ChannelFields): ChannelKind =>
  CHANNEL_KINDS.find((one) => one === kind) ?? 'slack';

/** The choice after a press: everything, groups of it, or nothing. */
export function toggledTells(tells: string, pressed: string): string {
  if (pressed === 'everything') return tells === 'everything' ? '' : 'everything';
  const chosen = tells.split(' ').filter((one) => one !== 'everything');
  return TELLS.filter((one) => chosen.includes(one) !== (one === pressed)).join(' ');
}

/** The projects after a press. */
export function toggledProjects(projects: string, pressed: string): string {
  const chosen = projects.split(' ').filter(Boolean);
  return (chosen.includes(pressed) ? chosen.filter((id) => id !== pressed) : [...chosen, pressed]).join(' ');
}

/** The days after a press. */
export const toggledDays = (days: string, pressed: number): string =>
  DAYS.filter((day) => days.includes(String(day)) !== (day === pressed)).join('');

const isText = (part: PropertyKey): boolean => typeof part === 'string';

/** The parts of a form that keep it from being sent. */
export type Lack = { missing: FormPart[]; wrong: FormPart[] };
export type FormPart =
  | Extract<
      keyof ChannelFields,
      'name' | 'tells' | 'projects' | 'from' | 'to' | 'days' | 'timeZone' | 'links' | 'upTo' | 'language'
    >
  | TargetPart;

/**
 * The request of a form; null while it lacks something, and what that is. A stored channel keeps its address where none is
 * typed.
 */
export function requestOf(
  fields: ChannelFields,
  typed: TypedTarget,
  isStored: boolean,
): { request: ChannelRequest | null; lack: Lack } {
  const kind = kindOf(fields);
  const parts = TARGET_PARTS[kind]
    .map((part) => [part, (typed[part] ?? '').trim()] as const)
    .filter(([, text]) => text !== '');
  const keeps = isStored && parts.length === 0;
  const { from, to, days, timeZone } = fields;
  const parsed = channelRequest.safeParse({
    kind,
    name: fields.name,
    tells: fields.tells.split(' ').filter(Boolean),
    ...(fields.some !== '' && { projects: fields.projects.split(' ').filter(Boolean) }),
    over: fields.over !== '',
    hours:
      fields.timed === ''
        ? null
        : { from, to, days: [...days].map(Number), timeZone, stoppingPasses: fields.stoppingPasses !== '' },
    ...(fields.links !== '' && {
      links: {
        may: fields.links,
        ...(fields.links === 'spends' && { upTo: fields.upTo === '' ? undefined : Number(fields.upTo) }),
      },
    }),
    language: fields.language,
    ...(!keeps && { target: { kind, ...Object.fromEntries(parts) } }),
  });
  if (parsed.success) return { request: parsed.data, lack: { missing: [], wrong: [] } };
  const all = [...new Set(parsed.error.issues.map(({ path }) => path.findLast(isText) as FormPart))];
  const entered: Partial<Record<FormPart, string>> = { ...fields, ...typed };
  const { missing = [], wrong = [] } = Object.groupBy(all, (part) =>
    (entered[part] ?? '').trim() === '' ? 'missing' : 'wrong',
  );
  return { request: null, lack: { missing, wrong } };
}
