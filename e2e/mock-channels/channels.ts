import { discord } from './discord.ts';
import type { Answer, ChannelService, Decided, Incoming } from './exchange.ts';
import { ntfy } from './ntfy.ts';
import { ownAddress } from './own-address.ts';
import { slack } from './slack.ts';
import { telegram } from './telegram.ts';

export const SERVICE_NAMES = ['slack', 'telegram', 'discord', 'ntfy', 'own'] as const;
export type ServiceName = (typeof SERVICE_NAMES)[number];

/** What a sender to each must know. Tokens that begin with Slack's or Discord's are webhooks of their own. */
export const SECRETS = {
  slack: 'slack-secret',
  discord: 'discord-secret',
  discordId: '1234567890',
  telegram: '123456:telegram-secret',
  chat: '-1002134',
  ntfy: 'tk_ntfysecret',
  own: `whsec_${btoa('stand-in for an own address 0001')}`,
} as const;

/** A message that a service took. */
export interface Arrived {
  readonly service: ServiceName;
  readonly at: number;
  readonly to: string;
  readonly text: string;
}

/** A request as it came, whether or not it was taken. */
export interface Posted extends Incoming {
  readonly service: ServiceName;
  readonly at: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever was sent
  readonly json: any;
}

/**
 * What goes wrong. `refuses`: with this status, in the service's own words unless others are given. `hangs`:
 * never answers. `cut`: the connection ends without an answer. `half`: the answer breaks off, after a refusal
 * or after the message was taken. `lost`: the message is taken, and the connection ends without an answer.
 * `silent`: the message is taken, and nothing is ever answered.
 */
export type Fault =
  | { readonly kind: 'refuses'; readonly status: number; readonly waitS?: number; readonly words?: string }
  | { readonly kind: 'half'; readonly status?: number }
  | { readonly kind: 'hangs' | 'cut' | 'lost' | 'silent' };

/** What the sender sees. */
export type Reply =
  | { readonly kind: 'answer'; readonly answer: Answer; readonly isHalf: boolean }
  | { readonly kind: 'hangs' | 'cut' };

export interface Channels {
  receive(incoming: Incoming): Promise<Reply>;
  /** Newest last. */
  readonly arrived: readonly Arrived[];
  readonly posted: readonly Posted[];
  /** Sets what goes wrong with every request to a service; null = nothing. */
  setFault(service: ServiceName, fault: Fault | null): void;
}

const KEPT_MAX = 500;

/**
 * A stand-in of the five services that alerts go to, after their documentation: formats, limits, errors.
 * The real ones were read, not tried.
 */
export function createChannels(now: () => number = () => Date.now()): Channels {
  const services: Record<ServiceName, ChannelService> = {
    slack: slack(SECRETS.slack),
    telegram: telegram(SECRETS.telegram, [SECRETS.chat]),
    discord: discord(SECRETS.discordId, SECRETS.discord),
    ntfy: ntfy(SECRETS.ntfy),
    own: ownAddress(SECRETS.own),
  };
  const faults = new Map<ServiceName, Fault>();
  const arrived: Arrived[] = [];
  const posted: Posted[] = [];

  return {
    arrived,
    posted,
    setFault: (service, fault) => {
      if (fault === null) faults.delete(service);
      else faults.set(service, fault);
    },
    async receive(incoming) {
      const [, name = '', path = ''] = /^\/(\w+)(\/.*)$/.exec(incoming.path) ?? [];
      const service = SERVICE_NAMES.find((one) => one === name);
      if (service === undefined) return whole({ status: 404, body: 'There is no such service.' });
      const at = now();
      const own = { ...incoming, path };
      keep(posted, { ...own, service, at, json: parsed(incoming.body) });
      const decide = async (): Promise<Decided> => {
        if (incoming.method !== 'POST') return { answer: { status: 405, body: null }, taken: null };
        const decided = await services[service].decide(own, at);
        if (decided.taken !== null) keep(arrived, { service, at, ...decided.taken });
        return decided;
      };
      return reply(services[service], faults.get(service), decide);
    },
  };
}

async function reply(
  service: ChannelService,
  fault: Fault | undefined,
  decide: () => Promise<Decided>,
): Promise<Reply> {
  switch (fault?.kind) {
    case undefined:
      return whole((await decide()).answer);
    case 'hangs':
    case 'cut':
      return { kind: fault.kind };
    case 'lost':
      await decide();
      return { kind: 'cut' };
    case 'silent':
      await decide();
      return { kind: 'hangs' };
    case 'refuses':
      return whole({
        ...service.refusal(fault.status, fault.waitS),
        ...(fault.words !== undefined && { body: fault.words }),
      });
    case 'half':
      if (fault.status !== undefined)
        return { kind: 'answer', answer: service.refusal(fault.status), isHalf: true };
      // A success may have no body to break off, so it gets one.
      return {
        kind: 'answer',
        answer: { ...(await decide()).answer, status: 200, body: 'half' },
        isHalf: true,
      };
  }
}

const whole = (answer: Answer): Reply => ({ kind: 'answer', answer, isHalf: false });

function keep<T>(list: T[], one: T): void {
  list.push(one);
  if (list.length > KEPT_MAX) list.shift();
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
