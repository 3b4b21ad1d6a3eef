import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { Certificate } from './certificate.ts';

/**
 * The part of the internet that a test needs: names with real TLS. Programs use `proxyUrl` (`HTTPS_PROXY`), a
 * browser maps every name to `tlsPort`; both speak TLS with the original name.
 */
export interface Network {
  readonly proxyUrl: string;
  readonly tlsPort: number;
  stop(): Promise<void>;
}

/** @param portOf the local port for a host name; null = no such host */
export async function startNetwork(
  certificate: Certificate,
  portOf: (host: string) => number | null,
): Promise<Network> {
  const sockets = new Set<Socket>();
  const remember = (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  };

  const tls = createTlsServer(certificate, (socket) => {
    remember(socket);
    const port = typeof socket.servername === 'string' ? portOf(socket.servername) : null;
    if (port === null) socket.destroy();
    else join(socket, connect(port, '127.0.0.1'));
  });
  tls.on('tlsClientError', (_failure, socket) => socket.destroy());

  const proxy = createHttpServer((_request, response) => response.writeHead(501).end());
  proxy.on('connection', remember);
  proxy.on('connect', (_request, socket: Socket, head) => {
    const upstream = connect((tls.address() as AddressInfo).port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.write(head);
      join(socket, upstream);
    });
    remember(upstream);
  });

  function join(one: Socket, other: Socket): void {
    remember(other);
    one.pipe(other).pipe(one);
    one.once('close', () => other.destroy());
    other.once('close', () => one.destroy());
  }

  await Promise.all([listen(tls), listen(proxy)]);
  return {
    proxyUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    tlsPort: (tls.address() as AddressInfo).port,
    stop: async () => {
      const ended = [tls, proxy].map(
        (server) => new Promise<void>((resolve) => server.close(() => resolve())),
      );
      for (const socket of sockets) socket.destroy();
      await Promise.all(ended);
    },
  };
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
}
