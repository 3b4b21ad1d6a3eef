import { browser } from 'wxt/browser';
import { kindWords } from '../words/failure-words.ts';
import { formatNumber } from '../words/format.ts';
import { t } from '../words/t.ts';
import { type Badge, type BadgeInput, badgeOf } from './badge.ts';
import { flameIcon } from './flame-icon.ts';

/** Puts the badge, its title and the flame on the toolbar. */
export async function applyBadge(input: BadgeInput, readAt: string | null): Promise<void> {
  const badge = badgeOf(input);
  await Promise.all([
    browser.action.setBadgeText({ text: badge.text }),
    browser.action.setBadgeBackgroundColor({ color: badge.color }),
    browser.action.setBadgeTextColor({ color: '#ffffff' }),
    browser.action.setTitle({ title: badgeTitle(badge, readAt) }),
    browser.action.setIcon({ path: flameIcon(badge.look) }),
  ]);
}

/** The tooltip: what the badge means, in words, and how old it is. */
export function badgeTitle(badge: Badge, readAt: string | null): string {
  const said = sentence(badge);
  const parts = [t('badge.title'), said];
  if (readAt !== null && badge.says !== 'not-paired') parts.push(t('badge.readAt', { at: readAt }));
  return parts.join(' · ');
}

function sentence({ says, count, failure }: Badge): string {
  switch (says) {
    case 'asking':
      return t('badge.asking', count, { count });
    case 'acknowledged':
      return t('badge.acknowledged', count, { count });
    case 'running':
      return t('badge.running', count, { count });
    case 'credits':
      return t('badge.credits', { credits: formatNumber(count) });
    case 'calm':
      return t('badge.calm');
    case 'not-paired':
      return t('state.notPaired');
    case 'failing':
      return failure === null ? t('state.edgeUnreachable') : kindWords(failure);
    case 'stale':
      return t('state.stale');
  }
}
