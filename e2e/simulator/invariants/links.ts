import { usageOf } from '../../mock-service/world/usage.ts';
import type { World } from '../world.ts';

/** A channel of the scenario. `upTo`: credits a month that its links may let be spent; 0: none may. */
export interface LinkedChannel {
  readonly channelId: string;
  readonly path: string;
  readonly links: { readonly may: 'look' | 'saves' } | { readonly may: 'spends'; readonly upTo: number };
}

/** A project whose one cap is followed, as its owner set it at first. */
export interface CappedProject {
  readonly projectId: string;
  readonly category: 'development' | 'infrastructure';
  readonly own: number;
}

/** A link as a channel was sent it, with what its token says. Caps in credits. */
export interface SentLink {
  readonly token: string;
  readonly channelId: string;
  readonly sentAt: number;
  readonly number: number;
  readonly verb: string;
  readonly from: number;
  readonly to: number;
  readonly until: number;
}

interface Use {
  readonly channelId: string;
  readonly number: number;
  readonly verb: string;
  readonly state: 'sent' | 'done' | 'refused';
  readonly at: number;
  readonly month: string;
  readonly credits: number;
  readonly act: { readonly projectId: string; readonly from: number; readonly to: number };
}

const FIELDS = {
  development: 'maxDevelopmentCreditsPerMonth',
  infrastructure: 'maxInfrastructureCreditsPerMonth',
} as const;
const TOKEN = /^[0-9a-f]{12}x([0-9a-f]+)x([a-z]+?)x([0-9a-f]+)x([0-9a-f]+)x([0-9a-f]+)z[0-9a-f]{32}$/;
/** A call that was under way when the owner set a cap takes effect within this time, or never. */
const MAY_TAKE_EFFECT_MS = 2 * 60_000;

/** What was sent and pressed, and every cap that was set, by whom. */
export class LinkWatch {
  readonly #world: World;
  readonly #channels: readonly LinkedChannel[];
  readonly #pressed = new Map<string, number>();
  readonly #dead = new Map<string, number>();
  readonly #changes: { readonly projectId: string; readonly at: number; from: number; to: number }[] = [];
  readonly #ownerSet = new Map<string, number>();
  readonly #unset = new Set<string>();

  constructor(world: World, channels: readonly LinkedChannel[]) {
    this.#world = world;
    this.#channels = channels;
  }

  /** Notes every cap that is set from now on. */
  follow({ projectId, category, own }: CappedProject): void {
    const { service, timeline } = this.#world;
    const project = service.world.projects.get(projectId);
    if (project === undefined) throw new Error(`There is no ${projectId}.`);
    usageOf(project, timeline.now())[category] = own / 10;
    const onSet = (from: number, to: number) => {
      this.#world.note(`the cap of ${projectId} becomes ${to}`);
      if (to !== from) this.#changes.push({ projectId, at: timeline.now(), from, to });
    };
    project.creditLimits = new Proxy(
      { ...project.creditLimits, [FIELDS[category]]: own },
      {
        set(target, field, value) {
          if (field === FIELDS[category]) onSet(target[FIELDS[category]] ?? 0, value ?? 0);
          return Reflect.set(target, field, value);
        },
      },
    );
  }

  capOf({ projectId, category }: CappedProject): number | null {
    return this.#world.service.world.projects.get(projectId)?.creditLimits[FIELDS[category]] ?? null;
  }

