import { browser } from 'wxt/browser';
import type { Standing } from '../../connection/standing.ts';
import { standingTitle } from '../../i18n/connection-words.ts';
import { formatNumber } from '../../i18n/format.ts';
import { t } from '../../i18n/t.ts';
import { type Badge, type BadgeInput, badgeOf } from './badge.ts';
import { flameIcon } from './flame-icon.ts';

/** Puts the badge, its title and the flame on the toolbar. @param readAt when that was read, in words */
export async function applyBadge(input: BadgeInput, readAt: string | null): Promise<void> {
  const badge = badgeOf(input);
  await Promise.all([
    browser.action.setBadgeText({ text: badge.text }),
    browser.action.setBadgeBackgroundColor({ color: badge.color }),
    browser.action.setBadgeTextColor({ color: '#ffffff' }),
    browser.action.setTitle({ title: badgeTitle(badge, input.standing, readAt) }),
    browser.action.setIcon({ path: flameIcon(badge.look) }),
  ]);
}

/** The tooltip: how things stand unless that is fine, what the badge counts, and how old that is. */
export function badgeTitle(badge: Badge, standing: Standing, readAt: string | null): string {
  const parts = [t('badge.title'), standingTitle(standing), counted(badge)];
  if (readAt !== null && standing.is !== 'not-paired') parts.push(t('badge.readAt', { at: readAt }));
  return parts.filter(Boolean).join(' · ');
}

function counted({ says, count }: Badge): string {
  if (says !== 'standing') return saying(says, count);
  return count > 0 ? saying('asking', count) : '';
}

function saying(says: Exclude<Badge['says'], 'standing'>, count: number): string {
  const values = { count, credits: formatNumber(count) };
  return t(`badge.${says}` as 'badge.asking', count, values);
}
