import type { Section } from '../../shared/snapshot/section.ts';
import type { Snapshot, SnapshotSections } from '../../shared/snapshot/snapshot.ts';
import { DAY_MS, type InstantMs, MINUTE_MS } from '../../shared/time.ts';
import type { Connection } from '../storage/pairing.ts';

/** A reserved name without a server (RFC 6761). */
const NOWHERE = 'https://demo.invalid';
/** The demo's clock starts again after this time, so that work in progress never looks stuck. */
export const ROUND_MS = 10 * MINUTE_MS;

export const demoConnection = (name: string, now: InstantMs): Connection => ({
  edge: NOWHERE,
  deviceId: 'demo',
  role: 'owner',
  name,
  pairedAt: now - 30 * DAY_MS,
});

/** The time in the demo account, which goes on from when it was recorded. @param since when the demo began */
export const demoTime = (recordedAt: InstantMs, since: InstantMs, now: InstantMs): InstantMs =>
  recordedAt + (Math.max(0, now - since) % ROUND_MS);

/** The recorded account, as just read. Projects have no addresses, so that none leads out of the browser. */
export function demoSnapshot({ sections, ...account }: Snapshot, now: InstantMs): Snapshot {
  const { projects } = sections;
  const items = projects.data?.items.map((project) => ({
    ...project,
    ...{ productionUrl: null, previewUrl: null },
    deploy: project.deploy && { ...project.deploy, liveUrl: null },
  }));
  const shown = items && projects.data ? { ...projects, data: { ...projects.data, items } } : projects;
  const readNow = Object.entries({ ...sections, projects: shown }).map(
    ([name, section]: [string, Section<unknown>]) => [
      name,
      section.data === null ? section : { ...section, readAt: now },
    ],
  );
  return { ...account, version: 'demo', at: now, sections: Object.fromEntries(readNow) as SnapshotSections };
}
