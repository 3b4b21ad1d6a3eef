import type { Announcement, News } from '../../shared/attention/news.ts';
import type { Category } from '../../shared/builder-api/limits.ts';
import type { ChannelKind } from '../../shared/edge-api/channel-kinds.ts';
import type { LinkPage } from '../../shared/edge-api/links.ts';
import type { ServiceFailure } from '../../shared/service-failures.ts';
import { type InstantMs, monthOf, nextMonth } from '../../shared/time.ts';
import type { KnownDevice } from '../devices/devices.ts';
import type { LinkRaise, LinkRaiseOutcome } from '../guards/link-raise.ts';
import type { Result } from '../http/result.ts';
import type { AccountContext } from '../object/context.ts';
import { reached } from '../object/probes.ts';
import { actorOf } from './actor.ts';
import {
  capLine,
  capOf,
  closedPage,
  differingPage,
  openPage,
  type PageFacts,
  type StandingCap,
  usedPage,
} from './answers.ts';
import { centsOf, type Links, type LiveLink } from './links.ts';
import { PageWords } from './page-words.ts';
import type { LinkAct, LinkUse } from './store.ts';
import type { LinkClaims } from './token.ts';

/** `lost`: no answer says whether it was stopped. */
export type StopOutcome = 'stopped' | 'lost' | 'refused' | 'not-running';

export interface LinkParts {
  links: Links;
  /** While it is not known whose account the key opens, nothing is done. */
  bar: () => Promise<ServiceFailure | null> | null;
  readCap: (projectId: string, category: Category) => Promise<StandingCap | null>;
  balance: () => number | null;
  /** The run in progress of a project, and whether its last one ended at the cap. */
  run: (projectId: string) => { current: { id: number; since: InstantMs } | null; isLeftAtCap: boolean };
  see: (who: KnownDevice, id: string) => Result<unknown>;
  /** Whether the run of that number is in progress, read now; null: it could not be read. */
  isRunning: (projectId: string, run: number) => Promise<boolean | null>;
  stop: (who: KnownDevice, projectId: string) => Promise<StopOutcome>;
  raise: (asked: LinkRaise) => Promise<LinkRaiseOutcome>;
  /** Whether a raise that was recorded then stands; null: it is not known yet. */
  isRaised: (act: LinkAct) => boolean | null;
  /** After a cap was raised: needs that it settles are over. */
  onRaised: (who: KnownDevice, projectId: string, category: Category, to: number) => void;
  announce: (announced: Announcement) => void;
}

const ownerOf = (kind: ChannelKind): KnownDevice => ({
  deviceId: actorOf(kind),
  role: 'owner',
  dailySpendCredits: null,
});

/** What a link answers: the page of what it is about, and its one verb, which is done once. */
export class LinkCalls {
  readonly #context: AccountContext;
  readonly #parts: LinkParts;
  /** Whether an answer may have been lost; true after a start, which may have ended what was sent. */
  #mayBeUnsettled = true;

  constructor(context: AccountContext, parts: LinkParts) {
    this.#context = context;
    this.#parts = parts;
  }

  /** POST `/a/look`. @returns null when the link is dead */
  async look(claims: LinkClaims, zone: string | undefined): Promise<LinkPage | null> {
    const { links } = this.#parts;
    const link = links.find(claims);
    if (link === null) return null;
    await this.#settle(link.use);
    const stands = await this.#stands(link);
    const now = links.find(claims);
    return now && this.#page(now, claims, this.#facts(now, stands, zone));
  }

  /** POST `/a/act`. @returns null when the link is dead */
  async act(claims: LinkClaims, zone: string | undefined): Promise<LinkPage | null> {
    const link = this.#parts.links.find(claims);
    if (link === null || link.use !== null || link.fate !== 'open' || claims.verb === 'look')
      return this.look(claims, zone);
    switch (claims.verb) {
      case 'seen':
        return this.#see(link, claims, zone);
      case 'stop':
        return this.#stop(link, claims, zone);
      case 'raise':
        return this.#raise(link, claims, zone);
    }
  }

