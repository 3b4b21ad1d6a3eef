import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that waits for the edge's response. */
interface Waiting {
  id: number;
  path: string;
  headers: Record<string, string>;
  body: string;
}

export interface HookRelay {
  url: string;
  stop(): Promise<void>;
}

const LONG_POLL_MS = 20_000;

/**
 * Relays deliveries to an edge without a port, which runs inside a test. A delivery waits here until the test
 * takes it (GET `/__take`), passes it to the edge and returns the response (POST `/__answer/:id`). Meanwhile
 * the service waits as for any receiver.
 */
export async function startHookRelay(): Promise<HookRelay> {
  const waiting: Waiting[] = [];
  const takers: ((taken: Waiting | null) => void)[] = [];
  const answers = new Map<number, ServerResponse>();
  let lastId = 0;

  const server = createServer(async (request, response) => {
    const url = request.url ?? '/';
    if (url === '/__take') return take(response);
    const body = await bodyOf(request);
    if (url === '/__forget') {
      waiting.length = 0;
      // Those who left take nothing of what arrives before their connection is seen to be closed.
      for (const give of takers.splice(0)) give(null);
      for (const open of answers.values()) open.destroy();
      answers.clear();
      return void response.end();
    }
    const answered = /^\/__answer\/(\d+)$/.exec(url)?.[1];
    if (answered !== undefined) {
      answers
        .get(Number(answered))
        ?.writeHead(Number(body.toString('utf8')))
        .end();
      answers.delete(Number(answered));
      return void response.end();
    }
    const id = ++lastId;
    answers.set(id, response);
    // A sender that gave up, or was ended with its test, delivers nothing to a later one.
    response.on('close', () => {
      answers.delete(id);
      const at = waiting.findIndex((one) => one.id === id);
      if (at >= 0) waiting.splice(at, 1);
    });
    const arrived = { id, path: url, headers: headersOf(request), body: body.toString('base64') };
    const taker = takers.shift();
    if (taker) taker(arrived);
    else waiting.push(arrived);
  });

  function take(response: ServerResponse): void {
    const next = waiting.shift();
    if (next) return void response.end(JSON.stringify(next));
    const give = (taken: Waiting | null) => {
      clearTimeout(timer);
      response.end(JSON.stringify(taken));
    };
    const leave = () => {
      clearTimeout(timer);
      const at = takers.indexOf(give);
      if (at >= 0) takers.splice(at, 1);
    };
    const timer = setTimeout(() => {
      leave();
      give(null);
    }, LONG_POLL_MS);
    response.on('close', leave);
    takers.push(give);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function headersOf(request: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string' && name !== 'host' && name !== 'connection') headers[name] = value;
  return headers;
}
