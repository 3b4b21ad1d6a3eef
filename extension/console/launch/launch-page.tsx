import { browserDependencies } from '../../launch/ui/launch-model-dependencies.ts';
import { LaunchView } from '../../launch/ui/launch-view.tsx';
import { goTo, wide } from '../navigation.ts';
import { GroupField } from './group-field.tsx';
import { LaunchTarget } from './launch-target.tsx';

const CONSOLE = { ...browserDependencies, GroupField };

/** A new project, or a prompt for an existing one: the form with drafts, templates and earlier launches. */
export function LaunchPage() {
  const onBack = wide.value ? {} : { onBack: () => goTo('#/menu') };
  return <LaunchView place="console" target={<LaunchTarget />} dependencies={CONSOLE} {...onBack} />;
}
