import { signal } from '@preact/signals';
import type { JSX } from 'preact';

type LaunchViewOf = (props: { onBack?: (() => void) | undefined }) => JSX.Element;
const loaded = signal<LaunchViewOf | null>(null);

/** The launch view, loaded when it is first shown: a glance at the popup does not pay for it. */
export function LazyLaunchView({ onBack }: { onBack: () => void }) {
  const View = loaded.value;
  if (View) return <View onBack={onBack} />;
  void import('./launch-view.tsx').then(({ LaunchView }) => {
    loaded.value = LaunchView;
  });
  return <main class="launch" aria-busy="true" />;
}
