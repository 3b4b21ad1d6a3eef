import { describe, expect, it } from 'vitest';
import { projectFixture, runFixture, unreadSections } from '../../shared/snapshot/project-fixture.ts';
import type { Snapshot, SnapshotSections } from '../../shared/snapshot/snapshot.ts';
import type { Draft } from '../storage/drafts.ts';
import { draftFixture } from './entry-fixture.ts';
import { preflight } from './preflight.ts';

const read = <T>(data: T) => ({ data, readAt: 1, error: null });
const project = (projectId: string) => projectFixture({ projectId, run: runFixture({ startedAt: 1 }) });
function snapshotWith(sections: Partial<SnapshotSections>): Snapshot {
  const ledger = { ledgerId: 'ledger-1', epoch: 1 };
  return { version: '1', at: 0, ledger, sections: { ...unreadSections, ...sections }, launches: [] };
}
const balance = (credits: number) => read({ credits, recurrentCredits: credits, oneTimeCredits: 0 });
const prices = read({
  v2: { CREATE_PROJECT: 1, UPLOAD_FILE: 0.5 },
  legacy: null,
  optIn: { v2OptIn: true, available: true },
});
const history = read({
  runDurationMs: { low: 9 * 60_000, high: 22 * 60_000, count: 8 },
  runCredits: { low: 12, high: 30, count: 8 },
  deployDurationMs: null,
});
const file: Draft['attachments'][number] = {
  id: 'f',
  name: 'a.png',
  description: '',
  source: { kind: 'file', bytes: 9, mime: 'image/png' },
};
const link: Draft['attachments'][number] = {
  id: 'l',
  name: 'b.png',
  description: '',
  source: { kind: 'address', url: 'https://e.org/b.png' },
};

describe('preflight', () => {
  it('adds up fixed prices: the project and each uploaded file, not addresses', () => {
    const figures = preflight(draftFixture({ attachments: [file, link] }), snapshotWith({ prices }));
    expect(figures.fixed).toEqual({ least: 1.5, most: 1.5, uploads: 1 });
  });

  it.each([
    ['account', true, 1],
    ['account', false, 2],
    ['v2', false, 1],
    ['legacy', true, 2],
  ] as const)(
    'prices the engine %s with the account’s switch %s (service reference, Versioning)',
    (engine, v2OptIn, most) => {
      const lists = { v2: { CREATE_PROJECT: 1 }, legacy: { CREATE_PROJECT: 2 } };
      const both = read({ ...lists, optIn: { v2OptIn, available: true } });
      const draft = draftFixture({ settings: { ...draftFixture().settings, engine } });
      expect(preflight(draft, snapshotWith({ prices: both })).fixed).toEqual({
        least: most,
        most,
        uploads: 0,
      });
    },
  );

  it('has no number where nothing says it', () => {
    expect(preflight(draftFixture(), null)).toMatchObject({
      fixed: null,
      runCredits: null,
      balance: null,
      fit: 'unknown',
    });
    expect(preflight(draftFixture(), snapshotWith({ account: balance(500) }))).toMatchObject({
      fixed: null,
      fit: 'unknown',
    });
    const noUpload = read({
      v2: { CREATE_PROJECT: 1 },
      legacy: null,
      optIn: { v2OptIn: true, available: true },
    });
    expect(
      preflight(draftFixture({ attachments: [file] }), snapshotWith({ prices: noUpload })).fixed,
    ).toBeNull();
  });

  it.each([
    [412.5, ['a'], 'fits'],
    [60.9, ['a'], 'tight'],
    [61, ['a'], 'fits'],
    [15, [], 'tight'],
    [10.9, [], 'no-start'],
    [40, ['a'], 'no-start'],
    [0.5, [], 'short'],
    [0, [], 'short'],
  ] as const)('weighs a balance of %d with %j running: %s', (credits, running, fit) => {
    const projects = read({ total: null, items: running.map(project) });
    expect(
      preflight(draftFixture(), snapshotWith({ account: balance(credits), prices, history, projects })).fit,
    ).toBe(fit);
  });

  it('counts running runs by what they usually cost, as the popup does, or says that it cannot', () => {
    const projects = read({ total: null, items: [project('a'), project('b')] });
    expect(preflight(draftFixture(), snapshotWith({ history, projects })).committed).toMatchObject({
      runs: 2,
      credits: 22,
      most: 60,
    });
    expect(preflight(draftFixture(), snapshotWith({ projects })).committed).toEqual({
      runs: 2,
      begun: 2,
      isMore: false,
      credits: null,
      most: null,
      of: null,
    });
  });

  it.each([
    ['500', '', { kind: 'leaves-room', by: 'cap', credits: 500 }],
    ['500', '40', { kind: 'leaves-room', by: 'budget', credits: 40 }],
    ['20', '', { kind: 'may-stop-run', by: 'cap', credits: 20 }],
    ['200', '20', { kind: 'may-stop-run', by: 'budget', credits: 20 }],
    ['20', '40', { kind: 'may-stop-run', by: 'cap', credits: 20 }],
    ['', '30', { kind: 'may-stop-run', by: 'budget', credits: 30 }],
    ['14', '', { kind: 'stops-run', by: 'cap', credits: 14 }],
    ['', '15', { kind: 'stops-run', by: 'budget', credits: 15 }],
    ['', '16', { kind: 'may-stop-run', by: 'budget', credits: 16 }],
    ['', '', { kind: 'none' }],
    ['x', '', { kind: 'unknown' }],
  ] as const)(
    'weighs a cap of %j and a budget of %j, which may count the project’s price of 1 too: %o',
    (developmentCap, runBudget, capFit) => {
      const draft = draftFixture({ settings: { ...draftFixture().settings, developmentCap, runBudget } });
      expect(preflight(draft, snapshotWith({ history, prices })).capFit).toEqual(capFit);
    },
  );

  it('takes a run that its budget stops to cost no more than that', () => {
    const draft = draftFixture({ settings: { ...draftFixture().settings, runBudget: '20' } });
    const sections = { account: balance(22), prices, history, projects: read({ total: 0, items: [] }) };
    expect(preflight(draft, snapshotWith(sections)).fit).toBe('fits');
  });

  it('says of a cap below what a run takes when it begins that it stops the run, without any history too', () => {
    const draft = draftFixture({ settings: { ...draftFixture().settings, developmentCap: '5' } });
    expect(preflight(draft, snapshotWith({})).capFit.kind).toBe('stops-run');
  });
});
