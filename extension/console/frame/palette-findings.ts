import { browser } from 'wxt/browser';
import { mayActAs } from '../../../shared/edge-api/role.ts';
import { t } from '../../i18n/t.ts';
import { projectUrls } from '../../now/rows.tsx';
import { act } from '../../ui/act.ts';
import { naming, settingsNow } from '../../ui/page-state.ts';
import { stored } from '../../ui/stored-state.ts';
import { goTo } from '../parts/navigation.ts';
import { PROJECT_TABS, projectAddress, VIEWS, viewAddress } from '../parts/routes.ts';
import { running } from '../projects/row-state.ts';

/**
 * A result of the palette. `go`: opens an address. `act`: an action that can be undone. `ask`: one that can't, after
 * a confirmation. `back`: closes that one.
 */
export type Finding = { title: string; note: string } & (
  | { kind: 'go'; address: string }
  | { kind: 'act'; run: () => void }
  | { kind: 'ask'; sure: string; run: () => void }
  | { kind: 'back' }
);

/** A project found by the service, beside those that this browser knows. */
export type FoundProject = { projectId: string; name: string };

/** Views, actions and projects, in their default order. */
export function findings(found: readonly FoundProject[]): Finding[] {
  const views = VIEWS.map(
    (view): Finding => ({
      kind: 'go',
      title: t(`console.view.${view}`),
      note: t('console.view.title'),
      address: viewAddress(view),
    }),
  );
  const names = stored.value?.attention.names ?? {};
  const recent = stored.value?.snapshot?.snapshot.sections.projects.data?.items ?? [];
  const known = new Set([...recent.map(({ projectId }) => projectId), ...Object.keys(names)]);
  const projects = [
    ...[...known].map((projectId) => ({ projectId, name: naming.value.project(projectId) })),
    ...found.filter(({ projectId }) => !known.has(projectId)),
  ];
  return [
    ...views,
    ...accountActions(),
    ...projects.flatMap(projectPlaces),
    ...projects.flatMap(projectActions),
  ];
}

function accountActions(): Finding[] {
  const note = t('console.palette.action');
  const settings = settingsNow.value;
  const save = (change: Partial<typeof settings>) => () =>
    void act('saveSettings', { settings: { ...settings, ...change } });
  const themes = {
    system: t('options.themeSystem'),
    light: t('options.themeLight'),
    dark: t('options.themeDark'),
  };
  return [
    ...Object.entries(themes)
      .filter(([theme]) => theme !== settings.theme)
      .map(
        ([theme, name]): Finding => ({
          kind: 'act',
          title: t('console.palette.theme', { name }),
          note,
          run: save({ theme: theme as typeof settings.theme }),
        }),
      ),
    {
      kind: 'act',
      title: settings.screenShare ? t('verb.show') : t('verb.hide'),
      note,
      run: save({ screenShare: !settings.screenShare }),
    },
    { kind: 'act', title: t('verb.refresh'), note, run: () => void act('refresh', { fresh: true }) },
    { kind: 'act', title: t('verb.options'), note, run: () => void browser.runtime.openOptionsPage() },
  ];
}

function projectPlaces({ projectId, name }: FoundProject): Finding[] {
  return PROJECT_TABS.map((tab) => ({
    kind: 'go',
    title: `${name} · ${t(`console.tab.${tab}`)}`,
    note: naming.value.screened ? '' : projectId,
    address: projectAddress(projectId, tab),
  }));
}

/** Each opens the place where it is confirmed with its price; stopping a run is confirmed here. */
function projectActions({ projectId, name }: FoundProject): Finding[] {
  const role = stored.value?.connection?.role ?? 'viewer';
  const note = naming.value.screened ? '' : projectId;
  const { preview, published } = projectUrls(stored.value?.snapshot?.snapshot ?? null, projectId);
  const to = published ?? preview;
  const actions: Finding[] = [];
  if (mayActAs(role, 'builder')) {
    if (running.value.get(projectId)?.kind === 'run')
      actions.push({
        kind: 'ask',
        title: t('console.palette.stop', { name }),
        note,
        sure: t('console.palette.stopSure', { name }),
        run: () => {
          void act('stopRun', { projectId });
          goTo(viewAddress('now'));
        },
      });
    actions.push(
      { kind: 'go', title: t('console.palette.prompt', { name }), note, address: projectAddress(projectId) },
      {
        kind: 'go',
        title: t('console.palette.deploy', { name }),
        note,
        address: projectAddress(projectId, 'ship'),
      },
    );
  }
  if (mayActAs(role, 'owner'))
    actions.push({
      kind: 'go',
      title: t('console.palette.raise', { name }),
      note,
      address: projectAddress(projectId, 'limits'),
    });
  if (to)
    actions.push({
      kind: 'act',
      title: t('console.palette.open', { name }),
      note,
      run: () => void browser.tabs.create({ url: to }),
    });
  return actions;
}

/** Results that contain every typed word; those that begin with the first word come first. */
export function matching<F extends { title: string; note: string }>(
  query: string,
  findings: readonly F[],
): F[] {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const begins = ({ title }: F): boolean => title.toLocaleLowerCase().startsWith(words[0] ?? '');
  return findings
    .filter(({ title, note }) => {
      const text = `${title} ${note}`.toLocaleLowerCase();
      return words.every((word) => text.includes(word));
    })
    .toSorted((one, other) => Number(begins(other)) - Number(begins(one)));
}
