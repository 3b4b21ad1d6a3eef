import type { PlaceName } from '../../../shared/attention/rule.ts';
import { t } from '../../i18n/t.ts';
import { naming } from '../../ui/page-state.ts';
import { projectAddress, viewAddress } from './routes.ts';

/** `name`: what it is called. `verb`: what a press on its button does. */
export type Place = { address: string; name: string; verb: string };

/** @param rest the address within it. Null where it is of a project, and there is none */
export function placeAt(name: PlaceName, projectId: string | null, ...rest: string[]): Place | null {
  const verb = t(`see.${name}`);
  if (name === 'project')
    return projectId === null
      ? null
      : { address: projectAddress(projectId), name: naming.value.project(projectId), verb };
  switch (name) {
    case 'alerts':
    case 'webhooks':
      return {
        address: viewAddress('settings', name, ...rest),
        name: t(name === 'alerts' ? 'view.alerts' : 'view.webhooks'),
        verb,
      };
    case 'money':
    case 'settings':
      return { address: viewAddress(name, ...rest), name: t(`view.${name}`), verb };
  }
  if (projectId === null) return null;
  return {
    address: projectAddress(projectId, name, ...rest),
    name: `${naming.value.project(projectId)} · ${t(`tab.${name}`)}`,
    verb,
  };
}
