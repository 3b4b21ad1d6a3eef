import { type Lazy, lazily } from '../../ui/lazily.tsx';
import type { ViewName } from '../../ui/open-page.ts';
import type { ProjectTab, TabProps, ViewProps } from '../parts/routes.ts';

/** Views of the rail, each loaded when first shown; not the list of projects, which most addresses show. */
export const VIEW: Record<Exclude<ViewName, 'projects'>, Lazy<ViewProps>> = {
  now: lazily(async () => (await import('../pages/now/now-view.tsx')).NowView),
  launch: lazily(async () => (await import('../pages/launch/launch-page.tsx')).LaunchPage),
  money: lazily(async () => (await import('../pages/money/money-view.tsx')).MoneyView),
  activity: lazily(async () => (await import('../pages/activity/activity-view.tsx')).ActivityView),
  settings: lazily(async () => (await import('../pages/settings/settings-view.tsx')).SettingsView),
  operations: lazily(async () => (await import('../pages/operations/operations-view.tsx')).OperationsView),
  import: lazily(async () => (await import('../pages/import/import-view.tsx')).ImportView),
};

export const TAB: Record<ProjectTab, Lazy<TabProps>> = {
  talk: lazily(async () => (await import('../pages/project/talk/talk-tab.tsx')).TalkTab),
  ship: lazily(async () => (await import('../pages/project/ship/ship-tab.tsx')).ShipTab),
  limits: lazily(async () => (await import('../pages/project/limits/limits-tab.tsx')).LimitsTab),
  database: lazily(async () => (await import('../pages/project/data/database/database-tab.tsx')).DatabaseTab),
  data: lazily(async () => (await import('../pages/project/data/data-tab.tsx')).DataTab),
};
