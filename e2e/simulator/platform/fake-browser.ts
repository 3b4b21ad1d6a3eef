import type { IoBoundary } from './io-boundary.ts';
import { Locks } from './locks.ts';
import { currentProcess, SimulatedProcess } from './processes.ts';
import type { Timeline } from './timeline.ts';

type Store = Map<string, unknown>;
type StorageChanges = Record<string, { oldValue?: unknown; newValue?: unknown }>;

/** A notification as requested. */
export interface ShownNotification {
  readonly id: string;
  readonly at: number;
  readonly title: string;
  readonly message: string;
}

const ALARM_SHORTEST_MS = 30_000;
const ID = 'simulated';
const addressOf = (path: string) => `chrome-extension://${ID}${path}`;
const NEVER_HAPPENS = { addListener: () => {}, removeListener: () => {} };

/** The parts of a browser that outlive the background: storage, alarms, notifications, the badge. */
export class FakeBrowser {
  readonly local: Store = new Map();
  readonly session: Store = new Map();
  /** Every notification ever created, in order. */
  readonly shown: ShownNotification[] = [];
  readonly visible = new Map<string, ShownNotification>();
  readonly locks = new Locks();
  badgeText = '';
  /** Starts the background unless it runs. Called before every browser event. */
  startBackground: () => void = () => {};
  /** While the lid is closed no alarm fires. */
  asleep = false;
  readonly #alarms = new Map<string, () => void>();
  readonly #storageChanged = new Listeners<[changes: StorageChanges, area: string]>();
  readonly #alarmRang = new Listeners<[alarm: { name: string }]>();
  readonly #messageCame = new Listeners<
    [message: unknown, sender: object, reply: (words: unknown) => void]
  >();
  readonly #viewOpened = new Listeners<[port: ViewPort]>();
  readonly #timeline: Timeline;
  readonly #ioBoundary: IoBoundary;

  constructor(timeline: Timeline, ioBoundary: IoBoundary) {
    this.#timeline = timeline;
    this.#ioBoundary = ioBoundary;
  }

  /** Everything that the browser stores, as text, to search for secrets. */
  dump(): string {
    return JSON.stringify([[...this.local], [...this.session], this.shown]);
  }

  /** Restarts the browser: its memory is lost and, in one of the two browsers, its alarms. */
  restart(): void {
    this.session.clear();
    for (const name of this.#alarms.keys()) this.#clearAlarm(name);
  }

  /** The part of the `chrome` API of one context that the extension uses; anything else does nothing. */
  api(process: SimulatedProcess): Record<string, unknown> {
    return {
      runtime: {
        id: ID,
        getURL: addressOf,
        getManifest: () => ({ version: '0.0.0' }),
        onMessage: this.#messageCame.of(process),
        onConnect: this.#viewOpened.of(process),
        onInstalled: NEVER_HAPPENS,
        onStartup: NEVER_HAPPENS,
        sendMessage: (message: unknown) => this.#step(() => this.#carry(message)),
      },
      storage: {
        local: this.#area(this.local, 'local', process),
        session: this.#area(this.session, 'session', process),
        onChanged: this.#storageChanged.of(process),
      },
      alarms: {
        onAlarm: this.#alarmRang.of(process),
        get: (name: string) => this.#step(() => (this.#alarms.has(name) ? { name } : undefined)),
        create: (name: string, when: AlarmWhen) => this.#step(() => this.#createAlarm(name, when)),
        clear: (name: string) => this.#step(() => this.#clearAlarm(name)),
      },
      contextMenus: anything({ onClicked: NEVER_HAPPENS }),
      // Each message is its own name.
      i18n: { getMessage: (name: string) => name, getUILanguage: () => 'en' },
      commands: { onCommand: NEVER_HAPPENS },
      notifications: {
        onClicked: NEVER_HAPPENS,
        onButtonClicked: NEVER_HAPPENS,
        onClosed: NEVER_HAPPENS,
        create: (id: string, options: { title: string; message: string }) =>
          this.#step(() => {
            const notification = {
              id,
              at: this.#timeline.now(),
              title: options.title,
              message: options.message,
            };
            this.shown.push(notification);
            this.visible.set(id, notification);
            return id;
          }),
        clear: (id: string) => this.#step(() => this.visible.delete(id)),
        getAll: () => this.#step(() => Object.fromEntries(this.visible)),
      },
      action: anything({
        setBadgeText: ({ text }: { text: string }) =>
          this.#step(() => {
            this.badgeText = text;
          }),
      }),
    };
  }

  #step<T>(effect: () => T): Promise<T> {
    return this.#ioBoundary.step(effect, 1);
  }

  /** Delivers a page's message to the background; fails when that stops before responding. */
  #carry(message: unknown): Promise<unknown> {
    this.startBackground();
    const sender = { id: ID, url: addressOf('/popup.html') };
    return new Promise((resolve, reject) => {
      const processes = this.#messageCame.tell(structuredClone(message), sender, (reply) =>
        resolve(structuredClone(reply)),
      );
      const gone = () => reject(new Error('The message port closed before a response was received.'));
      if (processes.length === 0) gone();
      for (const process of processes) process.onEnd(gone);
    });
  }

  /** Connects a page to the background. @returns closes it */
  openView(): () => void {
    this.startBackground();
    const closing: (() => void)[] = [];
    this.#viewOpened.tell({
      name: 'view',
      sender: { id: ID, url: addressOf('/popup.html') },
      onDisconnect: { addListener: (listener) => void closing.push(listener) },
    });
    return () => {
      for (const listener of closing) listener();
    };
  }

  #area(store: Store, name: string, process: SimulatedProcess) {
    const change = (items: readonly (readonly [string, unknown])[]) => {
      const changes: StorageChanges = {};
      for (const [key, value] of items) {
        changes[key] = { oldValue: store.get(key), newValue: value };
        if (value === undefined) store.delete(key);
        else store.set(key, frozen(structuredClone(value)));
      }
      this.#storageChanged.tell(changes, name);
    };
    return {
      get: (keys?: null | string | string[] | Record<string, unknown>) =>
        this.#step(() => Object.fromEntries(wanted(store, keys))),
      set: (items: Record<string, unknown>) => this.#step(() => change(Object.entries(items))),
      remove: (keys: string | string[]) =>
        this.#step(() => change([keys].flat().map((key) => [key, undefined] as const))),
      onChanged: this.#storageChanged.of(process, (_, area) => area === name),
    };
  }

  #createAlarm(name: string, { when, delayInMinutes, periodInMinutes }: AlarmWhen): void {
    const periodMs = periodInMinutes ? Math.max(ALARM_SHORTEST_MS, periodInMinutes * 60_000) : null;
    const firstMs = when ? when - this.#timeline.now() : (delayInMinutes ?? periodInMinutes ?? 0) * 60_000;
    const arm = (delayMs: number) => {
      this.#alarms.get(name)?.();
      const ring = () => {
        if (periodMs) arm(periodMs);
        else this.#alarms.delete(name);
        if (this.asleep) return;
        this.startBackground();
        this.#alarmRang.tell({ name });
      };
      this.#alarms.set(name, this.#timeline.after(Math.max(ALARM_SHORTEST_MS, delayMs), ring));
    };
    arm(firstMs);
  }

  #clearAlarm(name: string): boolean {
    this.#alarms.get(name)?.();
    return this.#alarms.delete(name);
  }
}

