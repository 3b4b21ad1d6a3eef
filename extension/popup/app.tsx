import { useSignalEffect } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { t } from '../i18n/t.ts';
import { AccountVerdict, Balance, saysOutOfCredits } from '../now/balance.tsx';
import { ConnectionBanner, EmptyState } from '../now/connection-banner.tsx';
import { NeedsYou } from '../now/needs-you.tsx';
import { Recent } from '../now/recent.tsx';
import { OtherRow, otherWorks, Running } from '../now/running.tsx';
import { isAccountWell } from '../ui/building.ts';
import { lazily } from '../ui/lazily.tsx';
import { afterPaint, applyTheme, naming, online, settingsNow } from '../ui/page-state.ts';
import { moveByKey } from '../ui/roving.ts';
import { stored } from '../ui/stored-state.ts';
import { Footer } from './footer.tsx';
import { goHome, type View, view } from './navigation.ts';

const LaunchView = lazily(
  async () => (await import('../launch/ui/launch-view.tsx')).LaunchView,
  () => <main class="launch" aria-busy="true" />,
);
/** What has a row only sometimes is loaded behind the first paint. */
const painted = () => new Promise<void>(afterPaint);
const Leaving = lazily(async () => {
  await painted();
  return (await import('../now/leaving.tsx')).Leaving;
});
const KeptDraft = lazily(async () => {
  await painted();
  return (await import('./kept-draft.tsx')).KeptDraft;
});
const VersionNote = lazily(async () => {
  await painted();
  return (await import('../now/version-note.tsx')).VersionNote;
});

/** Loads what the first paint has in some states only, before it, so that nothing moves when that arrives. */
export async function loadFirstPaint(): Promise<void> {
  try {
    await Promise.all(neededAtFirst().map((part) => part.preload()));
  } catch {
    // A part that can't be loaded holds up nothing else; what can't be drawn is repaired where it is drawn.
  }
}

function neededAtFirst(): { preload: () => Promise<void> }[] {
  if (stored.value?.connection == null) return [];
  const saysWhy = !isAccountWell.value && !saysOutOfCredits() && !naming.value.screened;
  return [...(saysWhy ? [AccountVerdict] : []), ...(otherWorks.value.length > 0 ? [OtherRow] : [])];
}

const VIEWS: Record<View, () => JSX.Element> = {
  home: () => <Home />,
  launch: () => <LaunchView onBack={goHome} />,
};

/** The popup with its views; Escape goes back to the first before it closes the popup. */
export function App() {
  useSignalEffect(() => applyTheme(settingsNow.value.theme));
  useEffect(() => {
    const note = () => {
      online.value = navigator.onLine;
    };
    const back = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || view.value === 'home' || event.defaultPrevented) return;
      event.preventDefault();
      goHome();
    };
    addEventListener('online', note);
    addEventListener('offline', note);
    addEventListener('keydown', back);
    return () => {
      removeEventListener('online', note);
      removeEventListener('offline', note);
      removeEventListener('keydown', back);
    };
  }, []);
  return VIEWS[view.value]();
}

/** In order of importance: what needs the user, what runs, what just ended. */
export function Home() {
  const paired = stored.value?.connection != null;
  return (
    <>
      <main
        class="now"
        onKeyDown={(event) => moveByKey(event, event.currentTarget, '.sentence, .verb, .to-project')}
      >
        <h1 class="hidden-words">{t('name')}</h1>
        {paired && <Balance />}
        <ConnectionBanner />
        <VersionNote />
        {paired && (
          <>
            <Leaving />
            <NeedsYou below="balance" />
            <EmptyState />
            <Running />
            <Recent />
            {stored.value?.ways.popup && <KeptDraft />}
          </>
        )}
      </main>
      <Footer />
    </>
  );
}
