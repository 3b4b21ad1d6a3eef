import { edgeBindings } from '../bench/edge-under-test.ts';
import { startWorkers } from '../bench/workerd.ts';
import { type LocalService, startLocalService } from '../mock-service/service.ts';
import { LOCAL_PAIRING_CODE } from './local-defaults.ts';

export interface Reply {
  readonly status: number;
  readonly text: string;
}

/** A paired device of the edge. */
export interface Device {
  readonly id: string;
  read(path: string, signal?: AbortSignal): Promise<Reply>;
  send(method: string, path: string, body?: unknown): Promise<Reply>;
}

export interface GatewayEdge {
  readonly service: LocalService;
  readonly owner: Device;
  /** Pairs another device, and makes it known to the running instance of the Worker. */
  pairViewer(): Promise<Device>;
  /** What workerd and the Worker told since the start that is no line of a finished request or call. */
  readonly complaints: readonly string[];
  stop(): Promise<void>;
}

/** The Worker as it would be deployed, in a workerd with its own flags, before a local service of its own. */
export async function startGatewayEdge(): Promise<GatewayEdge> {
  const complaints: string[] = [];
  const service = await startLocalService({ apiKey: 'local-key' });
  try {
    const workers = await startWorkers(
      [{ name: 'edge', source: 'edge', bindings: edgeBindings(service.url) }],
      ({ message }) => {
        if (!isLogLine(message)) complaints.push(message);
      },
    );
    const stop = async () => {
      await workers.stop();
      await service.stop();
    };
    try {
      const url = workers.urls.edge ?? '';
      const owner = await pair(url, LOCAL_PAIRING_CODE);
      const pairViewer = async () => {
        const invited = await owner.send('POST', '/pairing-codes', { role: 'viewer' });
        return pair(url, JSON.parse(invited.text).data.code);
      };
      return { service, owner, pairViewer, complaints, stop };
    } catch (failure) {
      await workers.stop();
      throw failure;
    }
  } catch (failure) {
    await service.stop();
    throw failure;
  }
}

async function pair(url: string, code: string): Promise<Device> {
  const paired = await send(url, 'POST', '/pair', { body: JSON.stringify({ code, name: 'Test' }) });
  if (paired.status !== 201) throw new Error(`Pairing answered ${paired.status}: ${paired.text}`);
  const { deviceId, token } = JSON.parse(paired.text).data;
  const headers = { authorization: `Bearer ${token}` };
  const device: Device = {
    id: deviceId,
    read: (path, signal) => send(url, 'GET', path, { headers, ...(signal && { signal }) }),
    send: (method, path, body) =>
      send(url, method, path, { headers, ...(body !== undefined && { body: JSON.stringify(body) }) }),
  };
  await device.read('/subscriptions');
  return device;
}

async function send(url: string, method: string, path: string, init: RequestInit): Promise<Reply> {
  const response = await fetch(`${url}${path}`, { method, ...init });
  return { status: response.status, text: await response.text() };
}

/** The Worker's own lines are JSON with an event's name; whatever else comes is workerd's, or an exception. */
function isLogLine(message: string): boolean {
  try {
    return typeof JSON.parse(message).event === 'string';
  } catch {
    return false;
  }
}
