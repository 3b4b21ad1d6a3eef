import { type Lazy, lazily } from '../../ui/lazily.tsx';
import type { ProjectTab, ViewName } from '../parts/routes.ts';
import type { TabProps, ViewProps } from '../parts/view-props.ts';

/** The views of the rail, each loaded when first shown, besides the list of projects, which most addresses show. */
export const VIEW: Record<Exclude<ViewName, 'projects'>, Lazy<ViewProps>> = {
  now: lazily(async () => (await import('../now/now-view.tsx')).NowView),
  launch: lazily(async () => (await import('../launch/launch-page.tsx')).LaunchPage),
  money: lazily(async () => (await import('../money/money-view.tsx')).MoneyView),
  activity: lazily(async () => (await import('../activity/activity-view.tsx')).ActivityView),
  settings: lazily(async () => (await import('../settings/settings-view.tsx')).SettingsView),
  import: lazily(async () => (await import('../import/import-view.tsx')).ImportView),
};

export const TAB: Record<ProjectTab, Lazy<TabProps>> = {
  talk: lazily(async () => (await import('../project/talk/talk-tab.tsx')).TalkTab),
  ship: lazily(async () => (await import('../project/ship/ship-tab.tsx')).ShipTab),
  limits: lazily(async () => (await import('../project/limits/limits-tab.tsx')).LimitsTab),
  database: lazily(async () => (await import('../project/database/database-tab.tsx')).DatabaseTab),
  data: lazily(async () => (await import('../project/data/data-tab.tsx')).DataTab),
};
