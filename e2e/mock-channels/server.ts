import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Channels, createChannels, SECRETS } from './channels.ts';
import type { Answer } from './exchange.ts';
import { written } from './in-process.ts';
import { type ConnectTo, pageOf } from './page.ts';

/** The five services on a port of the loopback interface. */
export interface ChannelServer extends Channels {
  /** The page that lists what arrived. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Where to send to, as each service hands it out. */
export const addressesAt = (url: string) => ({
  slack: `${url}/slack/services/T0STUDIO/B0NORD/${SECRETS.slack}`,
  discord: `${url}/discord/api/webhooks/${SECRETS.discordId}/${SECRETS.discord}`,
  telegram: `${url}/telegram`,
  ntfy: `${url}/ntfy/studio`,
  own: `${url}/own/alerts`,
});

/**
 * Starts the stand-in of the five services on a free port.
 * @param connectTo where links of alerts lead on this machine
 */
export async function startChannels(connectTo: ConnectTo = {}): Promise<ChannelServer> {
  const channels = createChannels();
  const server = createServer((request, response) => void serve(channels, connectTo, request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...channels,
    url,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function serve(
  channels: Channels,
  connectTo: ConnectTo,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET', url: path = '/' } = request;
  const host = `http://${request.headers.host ?? ''}`;
  if (method === 'GET' && path === '/') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
    response.end(pageOf(channels.arrived, addressesAt(host), connectTo));
    return;
  }
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer);
  } catch {
    // The sender broke off: nothing arrived.
    return;
  }
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string') headers.set(name, value);
  const body = Buffer.concat(chunks).toString('utf8');
  const reply = await channels.receive({ method, headers, path, body });
  switch (reply.kind) {
    case 'hangs':
      return;
    case 'cut':
      request.socket.destroy();
      return;
    case 'answer':
      write(reply.answer, reply.isHalf, response);
  }
}

function write(answer: Answer, isHalf: boolean, response: ServerResponse): void {
  const { text, headers } = written(answer);
  if (!isHalf) {
    response.writeHead(answer.status, headers).end(text ?? undefined);
    return;
  }
  const bytes = Buffer.from(text ?? '');
  response.writeHead(answer.status, { ...headers, 'content-length': String(2 * bytes.length + 1) });
  response.write(bytes, () => response.socket?.destroy());
}
