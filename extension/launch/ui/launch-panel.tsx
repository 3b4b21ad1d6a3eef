import { useSignalEffect } from '@preact/signals';
import { applyTheme } from '../../ui/apply-theme.ts';
import { settingsNow } from '../../ui/page-state.ts';
import { LaunchView } from './launch-view.tsx';

/** The side panel (Firefox: the sidebar): the launch view alone, which stays while the user clicks around. */
export function LaunchPanel() {
  useSignalEffect(() => applyTheme(settingsNow.value.theme));
  return <LaunchView />;
}
