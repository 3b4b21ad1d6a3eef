import type { Random } from '../../random/random.ts';
import { simulatedCrypto } from './crypto.ts';
import { currentProcess } from './processes.ts';
import { socketPair } from './sockets.ts';
import type { Timeline } from './timeline.ts';

type Fetch = (request: Request) => Promise<Response>;

/** The global APIs that a simulation replaces, so that the seed decides everything. */
export interface Surroundings {
  readonly timeline: Timeline;
  readonly random: Random;
  readonly fetch: Fetch;
  /** Receives output of the code under test. */
  readonly log: (line: string) => void;
}

const RealDate = Date;
const RealResponse = Response;
const SWITCHING_PROTOCOLS = 101;
/** Shared, because creating one takes longer than most steps. */
const TOOK_TOO_LONG = new DOMException('It took too long.', 'TimeoutError');

/**
 * Replaces time, timers, randomness, cryptography and network of this process by simulated ones.
 * @returns restores the real ones
 */
export function replaceGlobals({ timeline, random, fetch, log }: Surroundings): () => void {
  class SimulatedDate extends RealDate {
    constructor(...words: unknown[]) {
      if (words.length === 0) super(timeline.now());
      else super(...(words as [number]));
    }
    static override now = () => timeline.now();
  }
  const timers = simulatedTimers(timeline);
  const replaced: Record<string, unknown> = {
    Date: SimulatedDate,
    ...timers,
    crypto: simulatedCrypto(random),
    fetch: (input: RequestInfo | URL, init?: RequestInit) => fetch(new Request(input, init)),
    Response: ResponseWithSocket,
    console: { ...console, log, warn: log, error: log },
    WebSocketPair: class {
      constructor() {
        Object.assign(this, socketPair(timeline));
      }
    },
    WebSocketRequestResponsePair: class {
      constructor(request: string, response: string) {
        Object.assign(this, { request, response });
      }
    },
  };
  const before = Object.keys(replaced).map(
    (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
  );
  const randomBefore = Math.random;
  const timeoutBefore = AbortSignal.timeout;
  for (const [name, value] of Object.entries(replaced))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  Math.random = () => random.next();
  AbortSignal.timeout = (ms) => {
    const controller = new AbortController();
    timers.setTimeout(() => controller.abort(TOOK_TOO_LONG), ms);
    return controller.signal;
  };
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
    }
    Math.random = randomBefore;
    AbortSignal.timeout = timeoutBefore;
  };
}

function simulatedTimers(timeline: Timeline) {
  const running = new Map<number, () => void>();
  let lastId = 0;
  const setTimeout = (task: (...words: unknown[]) => void, ms = 0, ...words: unknown[]) => {
    const id = ++lastId;
    const process = currentProcess();
    running.set(
      id,
      timeline.after(ms, () => {
        running.delete(id);
        if (!process) task(...words);
        else if (!process.over) process.run(() => task(...words));
      }),
    );
    return id;
  };
  const clearTimeout = (id: number) => {
    running.get(id)?.();
    running.delete(id);
  };
  const setInterval = (task: () => void, ms = 0) => {
    const id = ++lastId;
    const process = currentProcess();
    const again = () => {
      running.set(
        id,
        timeline.after(Math.max(1, ms), () => {
          if (process?.over) return;
          again();
          if (process) process.run(task);
          else task();
        }),
      );
    };
    again();
    return id;
  };
  return { setTimeout, clearTimeout, setInterval, clearInterval: clearTimeout };
}

/** Node's Response allows neither status 101 nor a socket; a Worker's does. */
class ResponseWithSocket extends RealResponse {
  readonly webSocket: unknown = null;

  constructor(body?: BodyInit | null, init: ResponseInit & { webSocket?: unknown } = {}) {
    const switching = init.status === SWITCHING_PROTOCOLS;
    super(body, switching ? { ...init, status: 200 } : init);
    if (!switching) return;
    Object.defineProperty(this, 'status', { value: SWITCHING_PROTOCOLS });
    this.webSocket = init.webSocket;
  }
}
