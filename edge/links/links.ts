import type { KeptItem } from '../../shared/attention/item.ts';
import type { Announcement, Fate } from '../../shared/attention/news.ts';
import type { ChannelTarget } from '../../shared/edge-api/channels.ts';
import type { ChannelLinks } from '../../shared/edge-api/links.ts';
import { DAY_MS, type InstantMs, monthOf } from '../../shared/time.ts';
import type { AlertLink } from '../alerts/channel.ts';
import type { StoredAlert, StoredChannel } from '../alerts/store.ts';
import { hex } from '../http/digest.ts';
import type { AccountContext } from '../object/context.ts';
import { isAboutNeed, type Offer, type OfferFacts, offerFor } from './offers.ts';
import { PageWords } from './page-words.ts';
import { LinkStore, type LinkUse } from './store.ts';
import { type LinkClaims, linkToken } from './token.ts';

export interface LinkSources {
  channels: () => readonly StoredChannel[];
  /** What was told to a channel under a number. */
  told: (channelId: string, number: number) => StoredAlert | null;
  fateOf: (announced: Announcement) => Fate;
  itemOf: (id: string) => KeptItem | null;
  isOwner: (deviceId: string) => boolean;
  offerFacts: (item: KeptItem) => Omit<OfferFacts, 'may' | 'left'>;
}

/** A link that is not dead, with what it is about. */
export interface LiveLink {
  channel: StoredChannel;
  links: ChannelLinks;
  alert: StoredAlert;
  item: KeptItem | null;
  fate: Fate;
  use: LinkUse | null;
}

const LASTS_MS = DAY_MS;
const SERIES_BYTES = 6;
const CENTS = 100;
export const centsOf = (credits: number): number => Math.round(credits * CENTS);

/** Links of alerts: which channels have them, what each offers when sent, and whether one is still alive. */
export class Links {
  readonly store: LinkStore;
  readonly #context: AccountContext;
  readonly #sources: LinkSources;

  constructor(context: AccountContext, sources: LinkSources) {
    this.#context = context;
    this.#sources = sources;
    this.store = new LinkStore(context.storage.sql);
  }

  /**
   * Ends the links made before a channel was set, whatever was changed.
   * @param by the owner's device
   */
  onChannelSet({ channelId, setAt, rules }: StoredChannel, by: string): void {
    if (rules.links === undefined) {
      this.store.forgetSeries(channelId);
      return;
    }
    const series = hex(crypto.getRandomValues(new Uint8Array(SERIES_BYTES)).buffer);
    this.store.setSeries({ channelId, series, setAt, setBy: by });
  }

  /** From now on every link that was sent is dead. */
  endAll(): void {
    this.store.endAll();
  }

  /** Why a channel that has links switched on sends none; null: it does. */
  lackOf(channel: StoredChannel): 'no-address' | 'no-owner' | null {
    if (this.#context.configuration.publicUrl === null) return 'no-address';
    return this.#seriesOf(channel) === null ? 'no-owner' : null;
  }

  /** Credits that the links of a channel have let be spent this month. */
  spentBy(channelId: string): number {
    return this.store.spent(channelId, monthOf(this.#context.now()));
  }

  /** The link of an alert that is about to be sent; null: it has none. */
  async linkFor(
    channel: StoredChannel,
    target: ChannelTarget,
    alert: StoredAlert,
  ): Promise<AlertLink | null> {
    const { publicUrl, encryptionKey } = this.#context.configuration;
    const { links, language } = channel.rules;
    const series = this.#seriesOf(channel);
    if (links === undefined || series === null || publicUrl === null || encryptionKey === null) return null;
    if (alert.isEnd || !isAboutNeed(alert.announced) || this.#sources.fateOf(alert.announced) !== 'open')
      return null;
    const offer = this.#offerFor(
      channel.channelId,
      isGuessable(target) ? withoutSpending(links) : links,
      alert,
    );
    const until = this.#context.now() + LASTS_MS;
    const token = await linkToken(encryptionKey, {
      ...{ series, number: alert.number, verb: offer.verb, until },
      ...numbersOf(offer),
    });
    const words = new PageWords(language, undefined);
    const label =
      offer.verb === 'raise'
        ? words.say('raise', { to: offer.to })
        : words.say(offer.verb === 'stop' ? 'stop' : 'look');
    return { label, url: `${publicUrl}/a#${token}` };
  }

  /** A link whose token the edge has made; null: it is dead. */
  find({ series, number }: LinkClaims): LiveLink | null {
    const known = this.store.series('series', series);
    const channel = this.#sources.channels().find(({ channelId }) => channelId === known?.channelId);
    const links = channel?.rules.links;
    if (channel === undefined || links === undefined || this.#seriesOf(channel) !== series) return null;
    const alert = this.#sources.told(channel.channelId, number);
    if (alert === null) return null;
    return {
      ...{ channel, links, alert },
      item: this.#sources.itemOf(alert.announced.noticeId),
      fate: this.#sources.fateOf(alert.announced),
      use: this.store.use(channel.channelId, number),
    };
  }

  /** Credits that the links of a channel may still let be spent this month. */
  leftOf(channelId: string, links: ChannelLinks): number {
    return links.may === 'spends' ? Math.max(0, links.upTo - this.spentBy(channelId)) : 0;
  }

  housekeeping(at: InstantMs): void {
    this.store.housekeeping(at);
  }

  #offerFor(channelId: string, links: ChannelLinks, { announced }: StoredAlert): Offer {
    const item = this.#sources.itemOf(announced.noticeId);
    if (item === null) return { verb: 'look' };
    const facts = this.#sources.offerFacts(item);
    return offerFor(item, { may: links.may, left: this.leftOf(channelId, links), ...facts });
  }

  /** Returns the series of a channel's links, unless the channel was set anew or its setter is no owner. */
  #seriesOf({ channelId, setAt }: StoredChannel): string | null {
    const known = this.store.series('channel_id', channelId);
    if (known === null || known.setAt !== setAt || !this.#sources.isOwner(known.setBy)) return null;
    return known.series;
  }
}

/** Whoever knows or guesses the name of an open topic reads it. */
export const isGuessable = (target: ChannelTarget): boolean =>
  target.kind === 'ntfy' && target.token === undefined;

const withoutSpending = (links: ChannelLinks): ChannelLinks =>
  links.may === 'spends' ? { may: 'saves' } : links;

function numbersOf(offer: Offer): Pick<LinkClaims, 'from' | 'to'> {
  switch (offer.verb) {
    case 'raise':
      return { from: centsOf(offer.from), to: centsOf(offer.to) };
    case 'stop':
      return { from: offer.run, to: 0 };
    case 'look':
    case 'seen':
      return { from: 0, to: 0 };
  }
}
