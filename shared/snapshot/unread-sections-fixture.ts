import { unreadSection } from './section.ts';
import type { SnapshotSections } from './snapshot.ts';

/** The sections of a snapshot of which nothing was read yet; for tests to build on. */
export const unreadSections: SnapshotSections = {
  account: unreadSection,
  spending: unreadSection,
  prices: unreadSection,
  atLimit: unreadSection,
  projects: unreadSection,
  deliveries: unreadSection,
  events: unreadSection,
  subscriptions: unreadSection,
  history: unreadSection,
};
