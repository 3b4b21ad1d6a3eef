import { useSignalEffect } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { LazyLaunchView } from '../launch/ui/lazy-launch-view.tsx';
import { applyTheme } from '../ui/apply-theme.ts';
import { lazily } from '../ui/lazily.tsx';
import { online, settingsNow } from '../ui/page-state.ts';
import { Home } from './home.tsx';
import { goHome, type View, view } from './navigation.ts';

const HistoryView = lazily(async () => (await import('./history-view.tsx')).HistoryView);

const VIEWS: Record<View, () => JSX.Element> = {
  home: () => <Home />,
  launch: () => <LazyLaunchView onBack={goHome} />,
  history: () => <HistoryView />,
};

/** The popup: one of its views; Escape goes back to the first before it closes. */
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
