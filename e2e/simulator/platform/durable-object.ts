import type { Random } from '../../random/random.ts';
import type { Invocations } from './invocations.ts';
import type { IoBoundary } from './io-boundary.ts';
import { never, outsideOfProcesses, SimulatedProcess } from './processes.ts';
import type { SocketEnd } from './sockets.ts';
import { SqlStorage, WRITES } from './sql-storage.ts';
import type { Timeline } from './timeline.ts';

const CALL_LATENCY_MS = 2;
const SYNC_LATENCY_MS = 2;
const ALARM_RETRY_MS = 2_000;
const ALARM_LATE_MAX_MS = 3_000;
/** The platform's answer, on the free plan, to every write once the rows of the day are used up. */
const SPENT = 'Exceeded allowed rows written in Durable Objects free tier.';

interface Incarnation {
  readonly process: SimulatedProcess;
  readonly object: object;
  ready: Promise<unknown>;
}

/** Calls of the object and operations of its storage. */
export interface ObjectCounts {
  calls: number;
  /** Of these, deliveries of webhooks. */
  hookCalls: number;
  alarms: number;
  restarts: number;
  rowsWritten: number;
}

/**
 * One Durable Object with its storage and alarm, which survive its instances. An instance may stop between
 * any two steps; the next call, message or alarm creates a new one. Storage writes persist: in workerd
 * nothing leaves the object before its writes are durable.
 */
export class ObjectHost {
  readonly counts: ObjectCounts = { calls: 0, hookCalls: 0, alarms: 0, restarts: 0, rowsWritten: 0 };
  readonly sql = new SqlStorage();
  /** Rows that may still be written on this day; an alarm is one of them. */
  rowsLeft = Number.POSITIVE_INFINITY;
  readonly #timeline: Timeline;
  readonly #random: Random;
  readonly #make: (state: object) => object;
  readonly #invocations: Invocations;
  readonly #ioBoundary: IoBoundary;
  #incarnation: Incarnation | null = null;
  #alarmAt: number | null = null;
  /** The alarm handler that runs. */
  #ringing: Promise<void> | null = null;
  #sockets: SocketEnd[] = [];
  #autoResponse: SocketEnd['autoResponse'] = null;
  #isClosed = false;

  constructor(
    dependencies: {
      timeline: Timeline;
      random: Random;
      invocations: Invocations;
      ioBoundary: IoBoundary;
    },
    make: (state: object) => object,
  ) {
    this.#timeline = dependencies.timeline;
    this.#random = dependencies.random;
    this.#make = make;
    this.#invocations = dependencies.invocations;
    this.#ioBoundary = dependencies.ioBoundary;
  }

  /** The object's RPC stub: every method is a call over a network. */
  stub(): object {
    return new Proxy(
      {},
      {
        get: (_, name) => {
          if (name === 'then') return undefined;
          if (name === 'fetch')
            return (input: string | Request, init?: RequestInit) =>
              this.#call('fetch', [input instanceof Request ? input : new Request(input, init)]);
          return (...words: unknown[]) => this.#call(String(name), words);
        },
      },
    );
  }

  get alarmAt(): number | null {
    return this.#alarmAt;
  }

