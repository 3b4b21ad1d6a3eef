import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const LOOPBACK = '127.0.0.1';

/** Below the ports that systems assign themselves, to servers without a chosen port and to connections. */
const FIRST_PORT = 18_000;
const PORTS = 14_000;
const TRIES = 50;

/**
 * A port of the loopback interface that was just free, and that nothing takes by chance until it is used.
 * @throws Error when 50 are taken
 */
export async function freePort(): Promise<number> {
  for (let tries = 1; ; tries++) {
    const port = FIRST_PORT + randomInt(PORTS);
    try {
      return await listenOnce(port);
    } catch (error) {
      if (tries === TRIES) throw error;
    }
  }
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
