import { browser } from 'wxt/browser';
import { noticeWords } from '../i18n/attention-words.ts';
import type { Naming } from '../i18n/naming.ts';
import { t } from '../i18n/t.ts';
import { buttonsOf } from './buttons.ts';
import type { Notice } from './notice.ts';

export const DIGEST_ID = 'digest';

/** Firefox throws when it is given buttons. */
export const hasButtons = import.meta.env.BROWSER !== 'firefox';

/** Shows one notice under its stable id: showing it twice replaces it. */
export async function showNotice(notice: Notice, naming: Naming, now: number): Promise<void> {
  const words = noticeWords(notice, naming, now);
  await create(notice.noticeId, {
    title: words.title,
    message: words.facts || t('name'),
    critical: notice.severity === 'critical',
    buttons: hasButtons ? buttonsOf(notice, naming).map((button) => ({ title: button.title })) : [],
  });
}

/** One notice for everything that happened during an absence; the worst come first. */
export async function showDigest(notices: readonly Notice[], naming: Naming, now: number): Promise<void> {
  const titles = notices.map((notice) => noticeWords(notice, naming, now).title);
  const lines = titles.slice(0, 4);
  if (titles.length > lines.length) {
    lines.push(t('popup.more', titles.length - lines.length, { count: titles.length - lines.length }));
  }
  await create(DIGEST_ID, {
    title: t('notice.digest', notices.length, { count: notices.length }),
    message: lines.join('\n'),
    critical: notices.some((notice) => notice.severity === 'critical'),
    buttons: [],
  });
}

/** Takes a notice off the screen when what it told is over or seen. */
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
