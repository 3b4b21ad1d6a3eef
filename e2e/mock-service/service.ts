import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { createApp } from './app.ts';
import { type Clock, createClock } from './clock/clock.ts';
import { type Control, createControl } from './control/control.ts';
import { createControlRoutes } from './control/routes.ts';
import { createWorld } from './create-world.ts';
import { createDataApp } from './data/app.ts';
import { type Demo, populate } from './demo/demo.ts';
import { zeroCounters } from './world/counters.ts';
import type { Durations, World } from './world/world.ts';

export interface LocalServiceOptions {
  /** 0 (the default) takes any free port. */
  port?: number;
  apiKey?: string;
  /** The same seed gives the same ids, costs and durations. */
  seed?: number;
  /** How many times faster than real time; default 1. */
  speed?: number;
  /** `createClock({ stepped: true })` gives time to the test. */
  clock?: Clock;
  /** Registered host (or `host:port`) -> `http://127.0.0.1:port`, or `status:500`. */
  connectTo?: Record<string, string>;
  /** The account's content; `empty` by default. */
  demo?: Demo;
  durations?: Partial<Durations>;
  maxBodyBytes?: number;
  /** How long Get Project repeats its last response, as the service does for a few seconds; default 0. */
  projectCacheMs?: number;
}

export interface LocalService {
  /** The `{base_url}`; `P` is this + `/api/v1/vcaas`. */
  url: string;
  /** The `{data_api_url}`; a project's key is `data-local-<project>`. */
  dataUrl: string;
  port: number;
  apiKey: string;
  control: Control;
  /** Ends the server, its connections and everything scheduled. */
  stop(): Promise<void>;
}

/** Starts the stand-in on 127.0.0.1. Rejects with the listening error (`EADDRINUSE`) of a taken port. */
export async function startLocalService(options: LocalServiceOptions = {}): Promise<LocalService> {
  const apiKey = options.apiKey ?? 'local-key';
  const clock = options.clock ?? createClock({ speed: options.speed ?? 1 });
  let world = freshWorld();

  function freshWorld(): World {
    const fresh = createWorld({
      clock,
      apiKey,
      seed: options.seed ?? 1,
      connectTo: options.connectTo ?? {},
      ...(options.durations && { durations: options.durations }),
      ...(options.maxBodyBytes !== undefined && { maxBodyBytes: options.maxBodyBytes }),
      ...(options.projectCacheMs !== undefined && { projectCacheMs: options.projectCacheMs }),
    });
    populate(fresh, options.demo ?? 'empty');
    fresh.counters = zeroCounters();
    return fresh;
  }

  function end(old: World): void {
    old.over.abort();
    clock.clear();
  }

  const control = createControl(
    () => world,
    () => {
      end(world);
      world = freshWorld();
    },
  );
  const app = createApp(() => world);
  app.route(
    '/__control',
    createControlRoutes(control, () => world),
  );
  app.route(
    '/data',
    createDataApp(() => world),
  );
  const server = createAdaptorServer({ fetch: app.fetch, createServer }) as Server;
  // As long as on the open network. With Node's 5 s, a busy machine closes connections that are just used.
  server.keepAliveTimeout = 65_000;
  const port = await listen(server, options.port ?? 0);
  return {
    url: `http://127.0.0.1:${port}`,
    dataUrl: `http://127.0.0.1:${port}/data`,
    port,
    apiKey,
    control,
    async stop() {
      end(world);
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
