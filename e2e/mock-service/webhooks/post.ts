import { request } from 'node:http';

export interface Sent {
  httpStatus: number | null;
  error: string | null;
}

/**
 * Posts to a registered https address. Its host is looked up in `connectTo` (`host:port`, then `host`), never
 * in the network: to `http://127.0.0.1:port`, or `status:500` for a receiver that only responds with that.
 * Anything but a response is an `error`; `signal` ends the attempt.
 */
export function post(
  url: string,
  headers: Record<string, string>,
  body: string,
  connectTo: Record<string, string>,
  signal: AbortSignal,
): Promise<Sent> {
  const registered = new URL(url);
  const port = registered.port === '' ? '443' : registered.port;
  const target = connectTo[`${registered.hostname}:${port}`] ?? connectTo[registered.hostname];
  if (target === undefined) {
    return Promise.resolve({ httpStatus: null, error: `getaddrinfo ENOTFOUND ${registered.hostname}` });
  }
  if (target.startsWith('status:')) return Promise.resolve(sent(Number(target.slice('status:'.length))));
  const local = new URL(target);
  return new Promise((resolve) => {
    const sending = request(
      {
        host: local.hostname,
        port: local.port,
        method: 'POST',
        path: `${registered.pathname}${registered.search}`,
        headers: { ...headers, host: registered.host, 'content-length': Buffer.byteLength(body) },
        signal,
        agent: false,
      },
      (response) => {
        response.resume();
        resolve(sent(response.statusCode ?? 0));
      },
    );
    sending.on('error', (error: NodeJS.ErrnoException) => {
      resolve({ httpStatus: null, error: signal.aborted ? 'timeout' : (error.code ?? error.message) });
    });
    sending.end(body);
  });
}

function sent(status: number): Sent {
  return { httpStatus: status, error: status >= 200 && status < 300 ? null : `HTTP ${status}` };
}