  /** After anything changed: a use whose answer was lost may be known now. */
  onChanged(): void {
    if (!this.#mayBeUnsettled) return;
    const unsettled = this.#parts.links.store.unsettled();
    this.#mayBeUnsettled = unsettled.length > 0;
    for (const use of unsettled) this.#settleRaise(use);
  }

  #page(link: LiveLink, claims: LinkClaims, facts: PageFacts): LinkPage {
    const { use, fate } = link;
    if (use !== null) {
      reached('link-used-again');
      return usedPage(link, use, facts);
    }
    if (fate !== 'open') return closedPage(link, facts);
    const { stands, words } = facts;
    if (claims.verb === 'raise' && stands !== null && centsOf(stands.cap ?? -1) !== claims.from)
      return differingPage(link, capLine(link, stands, words), false, facts);
    if (claims.verb === 'stop' && facts.runSince === null)
      return differingPage(link, words.say('noRun'), false, facts);
    return openPage(link, claims, facts);
  }

  #see(link: LiveLink, claims: LinkClaims, zone: string | undefined): Promise<LinkPage | null> {
    const { announced } = link.alert;
    const seen = this.#parts.see(ownerOf(link.channel.rules.kind), announced.noticeId);
    if (seen.ok) {
      const use = this.#commit(claims, 0, {});
      if (use !== null) this.#done(use, link);
    }
    return this.look(claims, zone);
  }

  async #stop(link: LiveLink, claims: LinkClaims, zone: string | undefined): Promise<LinkPage | null> {
    const { projectId } = link.alert.announced;
    if (projectId === null) return this.look(claims, zone);
    const isBarred = (await this.#parts.bar()) !== null;
    const isRunning = isBarred ? null : await this.#parts.isRunning(projectId, claims.from);
    const facts = this.#facts(link, null, zone);
    if (isRunning === null) return this.#unread(link, claims, facts);
    if (!isRunning) return differingPage(link, facts.words.say('noRun'), true, facts);
    const use = this.#commit(claims, 0, { run: claims.from });
    if (use === null) return this.look(claims, zone);
    await this.#context.storage.sync();
    const outcome = await this.#parts.stop(ownerOf(link.channel.rules.kind), projectId);
    if (outcome === 'stopped') this.#done(use, link);
    else if (outcome !== 'lost') this.#parts.links.store.settle(use, 'refused');
    else reached('link-answer-lost');
    return this.look(claims, zone);
  }

  async #raise(link: LiveLink, claims: LinkClaims, zone: string | undefined): Promise<LinkPage | null> {
    const cap = capOf(link);
    if (cap === null) return this.look(claims, zone);
    const [from, to] = [claims.from / 100, claims.to / 100];
    let made: LinkUse | null = null;
    const isBarred = (await this.#parts.bar()) !== null;
    const outcome: LinkRaiseOutcome = isBarred
      ? { kind: 'not-read' }
      : await this.#parts.raise({
          ...{ ...cap, from, to, until: nextMonth(this.#context.now()), link: link.channel.rules.kind },
          commit: (since) => {
            made = this.#commit(claims, to - from, { category: cap.category, from, to, since });
            return made && true;
          },
        });
    const use = made as LinkUse | null;
    const facts = this.#facts(
      link,
      outcome.kind === 'differs' ? { ...outcome, category: cap.category } : null,
      zone,
    );
    switch (outcome.kind) {
      case 'raised':
        if (use !== null) this.#done(use, link);
        break;
      case 'refused':
        if (use !== null) this.#parts.links.store.settle(use, 'refused');
        break;
      case 'lost':
        reached('link-answer-lost');
        break;
      case 'not-read':
        return this.#unread(link, claims, facts);
      case 'differs': {
        reached('link-differs');
        const { cap: stands, used } = outcome;
        const line =
          stands === from && used !== null
            ? facts.words.say('usedUp', { used })
            : capLine(link, { ...cap, cap: stands, used }, facts.words);
        return differingPage(link, line, true, facts);
      }
      case 'ended':
        break;
    }
    return this.look(claims, zone);
  }

  /**
   * Writes the link's use before anything is sent, in one synchronous step, if the link is alive, unused and
   * within its channel's ceiling.
   */
  #commit(claims: LinkClaims, credits: number, act: Partial<Omit<LinkAct, 'channelKind'>>): LinkUse | null {
    const { links } = this.#parts;
    const link = links.find(claims);
    if (link === null || link.use !== null || claims.verb === 'look') return null;
    const { channel, alert } = link;
    if (claims.verb !== 'seen' && link.fate !== 'open') return null;
    if (credits > links.leftOf(channel.channelId, link.links) && credits > 0) {
      reached('link-beyond-ceiling');
      return null;
    }
    const now = this.#context.now();
    const { projectId } = alert.announced;
    const use: LinkUse = {
      ...{ channelId: channel.channelId, number: alert.number, verb: claims.verb, state: 'sent' },
      ...{ at: now, month: monthOf(now), credits },
      act: { channelKind: channel.rules.kind, projectId, ...act },
    };
    links.store.add(use);
    this.#mayBeUnsettled = true;
    return use;
  }

  /** It has happened: the channel is told, and others where it spends. */
  #done(use: LinkUse, link: LiveLink | null): void {
    const { channelId, number, verb, act } = use;
    const { channelKind, projectId, category, to = null } = act;
    // A check of overrides may have settled it meanwhile.
    if (this.#parts.links.store.use(channelId, number)?.state !== 'sent') return;
    reached('link-used');
    this.#parts.links.store.settle(use, 'done');
    const seen = verb === 'seen' ? (link?.alert.announced.about ?? null) : null;
    const about: News = {
      kind: 'link-used',
      did: verb,
      channelId,
      channelKind,
      ...(category && { category }),
      to,
      seen,
    };
    this.#parts.announce({
      key: `link-used:${channelId}@${number}`,
      noticeId: `link-used:${channelId}:${number}`,
      severity: 'note',
      ...{ projectId, about, at: this.#context.now() },
    });
    if (verb === 'raise' && projectId !== null && category !== undefined && to !== null)
      this.#parts.onRaised(ownerOf(channelKind), projectId, category, to);
  }

  async #settle(use: LinkUse | null): Promise<void> {
    if (use === null || use.state !== 'sent') return;
    if (use.verb === 'raise') return this.#settleRaise(use);
    const { projectId, run } = use.act;
    if (projectId === null || run === undefined) return;
    const isRunning = await this.#parts.isRunning(projectId, run);
    const now = this.#parts.links.store.use(use.channelId, use.number);
    if (isRunning === false && now?.state === 'sent') this.#done(use, null);
  }

  #settleRaise(use: LinkUse): void {
    if (use.verb !== 'raise') return;
    const isRaised = this.#parts.isRaised(use.act);
    if (isRaised === true) this.#done(use, null);
    if (isRaised === false) this.#parts.links.store.settle(use, 'refused');
  }

  /** Nothing was done, since what stands could not be read: the link stays good. */
  #unread(link: LiveLink, claims: LinkClaims, facts: PageFacts): LinkPage {
    const page = openPage(link, claims, facts);
    return { ...page, lines: [facts.words.say('unread'), ...page.lines] };
  }

  async #stands(link: LiveLink): Promise<StandingCap | null> {
    const cap = capOf(link);
    if (cap === null || (await this.#parts.bar()) !== null) return null;
    return this.#parts.readCap(cap.projectId, cap.category);
  }

  #facts(
    { channel, links, alert, item }: LiveLink,
    stands: StandingCap | null,
    zone: string | undefined,
  ): PageFacts {
    const { projectId } = alert.announced;
    const { current, isLeftAtCap } =
      projectId === null ? { current: null, isLeftAtCap: false } : this.#parts.run(projectId);
    const { language, hours } = channel.rules;
    return {
      words: new PageWords(language, zone ?? hours?.timeZone),
      stands,
      balance: this.#parts.balance(),
      runSince: current?.since ?? null,
      isLeftAtCap,
      isCeilingUsed:
        item?.reason.kind === 'credit-cap' &&
        links.may === 'spends' &&
        this.#parts.links.leftOf(channel.channelId, links) === 0,
      projectUrl: this.#context.configuration.projectUrl,
      now: this.#context.now(),
    };
  }
}
