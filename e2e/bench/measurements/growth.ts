import type { Miniflare } from 'miniflare';
import { Closing } from '../../dev/closing.ts';
import { type LocalService, startLocalService } from '../../mock-service/service.ts';
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
const LOOKS_TO_WARM_UP = 300;
/** The edge reads the details of twenty projects in two passes, at least this far apart. */
const READ_WHOLE_AFTER_MS = 2_500;
const WITHIN = 1.2;

/** Accounts of each size; the twin is a second small one, because instances differ in speed. */
const SIZES = {
  small: { projects: SMALL, events: SMALL },
  twin: { projects: SMALL, events: SMALL },
  projects: { projects: MANY_PROJECTS, events: SMALL },
  events: { projects: SMALL, events: MANY_EVENTS },
} as const;
type Size = keyof typeof SIZES;
type Look = () => Promise<string>;

/** Whether a refresh costs the same, in time and bytes, for a small and a huge account. */
export async function growth(run: BenchRun): Promise<Figure[]> {
  const closing = new Closing();
  try {
    const { small, twin, projects, events } = await accounts(closing);
    const rounds = { full: 60, quick: 12 };
    const figures: Figure[] = [];
    for (const [what, large] of [
      [`${SMALL} to ${MANY_PROJECTS} projects`, projects],
      [`${SMALL} to ${MANY_EVENTS} kept events`, events],
    ] as const) {
      const looks = (look: Look) => timed(LOOKS_A_SAMPLE, look);
      const comparison = await run.compare(looks(large), looks(small), rounds, looks(twin));
      figures.push(
        ratioFigure(`time of a snapshot, ${what}`, comparison, { unit: 'ms', askedRatio: WITHIN }),
      );
      const ratio = (await large()).length / (await small()).length;
      figures.push(
        countFigure(`size of a snapshot, ${what}`, ratio, { unit: 'x', atMost: WITHIN, digits: 2 }),
      );
    }
    return figures;
  } finally {
    await closing.closeAll();
  }
}

/** One edge per account size, all in one workerd, with everything read and every path warmed up. */
async function accounts(closing: Closing): Promise<Record<Size, Look>> {
  const names = Object.keys(SIZES) as Size[];
  const services = new Map<Size, LocalService>();
  for (const name of names) {
    const service = await startLocalService({ demo: 'empty' });
    closing.add(() => service.stop());
    service.control.addProjects(SIZES[name].projects);
    services.set(name, service);
  }
  const workers = await startWorkers(
    [...services].map(([name, { url }]) => ({ name, source: 'edge', bindings: edgeBindings(url) })),
  );
  closing.add(() => workers.stop());
  const looks: Partial<Record<Size, Look>> = {};
  for (const [name, service] of services) {
    looks[name] = await account(workers.urls[name] ?? '', service);
    await multiplyEvents(workers.miniflare, name, SIZES[name].events);
  }
  await new Promise((resolve) => setTimeout(resolve, READ_WHOLE_AFTER_MS));
  for (let at = 0; at < LOOKS_TO_WARM_UP; at++) for (const name of names) await looks[name]?.();
  return looks as Record<Size, Look>;
}

/** Pairs with an edge, lets it subscribe, and sends the first events. @returns a refresh of it */
async function account(edge: string, service: LocalService): Promise<Look> {
  const headers = { authorization: `Bearer ${await pairCommandLine(edge)}` };
  await sendRequest(`${edge}/subscriptions/sync`, { method: 'POST', headers, expect: 200 });
  const secret = await secretOfSubscription(service);
  for (const delivery of signDeliveries(secret, SMALL, idsFrom('growth')))
    await sendRequest(`${edge}/hooks/${EVENT}`, { method: 'POST', ...delivery, expect: 200 });
  const look = () => sendRequest(`${edge}/snapshot`, { headers, expect: 200 });
  await look();
  return look;
}

/** Copies the oldest kept event with new numbers and ids, into the past, until there are `wanted`. */
async function multiplyEvents(miniflare: Miniflare, worker: string, wanted: number): Promise<void> {
  const storage = await miniflare.unsafeGetDurableObjectStorage(worker, 'Account', { name: 'account' });
  await storage.exec(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${wanted - SMALL}),
       base AS (SELECT * FROM events ORDER BY seq LIMIT 1)
     INSERT INTO events (seq, dedupe_id, digest, event, project_id, received_at, reconciled, row)
       SELECT base.seq - i, 'copy:' || i, NULL, base.event, base.project_id, base.received_at - i, 0,
         json_set(base.row, '$.seq', base.seq - i, '$.id', 'copy:' || i)
       FROM base, n WHERE ${wanted} > ${SMALL}`,
  );
}
