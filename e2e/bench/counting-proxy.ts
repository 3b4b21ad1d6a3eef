import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface CountingProxy {
  readonly url: string;
  /** Pieces of data that the browser sent: requests, and pings of the live socket. */
  sent(): number;
  stop(): Promise<void>;
}

/** Passes connections on to the edge, sockets too, and counts what the browser sends. */
export async function startCountingProxy(edgeUrl: string): Promise<CountingProxy> {
  const { hostname, port } = new URL(edgeUrl);
  const open = new Set<Socket>();
  let sent = 0;
  const server = createServer((browser) => {
    const edge = connect(Number(port), hostname);
    for (const [one, other] of [
      [browser, edge],
      [edge, browser],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
    browser.on('data', () => {
      sent += 1;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent: () => sent,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}
