import { join } from 'node:path';
import type { ServiceFailure } from '../../shared/service-failures.ts';
import type { SectionName, SnapshotSections } from '../../shared/snapshot/snapshot.ts';

const EDGE = join(import.meta.dirname, '../../edge');

type Outcome<T> = { ok: true; data: T } | { ok: false; failure: ServiceFailure };

/** Types of the edge's modules used here; their own need the Worker's compiler settings. */
export type EdgeReading = {
  call(
    name: string,
    question: { parameters?: Record<string, string>; body?: string },
  ): Promise<Outcome<unknown>>;
  read<N extends SectionName>(
    name: N,
    now: number,
  ): Promise<Outcome<NonNullable<SnapshotSections[N]['data']>>>;
};

/** Calls and reads a service like the edge: with its client and section readers. */
export async function edgeReading(service: { url: string; apiKey: string }): Promise<EdgeReading> {
  const { ServiceClient, parsedCalls } = await import(join(EDGE, 'builder-api/client.ts'));
  const simple = await import(join(EDGE, 'sections/reader.ts'));
  const { projectsReader } = await import(join(EDGE, 'sections/projects-reader.ts'));
  const client = new ServiceClient(
    { serviceUrl: service.url, apiKey: service.apiKey },
    { sleep: async () => {}, report: () => {} },
  );
  const readers: Record<string, { read: (...given: unknown[]) => Promise<never> }> = {
    account: simple.accountReader,
    prices: simple.pricesReader,
    atLimit: simple.atLimitReader,
    // What was read a moment ago is all there is: there are no rows.
    projects: projectsReader(() => []),
  };
  const room = { detailCalls: 100, rotate: 10, rotateAfterMs: 0, moves: null };
  return {
    call: (name, question) => client.call(name, question),
    read: (name, now) => {
      const reader = readers[name];
      if (!reader) throw new Error(`${name} is not read from the service`);
      return reader.read(parsedCalls(client), null, now, room);
    },
  };
}
