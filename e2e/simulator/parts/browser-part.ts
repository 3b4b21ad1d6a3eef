import { join } from 'node:path';
import { BackgroundLife, FakeBrowser } from '../platform/fake-browser.ts';
import { outsideOfLives } from '../platform/lives.ts';
import type { Rim } from '../platform/rim.ts';
import type { SocketEnd } from '../platform/sockets.ts';
import type { Timeline } from '../platform/timeline.ts';
import { ClientSocket } from './client-socket.ts';
import { EDGE_URL } from './edge-part.ts';

/** What of the extension's modules the simulation takes; they are typed for a browser, not for Node. */
interface Keeper {
  wake(): Promise<void>;
  tick(): Promise<void>;
  refresh(options?: { force?: boolean }): Promise<unknown>;
}
interface KeeperModule {
  createKeeper(deps: object): Keeper;
}
interface PairingModule {
  pairingCommands(keeper: Keeper): { pair(input: object): Promise<{ ok: boolean }> };
}

const EXTENSION = join(import.meta.dirname, '..', '..', '..', 'extension');
const keeperModule: Promise<KeeperModule> = import(/* @vite-ignore */ `${EXTENSION}/keeper/keeper.ts`);
const pairingModule: Promise<PairingModule> = import(
  /* @vite-ignore */ `${EXTENSION}/keeper/pairing-commands.ts`
);

/** How a browser's request reaches the edge; rejects when it or its answer is lost on the way. */
export type BrowserNetwork = (request: Request) => Promise<Response>;

interface Background {
  readonly life: BackgroundLife;
  readonly keeper: Keeper;
}

/** One browser with the extension's real background, which the browser ends and starts again as it likes. */
export class BrowserPart {
  readonly origin: string;
  readonly state: FakeBrowser;
  online = true;
  /** How far this computer's clock is off. */
  skewMs = 0;
  /** How often the background was ended. */
  endings = 0;
  readonly #network: BrowserNetwork;
  readonly #timeline: Timeline;
  readonly #modules: { createKeeper: KeeperModule['createKeeper']; pairing: PairingModule };
  #background: Background | null = null;

  constructor(
    name: string,
    parts: { timeline: Timeline; rim: Rim; network: BrowserNetwork },
    modules: { createKeeper: KeeperModule['createKeeper']; pairing: PairingModule },
  ) {
    this.origin = `chrome-extension://${name.repeat(32).slice(0, 32)}`;
    this.state = new FakeBrowser(parts.timeline, parts.rim);
    this.#network = (request) =>
      this.online ? parts.network(request) : Promise.reject(new TypeError('Failed to fetch'));
    this.#timeline = parts.timeline;
    this.#modules = modules;
    this.state.onAlarm = () => void this.#do((keeper) => keeper.tick());
  }

  static async load() {
    return { createKeeper: (await keeperModule).createKeeper, pairing: await pairingModule };
  }

  /** The bearer token, once paired. */
  get token(): string | null {
    const token = this.state.local.get('device-token');
    return typeof token === 'string' ? token : null;
  }

  pair(code: string, name: string): Promise<{ ok: boolean } | null> {
    return this.#do((keeper) =>
      this.#modules.pairing.pairingCommands(keeper).pair({ address: EDGE_URL, code, name }),
    );
  }

  /** Somebody opens the popup. */
  async look(): Promise<void> {
    await this.#do((keeper) => keeper.refresh());
  }

  endBackground(): void {
    this.#background?.life.end();
    this.#background = null;
  }

  /** The lid is closed: the background ends, no alarm rings. */
  sleep(): void {
    this.state.asleep = true;
    this.endBackground();
  }

  wakeUp(): void {
    this.state.asleep = false;
  }

  /** Sends a request of the background, with its origin and its token. */
  request(
    path: string,
    init: { method?: string; body?: string; headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const headers: Record<string, string> = { origin: this.origin, ...init.headers };
    if (this.token) headers.authorization = `Bearer ${this.token}`;
    if (init.body !== undefined) headers['content-type'] = 'application/json';
    return this.#network(new Request(`${EDGE_URL}${path}`, { ...init, headers }));
  }

  /** @returns what the work answers; null when the background ended before */
  async #do<T>(work: (keeper: Keeper) => Promise<T>): Promise<T | null> {
    const { life, keeper } = this.#alive();
    const ended = new Promise<null>((resolve) => life.onEnd(() => resolve(null)));
    const done = life.run(() => work(keeper));
    return Promise.race([done, ended]);
  }

  #alive(): Background {
    if (this.#background && !this.#background.life.over) return this.#background;
    const life = new BackgroundLife(this.state);
    life.onEnd(() => {
      this.endings++;
    });
    const keeper = life.run(() => this.#modules.createKeeper(this.#deps(life)));
    this.#background = { life, keeper };
    life.run(() => void keeper.wake().catch(() => undefined));
    return this.#background;
  }

  #deps(life: BackgroundLife): object {
    return {
      now: () => this.#timeline.now() + this.skewMs,
      isOnline: () => this.online,
      isLooking: async () => false,
      fetch: (input: string, init: RequestInit) => {
        const headers = new Headers(init.headers);
        headers.set('origin', this.origin);
        return this.#network(new Request(input, { ...init, headers }));
      },
      openSocket: (url: string, protocols: string[]) =>
        new ClientSocket(life, () => this.#openSocket(url, protocols)),
    };
  }

  async #openSocket(url: string, protocols: string[]): Promise<SocketEnd | null> {
    const answer = await this.#network(
      new Request(url.replace(/^ws/, 'http'), {
        headers: {
          upgrade: 'websocket',
          'sec-websocket-protocol': protocols.join(', '),
          origin: this.origin,
        },
      }),
    );
    const socket: unknown = Reflect.get(answer, 'webSocket');
    return outsideOfLives(() => (socket ? (socket as SocketEnd) : null));
  }
}
