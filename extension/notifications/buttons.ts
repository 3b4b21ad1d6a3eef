import { isNews, type News } from '../../shared/attention/announcement.ts';
import type { Naming } from '../i18n/naming.ts';
import { t } from '../i18n/t.ts';
import type { Notice } from './notice.ts';

/** What a button on a notification does. */
export type NoticeButton = { does: 'raise' | 'acknowledge' | 'open' | 'mute-project'; title: string };

/** Chrome's two buttons: the useful thing first. */
export function buttonsOf(notice: Notice, naming: Naming): NoticeButton[] {
  if (!isNews(notice.about)) {
    return [
      notice.fate.is === 'shown' && notice.fate.raise && isRaisable(notice.about)
        ? {
            does: 'raise',
            title: t('notice.raiseTo', { amount: naming.number(raisedCap(notice.about.limit)) }),
          }
        : { does: 'open', title: t('verb.look') },
      { does: 'acknowledge', title: t('verb.acknowledge') },
    ];
  }
  const mute: NoticeButton = { does: 'mute-project', title: t('verb.muteProject') };
  return isFinished(notice.about) ? [{ does: 'open', title: t('verb.open') }, mute] : [mute];
}

const isFinished = (news: News): boolean => news.kind.endsWith('-finished');

type CreditCap = Extract<Notice['about'], { kind: 'credit-cap' }>;
type RaisableCap = CreditCap & { category: 'development' | 'infrastructure'; limit: number };

/** Whether all is known that raising a cap takes. */
export function isRaisable(about: Notice['about']): about is RaisableCap {
  return (
    about.kind === 'credit-cap' &&
    about.limit !== null &&
    (about.category === 'development' || about.category === 'infrastructure')
  );
}

/** A fifth more, rounded up to two digits: what the raise editor proposes and the notification offers. */
export function raisedCap(limit: number): number {
  const raw = Math.max(1, limit * 1.2);
  const step = 10 ** Math.max(0, Math.floor(Math.log10(raw)) - 1);
  return Math.ceil(raw / step - 1e-9) * step;
}
