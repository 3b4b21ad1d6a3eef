import { render } from '@testing-library/preact';
import { type Result, success } from '../../edge-client/api-error.ts';
import { type Draft, FIRST_SETTINGS } from '../../storage/drafts.ts';
import type { LaunchEntry } from '../../storage/launches.ts';
import { newDraft, withCapture } from '../draft.ts';
import { draftFixture } from '../entry-fixture.ts';
import type { LaunchModelDependencies } from './launch-model-dependencies.ts';
import { LaunchView } from './launch-view.tsx';

/** A fake browser around the launch view. */
export interface ViewWorld {
  drafts: Map<string, Draft>;
  entries: LaunchEntry[];
  secrets: Record<string, Record<string, string>>;
  confirmed: { draftId: string; insteadOf: string | null; isUndoable: boolean }[];
  looked: string[];
  retried: string[];
  settled: { key: string; projectId: string | null }[];
  /** The edge's response when the user settles a launch. */
  onSettle: () => Result<null>;
  /** Drafts of what the background captured are created. */
  captured: Promise<void>;
  /** The browser can't store more. */
  full: boolean;
  /** Outcome of the next confirmation. */
  onConfirm: (draft: Draft) => LaunchEntry | 'problem' | null;
  /** Notifies the view of changed entries. */
  changeEntries(entries: LaunchEntry[]): void;
}

/**
 * Renders the launch view with one draft open.
 * @param isPrepared false: an empty form, with the draft among those that were left
 */
export function renderLaunch(draft: Draft = draftFixture(), entries: LaunchEntry[] = [], isPrepared = true) {
  let tell: (entries: LaunchEntry[]) => void = () => undefined;
  const world: ViewWorld = {
    drafts: new Map([[draft.id, draft]]),
    entries,
    secrets: {},
    confirmed: [],
    looked: [],
    retried: [],
    settled: [],
    onSettle: () => success(null),
    captured: Promise.resolve(),
    full: false,
    onConfirm: () => null,
    changeEntries(next) {
      world.entries = next;
      tell(next);
    },
  };
  const view = render(
    <LaunchView
      dependencies={depsOf(world, isPrepared ? draft.id : null, (on) => (tell = on))}
      onBack={() => undefined}
    />,
  );
  return { world, view };
}

function depsOf(
  world: ViewWorld,
  draftId: string | null,
  onWatch: (on: (entries: LaunchEntry[]) => void) => void,
): LaunchModelDependencies {
  let ids = 0;
  let request = draftId;
  return {
    now: () => Date.UTC(2026, 10, 21, 12),
    newId: () => {
      ids += 1;
      return `id-${ids}`;
    },
    today: () => '21 November 2026',
    capture: async () => ({ capture: null, block: 'browser-page', title: '', url: '' }),
    screenshot: async () => null,
    draftCaptures: () => world.captured,
    draftOf: async (capture) => withCapture(newDraft('captured', 0, FIRST_SETTINGS), capture),
    drafts: {
      read: async (id) => world.drafts.get(id) ?? null,
      write: async (draft) => {
        if (world.full) throw new Error('QUOTA_BYTES quota exceeded');
        world.drafts.set(draft.id, draft);
      },
      remove: async (id) => void world.drafts.delete(id),
      list: async () => [...world.drafts.values()],
      watch: () => () => undefined,
    },
    secrets: {
      read: async (owner) => world.secrets[owner] ?? {},
      write: async (owner, values) => {
        world.secrets[owner] = values;
      },
      remove: async (owner) => {
        delete world.secrets[owner];
      },
    },
    files: { write: async () => undefined, remove: async () => undefined },
    entries: {
      read: async () => world.entries,
      watch: (onChange) => {
        onWatch(onChange);
        return () => undefined;
      },
    },
    templates: { read: async () => [], write: async () => undefined },
    lastSettings: { read: async () => FIRST_SETTINGS, write: async () => undefined },
    openRequest: {
      take: async () => {
        const taken = request;
        request = null;
        return taken === null ? null : { draftId: taken, block: null };
      },
      watch: () => () => undefined,
    },
    confirm: async (id, insteadOf, isUndoable) => {
      world.confirmed.push({ draftId: id, insteadOf, isUndoable });
      const draft = world.drafts.get(id);
      const entry = draft ? world.onConfirm(draft) : null;
      if (!entry) return 'no-background';
      if (entry === 'problem') return entry;
      world.entries = [entry, ...world.entries];
      return { key: entry.key };
    },
    look: async (key) => void world.looked.push(key),
    settle: async (key, projectId) => {
      world.settled.push({ key, projectId });
      return world.onSettle();
    },
    retry: async (key, step) => void world.retried.push(`${key} ${step}`),
  };
}
