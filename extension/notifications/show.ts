import { browser } from 'wxt/browser';
import { isNews, type News } from '../../shared/attention/news.ts';
import { noticeWords } from '../i18n/attention-words.ts';
import type { Naming } from '../i18n/naming.ts';
import { t } from '../i18n/t.ts';
import type { Notice } from '../storage/notices.ts';

export const DIGEST_ID = 'digest';
const TEST_ID = 'test';

/** Firefox throws when given buttons. */
export const hasButtons = import.meta.env.BROWSER !== 'firefox';

/** Shows one notification under its stable id, which replaces an earlier one. */
export async function showNotice(notice: Notice, naming: Naming, now: number): Promise<void> {
  const words = noticeWords(notice, naming, now);
  await create(notice.noticeId, {
    title: words.title,
    message: words.facts || t('name'),
    critical: notice.severity === 'critical',
    buttons: hasButtons ? buttonsOf(notice, naming).map((button) => ({ title: button.title })) : [],
  });
}

/** One notification for everything that happened during an absence, worst first. */
export async function showDigest(notices: readonly Notice[], naming: Naming, now: number): Promise<void> {
  const titles = notices.map((notice) => noticeWords(notice, naming, now).title);
  const lines = titles.slice(0, 4);
  if (titles.length > lines.length) {
    lines.push(t('count.more', titles.length - lines.length, { count: titles.length - lines.length }));
  }
  await create(DIGEST_ID, {
    title: t('notice.digest', notices.length, { count: notices.length }),
    message: lines.join('\n'),
    critical: notices.some((notice) => notice.severity === 'critical'),
    buttons: [],
  });
}

/** A notification that says that notifications arrive. */
export const showTest = (): Promise<void> =>
  create(TEST_ID, { title: t('notice.test'), message: t('name'), critical: false, buttons: [] });

/** Clears a notification when its subject is over or seen. */
export async function clearNotice(noticeId: string): Promise<void> {
  await browser.notifications.clear(noticeId);
}

export async function create(
  id: string,
  notice: { title: string; message: string; critical: boolean; buttons: { title: string }[] },
): Promise<void> {
  await browser.notifications.create(id, {
    type: 'basic',
    iconUrl: browser.runtime.getURL('/icons/128.png'),
    title: notice.title,
    message: notice.message,
    ...(hasButtons
      ? { buttons: notice.buttons, requireInteraction: notice.critical, priority: notice.critical ? 2 : 0 }
      : {}),
  });
}

export type NoticeButton = { does: 'raise' | 'acknowledge' | 'open' | 'mute-project'; title: string };

/** Chrome's two buttons, the useful one first. */
export function buttonsOf(notice: Notice, naming: Naming): NoticeButton[] {
  if (!isNews(notice.about)) {
    const raiseTo = offeredRaise(notice);
    return [
      raiseTo === null
        ? { does: 'open', title: t('verb.look') }
        : { does: 'raise', title: t('notice.raiseTo', { amount: naming.number(raiseTo) }) },
      { does: 'acknowledge', title: t('verb.acknowledge') },
    ];
  }
  const mute: NoticeButton = { does: 'mute-project', title: t('verb.muteProject') };
  return isFinished(notice.about) ? [{ does: 'open', title: t('verb.open') }, mute] : [mute];
}

/** The proposed new cap in its notification; null without one. */
export const offeredRaise = ({ fate, about }: Notice): number | null =>
  fate.is === 'shown' && fate.raise && isRaisable(about) ? (fate.raiseTo ?? null) : null;

const isFinished = (news: News): boolean => news.kind.endsWith('-finished');

type CreditCap = Extract<Notice['about'], { kind: 'credit-cap' }>;
type RaisableCap = CreditCap & { category: 'development' | 'infrastructure'; limit: number };

/** Whether everything needed for raising a cap is known. */
export function isRaisable(about: Notice['about']): about is RaisableCap {
  return (
    about.kind === 'credit-cap' &&
    about.limit !== null &&
    (about.category === 'development' || about.category === 'infrastructure')
  );
}
