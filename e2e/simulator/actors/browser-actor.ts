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

/** Sends a browser's request to the edge; rejects when the request or its response is lost. */
export type BrowserNetwork = (request: Request) => Promise<Response>;

/** One browser with the extension's real background, which the browser stops and starts. */
export class BrowserActor {
  readonly origin: string;
  readonly state: FakeBrowser;
  online = true;
  /** Offset of this computer's clock. */
  skewMs = 0;
  /** Number of times the background was ended. */
  endings = 0;
  /** Whether it polls every minute and connects; else it refreshes only when a view opens. */
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

  /** Sends a page's command; null when the page was closed before the response. */
  command(name: string, input: object = {}): Promise<{ ok: boolean } | null> {
    return this.#inPage(() => this.#modules.sendMessage(name, input));
  }

  pair(code: string, name: string): Promise<{ ok: boolean } | null> {
    return this.command('pair', { address: EDGE_URL, code, name });
  }

  /** Opens the popup. */
  async look(): Promise<void> {
    await this.command('refresh', { fresh: false });
  }

  /** Opens a view. @returns closes it */
  openView(): () => void {
    return this.state.openView();
  }

  /** Fills in a form. @returns whether the page was open long enough to store it */
  async fillIn(form: FormWords, typedSecret: string): Promise<boolean> {
    return (await this.#inPage(() => this.#modules.fillIn(form, typedSecret).then(() => true))) ?? false;
  }

  /**
   * Clicks the form's button.
   * @param insteadOf the launch whose repetition the user confirms
   * @returns the launch that the page then shows; null when it shows none, or was closed before
   */
  press(formId: string, insteadOf: string | null): Promise<string | null> {
    return this.#inPage(() => this.#modules.press(formId, insteadOf));
  }

  /** Retries a step that a launch warned about. */
  async retry(key: string, step: string): Promise<void> {
    await this.#inPage(() => this.#modules.retry(key, step));
  }

  /** The launches in this browser, with what it shows of each. */
  launches(): readonly (StoredLaunch & { readonly shown: ShownStatus['kind'] })[] {
    const stored = (this.state.local.get(STORED.launches) ?? []) as readonly StoredLaunch[];
    return stored.map((entry) => ({ ...entry, shown: this.#modules.statusOf(entry).kind }));
  }

  /** Copies another browser's launches with their keys and requests, unless there are some already. */
  copyLaunchesOf(other: BrowserActor): void {
    if (this.launches().length > 0) return;
    this.endBackground();
    this.state.local.set(STORED.launches, other.state.local.get(STORED.launches));
    for (const [name, value] of other.state.session) this.state.session.set(name, value);
    this.start();
  }

  /** Starts the background unless it runs. */
  start(): void {
    if (this.#background && !this.#background.over) return;
    const process = new ContextProcess(this.state);
    this.#background = process;
    process.onEnd(() => {
      this.endings++;
    });
    process.run(() => this.#modules.startBackground(this.#deps(process), this.watches));
  }

  /** Restarts the browser. */
  restart(): void {
    this.endBackground();
    this.state.restart();
    this.start();
  }

  endBackground(): void {
    this.#background?.end();
    this.#background = null;
  }

  /** Closes the lid: the background ends, no alarm fires. */
  sleep(): void {
    this.state.asleep = true;
    this.endBackground();
  }

  wakeUp(): void {
    this.state.asleep = false;
  }

  /** Sends a request of the background, with its origin and token. */
  request(
    path: string,
    init: { method?: string; body?: string; headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const headers: Record<string, string> = { origin: this.origin, ...init.headers };
    if (this.token) headers.authorization = `Bearer ${this.token}`;
    if (init.body !== undefined) headers['content-type'] = 'application/json';
    return this.#network(new Request(`${EDGE_URL}${path}`, { ...init, headers }));
  }

  /** Runs a page, which may be closed at any step. @returns null when it was */
  #inPage<T>(work: () => Promise<T>): Promise<T | null> {
    const page = new ContextProcess(this.state);
    const closed = new Promise<null>((resolve) => page.onEnd(() => resolve(null)));
    return Promise.race([page.run(work), closed]);
  }

  #deps(process: ContextProcess): object {
    return {
      now: () => this.#timeline.now() + this.skewMs,
      isOnline: () => this.online,
      isViewOpen: async () => false,
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
    const response = await this.#network(
      new Request(url.replace(/^ws/, 'http'), {
        headers: {
          upgrade: 'websocket',
          'sec-websocket-protocol': protocols.join(', '),
          origin: this.origin,
        },
      }),
    );
    const socket: unknown = Reflect.get(response, 'webSocket');
    return outsideOfProcesses(() => (socket ? (socket as SocketEnd) : null));
  }
}
