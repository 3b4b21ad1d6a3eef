import type { BenchRun } from '../bench-run.ts';
import { timed } from '../bench-run.ts';
import { edgeBindings, pairCommandLine } from '../edge-under-test.ts';
import { type Figure, ratioFigure } from '../figure.ts';
import { sendRequest } from '../send-request.ts';
import { startWorkers } from '../workerd.ts';

const READS_A_SAMPLE = 40;
const PATH = '/service/projects?limit=20';

/** Compares a read through the gateway with a Worker that only fetches from the service, on one workerd. */
export async function gatewayRead(run: BenchRun): Promise<Figure[]> {
  const upstream = await startWorkers([{ name: 'upstream', source: 'upstream.ts', bindings: {} }]);
  try {
    const serviceUrl = upstream.urls.upstream ?? '';
    const workers = await startWorkers([
      { name: 'edge', source: 'edge', bindings: edgeBindings(serviceUrl) },
      {
        name: 'bare',
        source: 'bare.ts',
        bindings: { SERVICE_URL: serviceUrl, SERVICE_API_KEY: 'local-key' },
      },
    ]);
    try {
      const edge = workers.urls.edge ?? '';
      const token = await pairCommandLine(edge);
      const headers = { authorization: `Bearer ${token}` };
      const read = (base: string) => () => sendRequest(`${base}${PATH}`, { headers, expect: 200 });
      const comparison = await run.compare(
        timed(READS_A_SAMPLE, read(edge)),
        timed(READS_A_SAMPLE, read(workers.urls.bare ?? '')),
        { full: 60, quick: 12 },
      );
      return [
        ratioFigure('a read through the gateway, against a bare Worker', comparison, {
          unit: 'ms',
          askedRatio: 2.3,
        }),
      ];
    } finally {
      await workers.stop();
    }
  } finally {
    await upstream.stop();
  }
}
