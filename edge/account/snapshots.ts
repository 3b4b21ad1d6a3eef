import type { AttentionItem, Reason } from '../../shared/attention/item.ts';
import { KIND_NAMES } from '../../shared/edge-api/channel-kinds.ts';
import type { GuardsNow } from '../../shared/edge-api/guards.ts';
import type { LedgerIdentity } from '../../shared/edge-api/ledger-identity.ts';
import type { Role } from '../../shared/edge-api/role.ts';
import type { AttentionNow } from '../../shared/snapshot/attention-schema.ts';
import type { ChannelsNow } from '../../shared/snapshot/channels.ts';
import type { LaunchRecord } from '../../shared/snapshot/launches.ts';
import type { DailySpend, Outlook, Snapshot } from '../../shared/snapshot/snapshot.ts';
import { DAY_MS, SECOND_MS } from '../../shared/time.ts';
import { withoutName } from '../attention/served.ts';
import { isForViewers } from '../events/query.ts';
import { sha256 } from '../http/digest.ts';
import { log } from '../http/log.ts';
import { waitAtMost } from '../object/concurrency.ts';
import type { AccountContext } from '../object/context.ts';
import type { Sections } from '../sections/sections.ts';

/** How long a request waits for reads in progress before it gets what is known; the reads continue. */
const LOOK_WAIT_MS = 2.5 * SECOND_MS;
const VERSION_LETTERS = 24;

/** Sources of the parts that are not read from the service. */
export interface SnapshotSources {
  ledger: () => LedgerIdentity;
  events: () => Snapshot['sections']['events'];
  subscriptions: () => Snapshot['sections']['subscriptions'];
  launches: () => LaunchRecord[];
  /** Changes with what is known of published apps. */
  sites: () => number;
  channels: () => ChannelsNow;
  guards: () => GuardsNow;
  outlook: () => Outlook;
  attention: () => AttentionNow | undefined;
  /** Whether polls read the service often enough for a browser without an open view. */
  isPolled: () => boolean;
  own: (deviceId: string) => Own;
}

/** What is one browser's own. */
export interface Own {
  role: Role;
  /** null = it has no limit. */
  dailySpend: DailySpend | null;
  information: AttentionItem[];
}

export type SnapshotResponse =
  | { changed: true; body: string; version: string }
  | { changed: false; version: string };

interface Built {
  /** Everything but `at`, the version and what is the browser's own. */
  content: { sites: number } & Omit<Snapshot, 'at' | 'version' | keyof Own>;
  version: string;
}

/** What was built, and what was overdue then: time alone changes that, without any part of it. */
interface Building {
  overdue: string;
  built: Promise<Built>;
}

/** Builds the snapshot, and returns whether the browser already has it. */
export class Snapshots {
  readonly #context: AccountContext;
  readonly #sections: Sections;
  readonly #sources: SnapshotSources;
  #building: Building | null = null;

  constructor(context: AccountContext, sections: Sections, sources: SnapshotSources) {
    this.#context = context;
    this.#sections = sections;
    this.#sources = sources;
  }

  /** Discards the built snapshot; called whenever any part changes. */
  invalidate(): void {
    this.#building = null;
  }

  /**
   * Responds to a browser's snapshot request after reading what was due, as far as that was quick.
   * @param alongside work to include in the response, if it is as quick
   */
  async read(
    deviceId: string,
    known: string | null,
    fresh: boolean,
    alongside?: Promise<unknown>,
  ): Promise<SnapshotResponse> {
    const reading = Promise.all([
      !fresh && this.#sources.isPolled()
        ? this.#sections.refresh(false, this.#sections.marked())
        : this.#sections.refresh(fresh),
      alongside,
      // What could not be kept stays overdue, which the answer says.
    ]).catch(() => log({ event: 'unexpected-error', errorName: 'reading' }));
    this.#context.waitUntil(reading);
    await waitAtMost(reading, LOOK_WAIT_MS);
    const built = await this.#build();
    const own = this.#sources.own(deviceId);
    const version = versionWith(built, own);
    if (known === version) return { changed: false, version };
    const snapshot: Snapshot = { version, at: this.#context.now(), ...contentFor(built.content, own) };
    return { changed: true, body: JSON.stringify({ errors: null, data: snapshot }), version };
  }

  /** The version that a browser would get, without reading anything. */
  async version(deviceId: string): Promise<string> {
    return versionWith(await this.#build(), this.#sources.own(deviceId));
  }

  #build(): Promise<Built> {
    const overdue = this.#sections.overdue().join();
    const building = this.#building?.overdue === overdue ? this.#building : { overdue, built: this.#put() };
    this.#building = building;
    // A failure belongs to those who waited for it, not to later requests.
    building.built.catch(() => {
      if (this.#building === building) this.#building = null;
    });
    return building.built;
  }

  async #put(): Promise<Built> {
    const attention = this.#sources.attention();
    const { billingUrl } = this.#context.configuration;
    const content = {
      ledger: this.#sources.ledger(),
      sections: {
        ...this.#sections.served(),
        events: this.#sources.events(),
        subscriptions: this.#sources.subscriptions(),
      },
      launches: this.#sources.launches(),
      sites: this.#sources.sites(),
      channels: this.#sources.channels(),
      guards: this.#sources.guards(),
      outlook: this.#sources.outlook(),
      ...(attention && { attention }),
      ...(billingUrl !== null && { billingUrl }),
    };
    const digest = await sha256(JSON.stringify(content));
    return { content, version: digest.slice(0, VERSION_LETTERS) };
  }
}

/** The version, with what is the browser's own in it: hexadecimal digits, like the rest. */
function versionWith({ version }: Built, { dailySpend, information }: Own): string {
  const numbers =
    dailySpend === null ? [] : [dailySpend.spent * 100, dailySpend.limit * 100, dailySpend.since / DAY_MS];
  const ids = information.map(({ id }) => id.replace(/[^0-9a-f]/g, '').slice(-12)).sort();
  return [version, ...numbers.map((one) => Math.round(one).toString(16).padStart(14, '0')), ...ids].join('');
}

/** The content for this browser: with its own, and for viewers without what only owners and builders get. */
function contentFor(content: Built['content'], { role, dailySpend, information }: Own): Built['content'] {
  const { attention, channels, sections } = content;
  const own = {
    ...content,
    ...(dailySpend !== null && { dailySpend }),
    ...(attention && { attention: { ...attention, items: [...attention.items, ...information] } }),
  };
  if (role !== 'viewer') return own;
  const { events } = sections;
  return {
    ...own,
    sections: {
      ...sections,
      events: {
        ...events,
        data: events.data && { ...events.data, items: events.data.items.filter(isForViewers) },
      },
    },
    ...(channels && { channels: { failing: channels.failing.map(withKindAsName) } }),
    ...(attention && {
      attention: {
        ...attention,
        items: attention.items.map(itemForViewers),
        endedTroubles: attention.endedTroubles.map(itemForViewers),
      },
    }),
  };
}

const withKindAsName = (channel: ChannelsNow['failing'][number]) => ({
  ...channel,
  name: KIND_NAMES[channel.kind],
});

function itemForViewers<T extends { reason: { kind: string } }>(item: T): T {
  const { reason } = item;
  return isChannelFailing(reason) ? { ...item, reason: withoutName(reason) } : item;
}

const isChannelFailing = (reason: { kind: string }): reason is Extract<Reason, { kind: 'channel-failing' }> =>
  reason.kind === 'channel-failing';
