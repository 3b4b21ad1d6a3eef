import { join } from 'node:path';
import type { Random } from '../../random/random.ts';
import type { Decisions } from '../decisions.ts';
import { ObjectHost } from '../platform/durable-object.ts';
import type { Invocations } from '../platform/invocations.ts';
import type { IoBoundary } from '../platform/io-boundary.ts';
import { KeyValue } from '../platform/key-value.ts';
import type { Timeline } from '../platform/timeline.ts';

export const EDGE_URL = 'https://edge.simulated.test';
export const PAIRING_CODE = 'canary-pairing-code';
/** 32 bytes in base64, recognizable in any output. */
export const ENCRYPTION_KEY = Buffer.from('canary-encryption-key-32-bytes!!').toString('base64');

/** Types of the edge's modules used here; their own need workerd's types. */
interface EdgeModule {
  readonly default: {
    fetch(request: Request, env: object, context: object): Response | Promise<Response>;
  };
  readonly Account: new (state: object, env: object) => object;
}

const EDGE = join(import.meta.dirname, '..', '..', '..', 'edge');
const edgeModule: Promise<EdgeModule> = import(/* @vite-ignore */ join(EDGE, 'index.ts'));

/** The real Worker and its real object, on simulated storage, KV, time and network. */
export async function createEdgeActor(
  dependencies: {
    timeline: Timeline;
    random: Random;
    ioBoundary: IoBoundary;
    invocations: Invocations;
    decisions: Decisions;
  },
  settings: Readonly<Record<string, string>>,
) {
  const { default: worker, Account } = await edgeModule;
  const events = new KeyValue(dependencies);
  const unlimited = { limit: async () => ({ success: true }) };
  const bindings: Record<string, unknown> = {
    EVENTS: events,
    ...settings,
    ENCRYPTION_KEY,
    PAIRING_CODE,
  };
  const environment = () =>
    new Proxy(bindings, {
      get: (known, name) =>
        Reflect.get(known, name) ?? (String(name).startsWith('FLOOD_') ? unlimited : undefined),
    });
  let env = environment();
  const object = new ObjectHost(dependencies, (state) => new Account(state, env));
  bindings.ACCOUNT = {
    getByName: () => object.stub(),
    idFromName: () => 'account',
    get: () => object.stub(),
  };

  const context = {
    waitUntil: (work: Promise<unknown>) => void work.catch(() => undefined),
    passThroughOnException: () => undefined,
  };
  const counts = { requests: 0 };
  /** A request to the Worker. Never rejects. */
  const fetch = async (request: Request): Promise<Response> => {
    counts.requests++;
    return dependencies.invocations.run('worker', () => worker.fetch(request, env, context));
  };

  /** Changes a binding for everything that starts from now on. */
  const setBinding = (name: string, value: string) => {
    bindings[name] = value;
    env = environment();
  };

  return { events, object, counts, fetch, setBinding };
}

export type EdgeActor = Awaited<ReturnType<typeof createEdgeActor>>;
