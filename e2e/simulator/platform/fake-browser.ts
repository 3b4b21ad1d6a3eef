import { currentLife, Life } from './lives.ts';
import type { Rim } from './rim.ts';
import type { Timeline } from './timeline.ts';

type Store = Map<string, unknown>;
type StorageListener = (
  changes: Record<string, { oldValue?: unknown; newValue?: unknown }>,
  area: string,
) => void;

/** A notification as it was asked for. */
export interface ShownNotification {
  readonly id: string;
  readonly at: number;
  readonly title: string;
  readonly message: string;
}

const ALARM_SHORTEST_MS = 30_000;

/** What of a browser outlives the background: storage, alarms, notifications, the badge. */
export class FakeBrowser {
  readonly local: Store = new Map();
  readonly session: Store = new Map();
  /** Every notification ever created, in order. */
  readonly shown: ShownNotification[] = [];
  readonly visible = new Map<string, ShownNotification>();
  badgeText = '';
  onAlarm: (name: string) => void = () => {};
  /** While the lid is closed no alarm rings. */
  asleep = false;
  readonly #alarms = new Map<string, () => void>();
  readonly #timeline: Timeline;
  readonly #rim: Rim;

  constructor(timeline: Timeline, rim: Rim) {
    this.#timeline = timeline;
    this.#rim = rim;
  }

  /** Everything that the browser keeps, as text, to search for what must not be there. */
  dump(): string {
    return JSON.stringify([[...this.local], [...this.session], this.shown]);
  }

  /** The `chrome` of this browser, as far as the background uses it; anything else answers nothing. */
  api(): Record<string, unknown> {
    const listeners: StorageListener[] = [];
    return {
      runtime: { id: 'simulated', getURL: (path: string) => `chrome-extension://simulated${path}` },
      storage: {
        local: this.#area(this.local, 'local', listeners),
        session: this.#area(this.session, 'session', listeners),
        onChanged: {
          addListener: (listener: StorageListener) => listeners.push(listener),
          removeListener: () => {},
        },
      },
      alarms: {
        get: (name: string) => this.#step(() => (this.#alarms.has(name) ? { name } : undefined)),
        create: (name: string, when: AlarmWhen) => this.#step(() => this.#createAlarm(name, when)),
        clear: (name: string) => this.#step(() => this.#clearAlarm(name)),
      },
      notifications: {
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
    return this.#rim.step(effect, 1);
  }

  #area(store: Store, name: string, listeners: readonly StorageListener[]) {
    const change = (items: readonly (readonly [string, unknown])[]) => {
      const changes: Parameters<StorageListener>[0] = {};
      for (const [key, value] of items) {
        changes[key] = { oldValue: store.get(key), newValue: value };
        if (value === undefined) store.delete(key);
        else store.set(key, frozen(structuredClone(value)));
      }
      for (const listener of listeners) listener(changes, name);
    };
    return {
      get: (keys?: null | string | string[] | Record<string, unknown>) =>
        this.#step(() => Object.fromEntries(wanted(store, keys))),
      set: (items: Record<string, unknown>) => this.#step(() => change(Object.entries(items))),
      remove: (keys: string | string[]) =>
        this.#step(() => change([keys].flat().map((key) => [key, undefined] as const))),
      onChanged: { addListener: () => {}, removeListener: () => {} },
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
        if (!this.asleep) this.onAlarm(name);
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

interface AlarmWhen {
  readonly when?: number;
  readonly delayInMinutes?: number;
  readonly periodInMinutes?: number;
}

/** The life of one background; its browser is found by it. */
export class BackgroundLife extends Life {
  readonly browser: FakeBrowser;
  readonly api: Record<string, unknown>;

  constructor(browser: FakeBrowser) {
    super();
    this.browser = browser;
    this.api = browser.api();
  }
}

const EMPTY_AREA = { get: async () => ({}), set: async () => undefined, remove: async () => undefined };

/** What modules find while they are loaded, before any browser exists: nothing stored. */
const OF_NOBODY: Record<string, unknown> = {
  runtime: { id: 'simulated' },
  storage: { local: EMPTY_AREA, session: EMPTY_AREA, onChanged: { addListener: () => {} } },
};

/** The `chrome` of the process: whose background is running decides which browser answers. */
export const chromeOfTheRunning: object = new Proxy(
  {},
  {
    get: (_, name) => {
      const life = currentLife();
      const api = life instanceof BackgroundLife ? life.api : OF_NOBODY;
      return api[String(name)] ?? anything({});
    },
  },
);

function wanted(
  store: Store,
  keys?: null | string | string[] | Record<string, unknown>,
): [string, unknown][] {
  if (keys === null || keys === undefined) return [...store];
  const names = typeof keys === 'string' ? [keys] : Array.isArray(keys) ? keys : Object.keys(keys);
  return names.filter((name) => store.has(name)).map((name) => [name, store.get(name)]);
}

/** Whatever is asked of it is done by doing nothing. */
function anything(known: Record<string, unknown>): object {
  return new Proxy(known, {
    get: (target, name) => Reflect.get(target, name) ?? (name === 'then' ? undefined : async () => undefined),
  });
}

/** A browser hands out copies; whoever changes what it got fails here instead of changing what is stored. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) frozen(part);
  }
  return value;
}
