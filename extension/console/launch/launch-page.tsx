import { LaunchView } from '../../launch/ui/launch-view.tsx';
import { goTo, wide } from '../navigation.ts';

/** A new project: the form with drafts, templates and earlier launches. */
export function LaunchPage() {
  return <LaunchView place="console" {...(wide.value ? {} : { onBack: () => goTo('#/menu') })} />;
}
