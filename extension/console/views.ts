import { type Lazy, lazily } from '../ui/lazily.tsx';
import type { ProjectTab, ViewName } from './routes.ts';
import type { TabProps, ViewProps } from './view-props.ts';

/** The views of the rail, each loaded when first shown, besides the list of projects, which most addresses show. */
export const VIEW: Record<Exclude<ViewName, 'projects'>, Lazy<ViewProps>> = {
  now: lazily(async () => (await import('./now/now-view.tsx')).NowView),
  launch: lazily(async () => (await import('./launch/launch-page.tsx')).LaunchPage),
  money: lazily(async () => (await import('./money/money-view.tsx')).MoneyView),
  webhooks: lazily(async () => (await import('./webhooks/webhooks-view.tsx')).WebhooksView),
  activity: lazily(async () => (await import('./activity/activity-view.tsx')).ActivityView),
  account: lazily(async () => (await import('./account/account-view.tsx')).AccountView),
  import: lazily(async () => (await import('./import/import-view.tsx')).ImportView),
};

export const TAB: Record<ProjectTab, Lazy<TabProps>> = {
  talk: lazily(async () => (await import('./talk/talk-tab.tsx')).TalkTab),
  ship: lazily(async () => (await import('./ship/ship-tab.tsx')).ShipTab),
  limits: lazily(async () => (await import('./limits/limits-tab.tsx')).LimitsTab),
  webhook: lazily(async () => (await import('./webhook/webhook-tab.tsx')).WebhookTab),
  database: lazily(async () => (await import('./database/database-tab.tsx')).DatabaseTab),
  data: lazily(async () => (await import('./data/data-tab.tsx')).DataTab),
};
