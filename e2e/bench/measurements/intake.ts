import { startLocalService } from '../../mock-service/service.ts';
import type { BenchRun } from '../bench-run.ts';
import { EVENT, idsFrom, secretOfSubscription, signDeliveries } from '../deliveries.ts';
import { edgeBindings, pairCommandLine } from '../edge-under-test.ts';
import { type Figure, ratioFigure } from '../figure.ts';
import { sendRequest } from '../send-request.ts';
import { startWorkers } from '../workerd.ts';

const DELIVERIES_A_SAMPLE = 30;

/** Receiving a delivery (verified, deduplicated, durable, logged) against a Worker that verifies and puts. */
export async function intake(run: BenchRun): Promise<Figure[]> {
  const service = await startLocalService({ demo: 'empty' });
  try {
    const keeping = '5e'.repeat(32);
    const workers = await startWorkers([
      { name: 'edge', source: 'edge', bindings: edgeBindings(service.url) },
      { name: 'keep', source: 'keep.ts', bindings: { SECRET: keeping }, kvNamespaces: ['EVENTS'] },
    ]);
    try {
      const edge = workers.urls.edge ?? '';
      const headers = { authorization: `Bearer ${await pairCommandLine(edge)}` };
      await sendRequest(`${edge}/subscriptions/sync`, { method: 'POST', headers, expect: 200 });
      const secret = await secretOfSubscription(service);
      const nextId = idsFrom('agent');
      const contender = (address: string, signedWith: string, expect: number) => ({
        sample: async () => {
          const deliveries = signDeliveries(signedWith, DELIVERIES_A_SAMPLE, nextId);
          const began = performance.now();
          for (const delivery of deliveries)
            await sendRequest(address, { method: 'POST', ...delivery, expect });
          return (performance.now() - began) / DELIVERIES_A_SAMPLE;
        },
      });
      const comparison = await run.compare(
        contender(`${edge}/hooks/${EVENT}`, secret, 200),
        contender(`${workers.urls.keep}/`, keeping, 204),
        { full: 60, quick: 12 },
      );
      return [
        ratioFigure('taking a delivery in, against a Worker that only verifies and puts', comparison, {
          unit: 'ms',
          askedRatio: 4,
        }),
      ];
    } finally {
      await workers.stop();
    }
  } finally {
    await service.stop();
  }
}
