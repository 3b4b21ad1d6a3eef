import type { AttentionKind } from '../../../shared/attention/item.ts';
import type { News } from '../../../shared/attention/news.ts';
import { t } from '../../i18n/t.ts';
import { naming } from '../../ui/page-state.ts';
import { projectAddress, viewAddress } from './routes.ts';

/** Where in the console something that happened is seen: a tab of its project, or a view of the account. */
const TABS = ['talk', 'ship', 'limits', 'data'] as const;
type Tab = (typeof TABS)[number];
export type PlaceName = Tab | 'project' | 'money' | 'webhooks' | 'alerts' | 'settings';

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

/** Where each kind of need and of news is seen. */
export const PLACE_OF: Readonly<Record<AttentionKind | News['kind'], PlaceName>> = {
  'credits-exhausted': 'money',
  'balance-low': 'money',
  'balance-forecast': 'money',
  'credit-cap': 'limits',
  'cap-forecast': 'limits',
  'feature-budget': 'limits',
  'cap-warning': 'limits',
  'feature-warning': 'limits',
  'feature-disabled': 'limits',
  'feature-enabled': 'limits',
  'run-budget': 'limits',
  'kill-switch': 'limits',
  'guard-failed': 'limits',
  'channel-failing': 'alerts',
  'access-changed': 'settings',
  'link-used': 'alerts',
  'delivery-failures': 'webhooks',
  'webhooks-silent': 'webhooks',
  'subscriptions-failing': 'webhooks',
  'deploy-failed': 'ship',
  'live-failing': 'ship',
  'deploy-finished': 'ship',
  'mobile-build-finished': 'project',
  'not-fixed': 'talk',
  'run-failed': 'talk',
  'run-finished': 'talk',
  'keys-needed': 'talk',
  'launch-unknown': 'talk',
  'launch-step': 'talk',
  'payments-disconnected': 'project',
  'project-paused': 'project',
  'project-resumed': 'project',
  'cron-job': 'project',
};