interface ViewPort {
  readonly name: string;
  readonly sender: { readonly id: string; readonly url: string };
  readonly onDisconnect: { addListener: (listener: () => void) => void };
}

interface AlarmWhen {
  readonly when?: number;
  readonly delayInMinutes?: number;
  readonly periodInMinutes?: number;
}

/** The process of one context of the extension, a background or a page, with its browser. */
export class ContextProcess extends SimulatedProcess {
  readonly browser: FakeBrowser;
  readonly api: Record<string, unknown>;

  constructor(browser: FakeBrowser) {
    super();
    this.browser = browser;
    this.api = browser.api(this);
  }
}

/** Listeners of one kind of event; contexts that ended receive nothing. */
class Listeners<Words extends unknown[]> {
  readonly #listening = new Map<
    (...words: Words) => unknown,
    { process: SimulatedProcess; wants: (...words: Words) => boolean }
  >();

  /** The event API of one context. @param wants filters events */
  of(process: SimulatedProcess, wants: (...words: Words) => boolean = () => true) {
    return {
      addListener: (listener: (...words: Words) => unknown) => {
        this.#listening.set(listener, { process, wants });
        process.onEnd(() => this.#listening.delete(listener));
      },
      removeListener: (listener: (...words: Words) => unknown) => void this.#listening.delete(listener),
    };
  }

  /** @returns the processes that received it */
  tell(...words: Words): SimulatedProcess[] {
    return [...this.#listening].flatMap(([listener, { process, wants }]) => {
      if (!wants(...words)) return [];
      process.run(() => listener(...words));
      return [process];
    });
  }
}

const EMPTY_AREA = { get: async () => ({}), set: async () => undefined, remove: async () => undefined };

/** `chrome` while modules are loaded, before any browser exists: empty storage. */
const OF_NOBODY: Record<string, unknown> = {
  runtime: { id: ID },
  storage: { local: EMPTY_AREA, session: EMPTY_AREA, onChanged: NEVER_HAPPENS },
};

/** The `chrome` of the running process. */
export const chromeOfTheRunning: object = new Proxy(
  {},
  {
    get: (_, name) => {
      const process = currentProcess();
      const api = process instanceof ContextProcess ? process.api : OF_NOBODY;
      return api[String(name)] ?? anything({});
    },
  },
);

const LOCKS_OF_NOBODY = new Locks();

/** `navigator.locks` of the running process. */
export const locksOfTheRunning = {
  request: <T>(name: string, task: () => Promise<T>): Promise<T> => {
    const process = currentProcess();
    const locks = process instanceof ContextProcess ? process.browser.locks : LOCKS_OF_NOBODY;
    return locks.request(name, task);
  },
};

function wanted(
  store: Store,
  keys?: null | string | string[] | Record<string, unknown>,
): [string, unknown][] {
  if (keys === null || keys === undefined) return [...store];
  const names = typeof keys === 'string' ? [keys] : Array.isArray(keys) ? keys : Object.keys(keys);
  return names.filter((name) => store.has(name)).map((name) => [name, store.get(name)]);
}

/** An API whose calls do nothing. */
function anything(known: Record<string, unknown>): object {
  return new Proxy(known, {
    get: (target, name) => Reflect.get(target, name) ?? (name === 'then' ? undefined : async () => undefined),
  });
}

/** A browser returns copies: changing a returned value fails here instead of changing what is stored. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) frozen(part);
  }
  return value;
}