  /** The owner sets the cap at the service itself. */
  setElsewhere({ projectId, category }: CappedProject, cap: number): void {
    const before = this.#changes.length;
    this.#world.note(`the owner of ${projectId} sets ${cap} elsewhere`);
    this.#ownerSet.set(projectId, this.#world.timeline.now());
    Object.assign(this.#world.service.world.projects.get(projectId)?.creditLimits ?? {}, {
      [FIELDS[category]]: cap,
    });
    this.#changes.splice(before);
  }

  /** Every link that was sent so far, also where its channel did not take it. */
  links(): SentLink[] {
    const found = new Map<string, SentLink>();
    for (const { channel, at, alerts } of this.#world.channels.tries)
      for (const { link } of alerts) {
        const token = link?.split('#')[1] ?? '';
        const parts = TOKEN.exec(token);
        if (parts === null || found.has(token)) continue;
        const [number = 0, from = 0, to = 0, until = 0] = [parts[1], ...parts.slice(3)].map((part) =>
          Number.parseInt(part ?? '', 16),
        );
        const channelId = this.#channels.find(({ path }) => path === channel)?.channelId ?? '';
        const told = { token, channelId, sentAt: at, number, verb: parts[2] ?? '' };
        found.set(token, { ...told, from: from / 100, to: to / 100, until: until * 1_000 });
      }
    return [...found.values()];
  }

  press({ token }: SentLink): void {
    if (!this.#pressed.has(token)) this.#pressed.set(token, this.#world.timeline.now());
  }

  /** @returns to be called once it has happened: what was sent before it began is dead from then on */
  beginEnd(channelId: string | null): () => void {
    const ending = this.links().filter((link) => channelId === null || link.channelId === channelId);
    if (channelId !== null) this.#unset.add(channelId);
    return () => {
      for (const { token } of ending)
        if (!this.#dead.has(token)) this.#dead.set(token, this.#world.timeline.now());
    };
  }

  uses(): Use[] {
    type Row = Omit<Use, 'act'> & { act: string };
    const query =
      'SELECT channel_id AS channelId, number, verb, state, at, month, credits, act FROM link_uses';
    const rows = this.#world.edge.object.sql.exec(query).toArray() as unknown as Row[];
    return rows.map(({ act, ...use }) => ({ ...use, act: JSON.parse(act) }));
  }

  /** Each use is of a link that was pressed while it lived, and did what that says. */
  eachUsePressed(): string[] {
    const links = this.links();
    return this.uses().flatMap(({ channelId, number, verb, at, act }) => {
      const lives = ({ token, until }: SentLink) =>
        (this.#pressed.get(token) ?? Number.POSITIVE_INFINITY) <= at &&
        at < until &&
        at <= (this.#dead.get(token) ?? Number.POSITIVE_INFINITY);
      const isOfIt = (link: SentLink) =>
        link.channelId === channelId && link.number === number && link.verb === verb && lives(link);
      const says = links.filter(isOfIt);
      if (says.length === 0)
        return [`${verb} of ${number} in ${channelId} was done, and no living link was pressed`];
      const isRight = verb !== 'raise' || says.some(({ from, to }) => from === act.from && to === act.to);
      return isRight ? [] : [`${number} in ${channelId} raised ${act.from} to ${act.to}, as no link says`];
    });
  }

  /** No channel's links do what it may not, or let more be spent in a month than it may. */
  withinCeilings(): string[] {
    const uses = this.uses();
    return this.#channels.flatMap(({ channelId, links }) => {
      const own = uses.filter((use) => use.channelId === channelId);
      const allowed = { look: [], saves: ['seen', 'stop'], spends: ['seen', 'stop', 'raise'] }[links.may];
      const wrong = own.filter(({ verb }) => !(allowed as string[]).includes(verb));
      const spent = own
        .filter(({ state }) => state !== 'refused')
        .reduce((sum, { credits }) => sum + credits, 0);
      const upTo = links.may === 'spends' ? links.upTo : 0;
      return [
        ...wrong.map(({ verb }) => `${channelId} may ${links.may}, and a link of it did ${verb}`),
        ...(spent > upTo ? [`the links of ${channelId} let ${spent} be spent, of ${upTo}`] : []),
      ];
    });
  }

  /** A link changes a cap once, and only from the value that it names; whatever raises a cap is a link. */
  eachRaiseOnce(): string[] {
    const uses = this.uses().filter(({ verb }) => verb === 'raise');
    const counted = new Map<string, number>();
    return this.#changes.flatMap(({ projectId, at, from, to }) => {
      const of = uses.filter(({ act }) => act.projectId === projectId && act.to === to);
      // What is put back is no link's.
      if (of.length === 0 && to < from) return [];
      const setAt = this.#ownerSet.get(projectId);
      if (setAt !== undefined && at >= setAt && at < setAt + MAY_TAKE_EFFECT_MS) return [];
      const times = (counted.get(`${projectId} ${to}`) ?? 0) + 1;
      counted.set(`${projectId} ${to}`, times);
      if (times > of.length) return [`${projectId} was raised to ${to} ${times} times by ${of.length} links`];
      const isAsItSays = of.some(({ act }) => act.from === from);
      return isAsItSays ? [] : [`the cap of ${projectId} became ${to} from ${from}, which no link says`];
    });
  }

  /** In the end it is known what each link did, and that stands, unless the owner has set something else. */
  settled(projects: readonly CappedProject[]): string[] {
    const uses = this.uses();
    const open = uses.filter(({ verb, state }) => verb === 'raise' && state === 'sent');
    const caps = projects.flatMap((project) => {
      const { projectId, own } = project;
      if (this.#ownerSet.has(projectId)) return [];
      const raised = uses.filter(
        ({ act, verb, state }) => act.projectId === projectId && verb === 'raise' && state === 'done',
      );
      const cap = this.capOf(project);
      return cap === (raised[0]?.act.to ?? own)
        ? []
        : [`the cap of ${projectId} is ${cap} after ${raised.length} raises`];
    });
    return [
      ...open.map(({ channelId, number }) => `what ${number} in ${channelId} did is never known`),
      ...caps,
    ];
  }

  /** What was done is told in its own channel, unless that was set anew. */
  eachUseTold(): string[] {
    const told = this.#world.channels.tries.filter(({ isTaken }) => isTaken).flatMap(({ alerts }) => alerts);
    return this.uses()
      .filter(({ channelId, state }) => state === 'done' && !this.#unset.has(channelId))
      .filter(({ channelId, number }) => !told.some(({ id }) => id === `link-used:${channelId}@${number}`))
      .map(({ channelId, number, verb }) => `${channelId} was never told of the ${verb} of ${number}`);
  }

  /** No token is in a log. */
  noneLogged(): string[] {
    const logs = this.#world.logs.join('\n');
    return this.links()
      .filter(({ token }) => logs.includes(token))
      .map(({ token }) => `${token} was logged`);
  }
}
