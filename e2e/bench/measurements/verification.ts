import type { BenchRun } from '../bench-run.ts';
import { type Figure, ratioFigure } from '../figure.ts';
import { sendRequest } from '../send-request.ts';
import { startWorkers } from '../workerd.ts';

const TIMES = 2_000;
const MICROSECONDS_PER_MS = 1_000;

/** Compares verifying a delivery in workerd with `subtle.verify` alone, and with what others use. */
export async function verification(run: BenchRun): Promise<Figure[]> {
  const workers = await startWorkers([{ name: 'verify', source: 'verify.ts', bindings: {} }]);
  try {
    const way = (name: string) => ({
      sample: async () => {
        const began = performance.now();
        const good = await sendRequest(`${workers.urls.verify}/${name}/${TIMES}`, { expect: 200 });
        if (good !== String(TIMES))
          throw new Error(`${name} verified ${good} of ${TIMES} genuine deliveries.`);
        return ((performance.now() - began) / TIMES) * MICROSECONDS_PER_MS;
      },
    });
    const rounds = { full: 60, quick: 12 };
    const raw = await run.compare(way('ours'), way('raw'), rounds);
    const others = await run.compare(way('ours'), way('package'), rounds);
    return [
      ratioFigure('verifying a delivery of 1.8 kB, against `subtle.verify` with a key at hand', raw, {
        unit: 'µs',
        askedRatio: 2.2,
      }),
      ratioFigure('the same, against the package `standardwebhooks`', others, {
        unit: 'µs',
        askedRatio: null,
      }),
    ];
  } finally {
    await workers.stop();
  }
}
