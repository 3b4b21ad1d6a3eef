import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ChannelServer, startChannels } from '../mock-channels/server.ts';
import { type LocalService, type LocalServiceOptions, startLocalService } from '../mock-service/service.ts';
import { Closing } from './closing.ts';
import { type EdgeProcess, type EdgeSettings, startEdge } from './edge-process.ts';
import { LOCAL_PAIRING_CODE, LOCAL_PUBLIC_URL } from './local-defaults.ts';
import { freePort } from './ports.ts';

export interface Stack {
  readonly service: LocalService;
  /** The stand-in of the services that alerts go to. */
  readonly channels: ChannelServer;
  readonly edge: EdgeProcess;
  readonly pairingCode: string;
  /** Restarts the edge on the same port with the same storage. */
  restartEdge(): Promise<void>;
  /** Folder of the edge's KV, Durable Object and log. */
  readonly stateDir: string;
  stop(): Promise<void>;
}

/**
 * Starts a connected local service, edge and services for alerts on free ports, with empty storage.
 * `EDGE_BUILD` names a folder of a built edge, which starts faster (`npm test` builds one).
 */
export async function startStack(serviceOptions: Partial<LocalServiceOptions> = {}): Promise<Stack> {
  const closing = new Closing();
  try {
    const stateDir = await mkdtemp(join(tmpdir(), 'pilot-light-stack-'));
    closing.add(() => rm(stateDir, { recursive: true, force: true, maxRetries: 5 }));
    const port = await freePort();
    const service = await startLocalService({
      demo: 'calm',
      ...serviceOptions,
      port: 0,
      connectTo: { 'pilot-light.test': `http://127.0.0.1:${port}` },
    });
    closing.add(() => service.stop());
    const channels = await startChannels({ [LOCAL_PUBLIC_URL]: `http://127.0.0.1:${port}` });
    closing.add(() => channels.stop());
    const settings: EdgeSettings = {
      SERVICE_URL: service.url,
      SERVICE_API_KEY: service.apiKey,
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      PAIRING_CODE: LOCAL_PAIRING_CODE,
      PUBLIC_URL: LOCAL_PUBLIC_URL,
      DATA_API_URL: service.dataUrl,
    };
    const start = () => startEdge({ port, stateDir, settings, build: process.env.EDGE_BUILD });
    let edge = await start();
    closing.add(() => edge.stop());
    return {
      service,
      channels,
      get edge() {
        return edge;
      },
      pairingCode: LOCAL_PAIRING_CODE,
      restartEdge: async () => {
        await edge.stop();
        edge = await start();
      },
      stateDir,
      stop: () => closing.closeAll(),
    };
  } catch (failure) {
    await closing.closeAll();
    throw failure;
  }
}
