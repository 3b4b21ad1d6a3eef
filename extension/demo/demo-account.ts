import type { Section } from '../../shared/snapshot/section.ts';
import type { Snapshot, SnapshotSections } from '../../shared/snapshot/snapshot.ts';
import { DAY_MS, type InstantMs, MINUTE_MS } from '../../shared/time.ts';
import type { Connection } from '../storage/pairing.ts';
import { demoNeeds } from './demo-needs.ts';
import { busyAccount } from './sample-account.ts';

/** A reserved name without a server (RFC 6761). */
const NOWHERE = 'https://demo.invalid';
/** Work in progress restarts after this time, so that it never looks stuck. */
const ROUND_MS = 10 * MINUTE_MS;

export const demoConnection = (name: string, now: InstantMs): Connection => ({
  edge: NOWHERE,
  deviceId: 'demo',
  role: 'owner',
  name,
  pairedAt: now - 30 * DAY_MS,
});

/**
 * The demo account as it is now: everything was just read, and work progresses. It has no addresses, so nothing leads
 * out of the browser.
 * @param since when the demo began
 */
export function demoSnapshot(since: InstantMs, now: InstantMs): Snapshot {
  const began = now - ((now - since) % ROUND_MS);
  const account = busyAccount(began);
  const { projects } = account.sections;
  const items = projects.data?.items.map((project) => ({
    ...project,
    productionUrl: null,
    previewUrl: null,
  }));
  const sections = { ...account.sections };
  if (projects.data && items)
    sections.projects = { ...projects, data: { ...projects.data, total: items.length, items } };
  const readNow = Object.entries(sections).map(([name, section]: [string, Section<unknown>]) => [
    name,
    section.data === null ? section : { ...section, readAt: now },
  ]);
  return {
    ...account,
    version: 'demo',
    at: now,
    sections: Object.fromEntries(readNow) as SnapshotSections,
    attention: demoNeeds(since),
  };
}
