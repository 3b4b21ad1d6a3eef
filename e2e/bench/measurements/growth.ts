import type { Miniflare } from 'miniflare';
import { startLocalService } from '../../service/service.ts';
import { Closing } from '../../stack/closing.ts';
import { type BenchRun, timed } from '../bench-run.ts';
import { EVENT, idsFrom, secretOfSubscription, signDeliveries } from '../deliveries.ts';
import { edgeBindings, pairCommandLine } from '../edge-under-test.ts';
import { countFigure, type Figure, ratioFigure } from '../figure.ts';
import { sendRequest } from '../send-request.ts';
import { startWorkers } from '../workerd.ts';

const SMALL = 100;
const MANY_PROJECTS = 10_000;
const MANY_EVENTS = 100_000;
const LOOKS_A_SAMPLE = 20;
const WITHIN = 1.2;

/** Whether a look costs the same, in time and in bytes, for a small account and for a huge one. */
export async function growth(run: BenchRun): Promise<Figure[]> {
  const closing = new Closing();
  try {
    const small = await account(closing, { projects: SMALL, events: SMALL });
    const projects = await account(closing, { projects: MANY_PROJECTS, events: SMALL });
    const events = await account(closing, { projects: SMALL, events: MANY_EVENTS });
    const rounds = { full: 40, quick: 10 };
    const figures: Figure[] = [];
    for (const [what, large] of [
      [`${SMALL} to ${MANY_PROJECTS} projects`, projects],
      [`${SMALL} to ${MANY_EVENTS} kept events`, events],
    ] as const) {
      const comparison = await run.compare(
        timed(LOOKS_A_SAMPLE, large.look),
        timed(LOOKS_A_SAMPLE, small.look),
        rounds,
      );
      figures.push(
        ratioFigure(`time of a snapshot, ${what}`, comparison, { unit: 'ms', askedRatio: WITHIN }),
      );
      const ratio = (await large.look()).length / (await small.look()).length;
      figures.push(
        countFigure(`size of a snapshot, ${what}`, ratio, { unit: 'x', atMost: WITHIN, digits: 2 }),
      );
    }
    return figures;
  } finally {
    await closing.closeAll();
  }
}

/** An edge of an account of that size, with everything read once. */
async function account(
  closing: Closing,
  size: { readonly projects: number; readonly events: number },
): Promise<{ look: () => Promise<string> }> {
  const service = await startLocalService({ demo: 'empty' });
  closing.add(() => service.stop());
  service.control.addProjects(size.projects);
  const workers = await startWorkers([{ name: 'edge', source: 'edge', bindings: edgeBindings(service.url) }]);
  closing.add(() => workers.stop());
  const edge = workers.urls.edge ?? '';
  const headers = { authorization: `Bearer ${await pairCommandLine(edge)}` };
  await sendRequest(`${edge}/subscriptions/sync`, { method: 'POST', headers, expect: 200 });
  const secret = await secretOfSubscription(service);
  for (const delivery of signDeliveries(secret, SMALL, idsFrom('growth')))
    await sendRequest(`${edge}/hooks/${EVENT}`, { method: 'POST', ...delivery, expect: 200 });
  await multiplyEvents(workers.miniflare, size.events);
  const look = () => sendRequest(`${edge}/snapshot`, { headers, expect: 200 });
  await look();
  return { look };
}

/** Copies the oldest kept event under numbers and ids of its own, into the past, until there are `wanted`. */
async function multiplyEvents(miniflare: Miniflare, wanted: number): Promise<void> {
  const storage = await miniflare.unsafeGetDurableObjectStorage('edge', 'Account', { name: 'account' });
  await storage.exec(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${wanted - SMALL}),
       base AS (SELECT * FROM events ORDER BY seq LIMIT 1)
     INSERT INTO events (seq, dedupe_id, digest, event, project_id, received_at, reconciled, row)
       SELECT base.seq - i, 'copy:' || i, NULL, base.event, base.project_id, base.received_at - i, 0,
         json_set(base.row, '$.seq', base.seq - i, '$.id', 'copy:' || i)
       FROM base, n WHERE ${wanted} > ${SMALL}`,
  );
}
