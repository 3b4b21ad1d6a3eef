import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy for the edge that blocks WebSockets, as some networks do. */
export async function startProxyWithoutSockets(
  edgeUrl: string,
): Promise<{ url: string; stop(): Promise<void> }> {
  const { hostname, port } = new URL(edgeUrl);
  const server = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const onward = request({ hostname, port, method, path, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  server.on('upgrade', (_, socket) => socket.destroy());
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
