import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { ConnectionStatus } from '../../connection/status.ts';
import { connectionTitle } from '../../i18n/connection-words.ts';
import { t } from '../../i18n/t.ts';
import { readAhead, rereadFailed } from '../../reads/resource.ts';
import { lazily } from '../../ui/lazily.tsx';
import { applyTheme, naming, online, settingsNow, statusNow } from '../../ui/page-state.ts';
import { stored } from '../../ui/stored-state.ts';
import { EVERYTHING, listPath } from '../kit/project-list.ts';
import { ProjectsView } from '../pages/projects/projects-view.tsx';
import { focusesSearch, moveThroughRows, onConsoleKey } from '../parts/keys.ts';
import { route, wide } from '../parts/navigation.ts';
import { isGridTab, type Route } from '../parts/routes.ts';
import { Palette } from './palette.tsx';
import { Rail } from './rail.tsx';
import { TAB, VIEW } from './views.ts';

const ShortcutList = lazily(async () => (await import('./shortcut-list.tsx')).ShortcutList);
// Other pages share a part of it, and would otherwise load the console.
const Unpaired = lazily(async () => (await import('./unpaired.tsx')).Unpaired);
const ProjectPage = lazily(async () => (await import('./project-page.tsx')).ProjectPage);

/** Loads the scripts and the stored project list of what is shown, so that the first frame is complete. */
export async function preload(shown: Route): Promise<void> {
  const isList =
    shown.kind === 'view'
      ? shown.view === 'projects'
      : shown.kind === 'project' && wide.peek() && !isGridTab(shown.tab);
  const scripts =
    shown.kind === 'project'
      ? [ProjectPage, TAB[shown.tab]]
      : shown.kind === 'view' && shown.view !== 'projects'
        ? [VIEW[shown.view]]
        : [];
  // What can't be loaded is missing in its place; the rest is rendered.
  await Promise.allSettled([
    isList && readAhead(listPath(EVERYTHING, 0)),
    ...scripts.map((script) => script.preload()),
  ]);
}

export type Overlay = 'palette' | 'shortcuts' | null;

/** The console: rail, list and detail beside each other where there is space, else one at a time. */
export function App() {
  const overlay = useSignal<Overlay>(null);
  const main = useRef<HTMLElement>(null);
  useSignalEffect(() => applyTheme(settingsNow.value.theme));
  useSignalEffect(() => {
    document.title = `${titleOf(route.value)} · ${t('name')}`;
  });
  const place = useComputed(() => placeOf(route.value));
  // Resets the scroll position, which reused elements keep (narrow screens). Runs before an arrival scrolls.
  useSignalEffect(() => {
    void place.value;
    for (const scrolled of [main.current, main.current?.querySelector('.detail')])
      if (scrolled) scrolled.scrollTop = 0;
  });
  useEffect(() => {
    const note = () => (online.value = navigator.onLine);
    const onKey = (event: KeyboardEvent) => {
      moveThroughRows(event);
      if (overlay.value === null && focusesSearch(event)) return;
      const opened = onConsoleKey(event, overlay.value !== null);
      if (!opened) return;
      event.preventDefault();
      overlay.value = opened;
    };
    addEventListener('online', note);
    addEventListener('offline', note);
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('online', note);
      removeEventListener('offline', note);
      removeEventListener('keydown', onKey);
    };
  }, []);
  const close = () => (overlay.value = null);
  return (
    <>
      <Trouble />
      <div class={wide.value ? 'frame wide' : 'frame narrow'}>
        {(wide.value || route.value.kind === 'menu') && (
          <Rail onPalette={() => (overlay.value = 'palette')} />
        )}
        <main ref={main}>{needsEdge(route.value) ? <Unpaired /> : <Shown route={route.value} />}</main>
        {overlay.value === 'palette' && <Palette onClose={close} />}
        {overlay.value === 'shortcuts' && <ShortcutList onClose={close} />}
      </div>
    </>
  );
}

/** Tells whether a route lacks its edge; the menu, drafts and settings are this browser's own. */
const needsEdge = (shown: Route): boolean =>
  statusNow.value.kind === 'not-paired' &&
  shown.kind !== 'menu' &&
  !(shown.kind === 'view' && ['launch', 'import', 'settings'].includes(shown.view));

function Shown({ route: shown }: { route: Route }) {
  if (shown.kind === 'menu') return null;
  if (shown.kind === 'view' && shown.view !== 'projects') {
    const View = VIEW[shown.view];
    return <View key={shown.view} rest={shown.rest} />;
  }
  const page = shown.kind === 'project' ? shown : null;
  const isFolded = page !== null && isGridTab(page.tab);
  const isAlone = wide.value && !page;
  return (
    <div class={`beside${isFolded ? ' folded' : ''}${isAlone ? ' alone' : ''}`}>
      {((wide.value && !isFolded) || !page) && (
        <ProjectsView rest={page ? [page.projectId] : []} isAlone={isAlone} />
      )}
      {page && (
        <ProjectPage key={page.projectId} projectId={page.projectId} tab={page.tab} rest={page.rest} />
      )}
    </div>
  );
}

/** What is begun at its top: a view, or a tab of a project. */
const placeOf = (shown: Route): string =>
  shown.kind === 'project'
    ? `${shown.projectId} ${shown.tab}`
    : shown.kind === 'view'
      ? shown.view
      : shown.kind;

function titleOf(shown: Route): string {
  if (shown.kind === 'menu') return t('name');
  if (shown.kind === 'view') return t(`view.${shown.view}`);
  return `${naming.value.project(shown.projectId)} · ${t(`tab.${shown.tab}`)}`;
}

// Other pages share a part of it, and would otherwise load the console.
const TroubleLine = lazily(async () => (await import('./trouble-line.tsx')).TroubleLine);

/** Without a pairing, or before the first reading, the whole page says it. */
const isTrouble = ({ kind }: ConnectionStatus): boolean =>
  kind !== 'fine' && kind !== 'loading' && kind !== 'not-paired';

/**
 * Says once, above all views, what is wrong between this browser, its edge and the service. Views keep what
 * they show, and read again once it is over.
 */
function Trouble() {
  const status = statusNow.value;
  const is = stored.value !== null && isTrouble(status);
  useEffect(() => {
    if (!is) void rereadFailed();
  }, [is]);
  return (
    <aside class={is ? 'trouble shown' : 'trouble'} aria-label={t('trouble.title')}>
      {is && <TroubleLine status={status} />}
      {/* Announced once; the line counts the seconds to the next try. */}
      <p class="hidden-words" role="status">
        {is && connectionTitle(status)}
      </p>
    </aside>
  );
}
