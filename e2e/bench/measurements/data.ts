import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BenchRun } from '../bench-run.ts';
import { edgeBindings, pairCommandLine } from '../edge-under-test.ts';
import { type Figure, ratioFigure } from '../figure.ts';
import { sendRequest } from '../send-request.ts';
import type { Contender } from '../statistics/rounds.ts';
import { startWorkers } from '../workerd.ts';

const PROJECT = 'shop';
const TABLE = 'note';
const DATA_KEY = 'data-local-shop';
/** Concurrent calls of an import. */
const WIDTH = 8;
const CALL_MS = 20;
const LOOK_EVERY_MS = 200;
/** At least 0.7 of the bare client's rows a second. */
const ASKED_RATIO = 1.43;

/** Imports against a bare client. */
export async function data(run: BenchRun): Promise<Figure[]> {
  const backend = await startBackend();
  try {
    const bindings = { ...edgeBindings(backend.url), DATA_API_URL: `${backend.url}/data` };
    const workers = await startWorkers([{ name: 'edge', source: 'edge', bindings }]);
    try {
      const edge = workers.urls.edge ?? '';
      const ask = asker(edge, await pairCommandLine(edge));
      const key = { key: DATA_KEY };
      const { confirm } = await ask<{ confirm: string }>('PUT', `/data-keys/${PROJECT}`, key);
      await ask('PUT', `/data-keys/${PROJECT}`, { ...key, confirm });
      const rows = run.quick ? 200 : 1_000;
      const comparison = await run.compare(imported(ask, rows), bareClient(backend.url, rows), {
        full: 8,
        quick: 3,
      });
      return [
        ratioFigure(
          `a row of an import of ${rows}, against a bare client with ${WIDTH} calls at once`,
          comparison,
          {
            unit: 'ms',
            askedRatio: ASKED_RATIO,
          },
        ),
      ];
    } finally {
      await workers.stop();
    }
  } finally {
    await backend.stop();
  }
}

type Ask = <T>(method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<T>;

function asker(edge: string, token: string): Ask {
  return async <T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${edge}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { data: answered, errors } = (await response.json()) as { data: T; errors: unknown };
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(errors)}`);
    return answered;
  };
}

/** Milliseconds per row, from the request until all rows are created. */
function imported(ask: Ask, rows: number): Contender {
  return {
    sample: async () => {
      const key = crypto.randomUUID();
      const body = {
        projectId: PROJECT,
        table: TABLE,
        rows: Array.from({ length: rows }, (_, at) => ({ values: { text: `row ${at}` } })),
      };
      const began = performance.now();
      await ask('POST', '/imports', body, { 'idempotency-key': key });
      for (;;) {
        const { state, counts } = await ask<{ state: string; counts: { created: number } }>(
          'GET',
          `/imports/${key}`,
        );
        if (state === 'done' && counts.created !== rows)
          throw new Error(`Only ${counts.created} were created.`);
        if (state === 'done') return (performance.now() - began) / rows;
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      }
    },
  };
}

function bareClient(url: string, rows: number): Contender {
  return {
    sample: async () => {
      let next = 0;
      const work = async () => {
        for (let at = next++; at < rows; at = next++)
          await sendRequest(`${url}/data/api/v1/crud/${TABLE}`, {
            method: 'POST',
            headers: { 'api-key': DATA_KEY, 'content-type': 'application/json' },
            body: JSON.stringify({ text: `row ${at}` }),
            expect: 200,
          });
      };
      const began = performance.now();
      await Promise.all(Array.from({ length: WIDTH }, work));
      return (performance.now() - began) / rows;
    },
  };
}

/** A service whose calls take 20 ms and do nothing. */
async function startBackend(): Promise<{ url: string; stop: () => Promise<void> }> {
  const server: Server = createServer((request, response) => {
    request.resume().on('end', () => {
      setTimeout(() => {
        const at = new Date().toISOString();
        const result = request.url?.endsWith('/data-structure')
          ? []
          : { _id: request.method === 'POST' ? crypto.randomUUID() : PROJECT, createdAt: at, updatedAt: at };
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ errors: null, data: result }));
      }, CALL_MS);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
