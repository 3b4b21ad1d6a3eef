import { ContextProcess, FakeBrowser } from '../platform/fake-browser.ts';
import type { IoBoundary } from '../platform/io-boundary.ts';
import { outsideOfProcesses } from '../platform/processes.ts';
import type { SocketEnd } from '../platform/sockets.ts';
import type { Timeline } from '../platform/timeline.ts';
import { ClientSocket } from './client-socket.ts';
import { EDGE_URL } from './edge-actor.ts';
import {
  type ExtensionModules,
  type FormWords,
  loadExtension,
  type ShownStatus,
  STORED,
  type StoredLaunch,
} from './extension-modules.ts';

/** How a browser's request reaches the edge; rejects when it or its answer is lost on the way. */
export type BrowserNetwork = (request: Request) => Promise<Response>;

/** One browser with the extension's real background, which the browser ends and starts again as it likes. */
export class BrowserActor {
  readonly origin: string;
  readonly state: FakeBrowser;
  online = true;
  /** How far this computer's clock is off. */
  skewMs = 0;
  /** How often the background was ended. */
  endings = 0;
  /** Whether it asks every minute and listens; else it looks only when somebody does. */
  watches = true;
  readonly #network: BrowserNetwork;
  readonly #timeline: Timeline;
  readonly #modules: ExtensionModules;
  #background: ContextProcess | null = null;

  constructor(
    name: string,
    dependencies: { timeline: Timeline; ioBoundary: IoBoundary; network: BrowserNetwork },
    modules: ExtensionModules,
  ) {
    this.origin = `chrome-extension://${name.repeat(32).slice(0, 32)}`;
    this.state = new FakeBrowser(dependencies.timeline, dependencies.ioBoundary);
    this.#network = (request) =>
      this.online ? dependencies.network(request) : Promise.reject(new TypeError('Failed to fetch'));
    this.#timeline = dependencies.timeline;
    this.#modules = modules;
    this.state.startBackground = () => this.start();
  }

  static load(): Promise<ExtensionModules> {
    return loadExtension();
  }

  /** The bearer token, once paired. */
  get token(): string | null {
    const token = this.state.local.get(STORED.token);
    return typeof token === 'string' ? token : null;
  }

  /** A page sends a command; null when it was closed before the answer. */
  command(name: string, input: object = {}): Promise<{ ok: boolean } | null> {
    return this.#inPage(() => this.#modules.sendMessage(name, input));
  }

  pair(code: string, name: string): Promise<{ ok: boolean } | null> {
    return this.command('pair', { address: EDGE_URL, code, name });
  }

  /** Somebody opens the popup. */
  async look(): Promise<void> {
    await this.command('refresh', { fresh: false });
  }

  /** Somebody opens a view and leaves it open. @returns closes it */
  openView(): () => void {
    return this.state.openView();
  }

  /** Somebody fills in a form. @returns whether the page was open long enough to store it */
  async fillIn(form: FormWords, typedSecret: string): Promise<boolean> {
    return (await this.#inPage(() => this.#modules.fillIn(form, typedSecret).then(() => true))) ?? false;
  }

  /**
   * The form's button is pressed.
   * @param insteadOf the launch that the user confirms once more
   * @returns the launch that the page then shows; null when it shows none, or was closed before
   */
  press(formId: string, insteadOf: string | null): Promise<string | null> {
    return this.#inPage(() => this.#modules.press(formId, insteadOf));
  }

  /** A step that a launch warned about is asked for again. */
  async retry(key: string, step: string): Promise<void> {
    await this.#inPage(() => this.#modules.retry(key, step));
  }

  /** The launches in this browser, and what it shows of each. */
  launches(): readonly (StoredLaunch & { readonly shown: ShownStatus['kind'] })[] {
    const stored = (this.state.local.get(STORED.launches) ?? []) as readonly StoredLaunch[];
    return stored.map((entry) => ({ ...entry, shown: this.#modules.statusOf(entry).kind }));
  }

  /** Another browser's launches are copied here, with their keys and what they still need, where there were none yet. */
  copyLaunchesOf(other: BrowserActor): void {
    if (this.launches().length > 0) return;
    this.endBackground();
    this.state.local.set(STORED.launches, other.state.local.get(STORED.launches));
    for (const [name, value] of other.state.session) this.state.session.set(name, value);
    this.start();
  }

  /** The browser starts the background unless it runs, for whatever reason of its own. */
  start(): void {
    if (this.#background && !this.#background.over) return;
    const process = new ContextProcess(this.state);
    this.#background = process;
    process.onEnd(() => {
      this.endings++;
    });
    process.run(() => this.#modules.startBackground(this.#deps(process), this.watches));
  }

  /** The browser is closed and opened again. */
  restart(): void {
    this.endBackground();
    this.state.restart();
    this.start();
  }

  endBackground(): void {
    this.#background?.end();
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

  /** What a page does, which may be closed at any step. @returns null when it was */
  #inPage<T>(work: () => Promise<T>): Promise<T | null> {
    const page = new ContextProcess(this.state);
    const closed = new Promise<null>((resolve) => page.onEnd(() => resolve(null)));
    return Promise.race([page.run(work), closed]);
  }

  #deps(process: ContextProcess): object {
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
        new ClientSocket(process, () => this.#openSocket(url, protocols)),
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
    return outsideOfProcesses(() => (socket ? (socket as SocketEnd) : null));
  }
}
