import { createServer } from 'node:net';

const LOOPBACK = '127.0.0.1';

/** A port of the loopback interface that was just free. */
export async function freePort(): Promise<number> {
  return listenOnce(0);
}

/**
 * Checks that a fixed port is free.
 * @throws Error with one sentence that names the port, its use and the variable that changes it
 */
export async function requireFreePort(port: number, use: string, variable: string): Promise<void> {
  try {
    await listenOnce(port);
  } catch {
    throw new Error(
      `Port ${port}, wanted for ${use}, is taken: end what uses it, or choose another with ${variable}.`,
    );
  }
}

function listenOnce(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, LOOPBACK, () => {
      const address = server.address();
      const got = typeof address === 'object' && address ? address.port : port;
      server.close(() => resolve(got));
    });
  });
}
