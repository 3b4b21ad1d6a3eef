import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const PAGES = join(import.meta.dirname, '..', '..', 'extension', 'capture', 'fixtures');

export interface FixtureSite {
  /** `http://localhost:<port>` */
  readonly url: string;
  /** The same pages at another host: `http://127.0.0.1:<port>`. */
  readonly foreignUrl: string;
  /** Serves a page made by a test. */
  put(path: string, content: string | Buffer, type?: string): void;
  close(): Promise<void>;
}

/** Serves the pages in `extension/capture/fixtures` on the loopback interface. */
export async function startFixtureSite(): Promise<FixtureSite> {
  const made = new Map<string, { content: string | Buffer; type: string }>();
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const page = made.get(path);
    const content =
      page?.content ?? (await readFile(join(PAGES, path.replaceAll('..', ''))).catch(() => null));
    response.statusCode = content === null ? 404 : 200;
    response.setHeader('content-type', page?.type ?? 'text/html; charset=utf-8');
    response.end(content ?? 'Not found');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    foreignUrl: `http://127.0.0.1:${port}`,
    put: (path, content, type = 'text/html; charset=utf-8') => void made.set(path, { content, type }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