  /** Stops the instance between two steps. Sockets of a crashed object break; an evicted one's hibernate. */
  end(options: { readonly crash: boolean }): void {
    if (!this.#incarnation) return;
    this.counts.restarts++;
    this.#incarnation.process.end();
    this.#incarnation = null;
    if (options.crash) for (const socket of this.#sockets.splice(0)) socket.break();
  }

  /** Whether the process is that of the current instance. */
  isCurrent(process: SimulatedProcess): boolean {
    return this.#incarnation?.process === process;
  }

  close(): void {
    // First: a socket that breaks at the end calls the object.
    this.#isClosed = true;
    this.end({ crash: true });
    this.sql.close();
  }

  async #call(name: string, words: readonly unknown[]): Promise<unknown> {
    this.counts.calls++;
    this.#invocations.count();
    if (name === 'receiveHook') this.counts.hookCalls++;
    await this.#pass(CALL_LATENCY_MS);
    const response = await this.#within(name, (object) => {
      const method: unknown = Reflect.get(object, name);
      if (typeof method !== 'function') throw new TypeError(`The object has no method ${name}.`);
      return Reflect.apply(method, object, words);
    });
    await this.#pass(CALL_LATENCY_MS);
    return response;
  }

  /** @throws when the instance stops in the meantime, like a call of a real object */
  async #within(name: string, work: (object: object) => unknown): Promise<unknown> {
    // What is on its way when a world ends would begin the object anew, in the next world's database.
    if (this.#isClosed) return never();
    const incarnation = this.#alive();
    const { process } = incarnation;
    const ended = new Promise<never>((_, reject) => {
      process.onEnd(() => reject(new Error('The Durable Object was reset.')));
    });
    ended.catch(() => undefined);
    const done = process.run(() =>
      this.#invocations.run(`object ${name}`, async () => {
        await incarnation.ready;
        return process.over ? never() : work(incarnation.object);
      }),
    );
    return Promise.race([done, ended]);
  }

  #alive(): Incarnation {
    if (this.#incarnation) return this.#incarnation;
    const process = new SimulatedProcess();
    const incarnation: Incarnation = { process, object: {}, ready: Promise.resolve() };
    this.#incarnation = incarnation;
    process.onEnd(() => {
      if (this.#incarnation !== incarnation) return;
      this.#incarnation = null;
      this.counts.restarts++;
      if (this.#random.chance(0.5)) for (const socket of this.#sockets.splice(0)) socket.break();
    });
    Object.assign(incarnation, { object: process.run(() => this.#make(this.#state(incarnation))) });
    return incarnation;
  }

  #state(incarnation: Incarnation): object {
    const { process } = incarnation;
    return {
      id: { toString: () => 'account', name: 'account' },
      storage: this.#storage(process),
      waitUntil: (work: Promise<unknown>) => void work.catch(() => undefined),
      blockConcurrencyWhile: (work: () => Promise<unknown>) => {
        const done = work();
        incarnation.ready = done;
        return done;
      },
      acceptWebSocket: (socket: SocketEnd, tags: string[] = []) => this.#accept(socket, tags),
      getWebSockets: (tag?: string) =>
        this.#sockets.filter((one) => one.readyState === WebSocket.OPEN && (!tag || one.tags.includes(tag))),
      getTags: (socket: SocketEnd) => socket.tags,
      setWebSocketAutoResponse: (pair: SocketEnd['autoResponse']) => {
        this.#autoResponse = pair;
        for (const socket of this.#sockets) socket.autoResponse = pair;
      },
      getWebSocketAutoResponseTimestamp: (socket: SocketEnd) => socket.lastPingAt,
    };
  }

  #storage(process: SimulatedProcess): object {
    const alive = () => {
      if (process.over) throw new Error('The Durable Object was reset.');
    };
    const host = this;
    return {
      sql: {
        exec: (query: string, ...bindings: unknown[]) => {
          alive();
          if (WRITES.test(query)) this.#checkRowsLeft();
          const cursor = this.sql.exec(query, ...bindings);
          this.counts.rowsWritten += cursor.rowsWritten;
          this.rowsLeft -= cursor.rowsWritten;
          return cursor;
        },
        get databaseSize() {
          return host.sql.databaseSize;
        },
      },
      transactionSync: <T>(work: () => T): T => {
        alive();
        return this.sql.transactionSync(work);
      },
      getAlarm: async () => this.#alarmAt,
      setAlarm: async (at: number | Date) => {
        if (process.over) return;
        this.#checkRowsLeft();
        this.rowsLeft--;
        this.#setAlarm(Number(at));
      },
      deleteAlarm: async () => {
        if (!process.over) this.#alarmAt = null;
      },
      sync: () => this.#ioBoundary.step(() => undefined, SYNC_LATENCY_MS),
    };
  }

  #checkRowsLeft(): void {
    if (this.rowsLeft <= 0) throw new Error(SPENT);
  }

  #accept(socket: SocketEnd, tags: string[]): void {
    socket.tags = tags;
    socket.autoResponse = this.#autoResponse;
    const result = (name: string, ...words: unknown[]) => {
      const tell = (object: object) => {
        const method: unknown = Reflect.get(object, name);
        if (typeof method === 'function') return Reflect.apply(method, object, [socket, ...words]);
      };
      void outsideOfProcesses(() => this.#within(name, tell)).catch(() => undefined);
    };
    socket.onMessage = (data) => result('webSocketMessage', data);
    socket.onClose = (code, reason) => {
      this.#sockets = this.#sockets.filter((one) => one !== socket);
      result('webSocketClose', code, reason, code === 1000);
    };
    this.#sockets.push(socket);
  }

  #setAlarm(at: number): void {
    if (this.#alarmAt === at) return;
    this.#alarmAt = at;
    const late = this.#random.chance(0.2) ? this.#random.below(ALARM_LATE_MAX_MS) : 0;
    const delayMs = Math.max(0, at - this.#timeline.now()) + late;
    outsideOfProcesses(() => this.#timeline.after(delayMs, () => void this.#ring(at)));
  }

  /** One handler at a time, as workerd promises: an alarm that is due while one runs waits for its end. */
  async #ring(at: number): Promise<void> {
    while (this.#ringing) await this.#ringing;
    if (this.#alarmAt !== at) return;
    this.#alarmAt = null;
    this.#ringing = this.#handleAlarm().finally(() => {
      this.#ringing = null;
    });
  }

  /** At least once: an alarm that failed or whose object stopped fires again. */
  async #handleAlarm(): Promise<void> {
    this.counts.alarms++;
    try {
      await this.#within('alarm', (object) => {
        const alarm: unknown = Reflect.get(object, 'alarm');
        return typeof alarm === 'function' ? Reflect.apply(alarm, object, []) : undefined;
      });
    } catch {
      if (this.#alarmAt === null) this.#setAlarm(this.#timeline.now() + ALARM_RETRY_MS);
    }
  }

  #pass(ms: number): Promise<void> {
    return new Promise((resolve) => this.#timeline.after(ms, resolve));
  }
}
