import { useLayoutEffect, useRef } from 'preact/hooks';
import { noticeWords, sinceWords } from '../i18n/attention-words.ts';
import { formatAgo, formatExact } from '../i18n/format.ts';
import { t } from '../i18n/t.ts';
import { announcedSign } from '../now/announced-sign.ts';
import { outcomeWords } from '../now/notice-outcome.ts';
import { Facts, Row } from '../now/rows.tsx';
import type { Notice } from '../storage/notices.ts';
import { Icon } from '../ui/icons.tsx';
import { browserNow, edgeNow, naming } from '../ui/page-state.ts';
import { useNotices } from '../ui/use-notices.ts';
import { goHome } from './navigation.ts';

/** Announcements, and why each was shown or suppressed. */
export function HistoryView() {
  const notices = useNotices();
  const back = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => back.current?.focus(), []);
  return (
    <main class="view now">
      <header class="viewhead">
        <button ref={back} type="button" class="button icon" aria-label={t('verb.back')} onClick={goHome}>
          <Icon name="back" />
        </button>
        <h1>{t('verb.history')}</h1>
      </header>
      {notices?.length === 0 && (
        <div class="empty-state">
          <div>
            <strong>{t('history.empty')}</strong>
            <span class="meta">{t('history.emptyFacts')}</span>
          </div>
        </div>
      )}
      <ul class="scroll">
        {notices?.map((notice) => (
          <NoticeRow key={notice.key} notice={notice} />
        ))}
      </ul>
    </main>
  );
}

function NoticeRow({ notice }: { notice: Notice }) {
  const words = noticeWords(notice, naming.value, edgeNow.value);
  return (
    <Row
      id={notice.key}
      glyph={announcedSign(notice)}
      title={words.title}
      projectId={notice.projectId}
      wrap
      facts={`${formatAgo(notice.storedAt, browserNow.value)} · ${outcomeWords(notice.fate)}`}
      soft={notice.fate.is === 'held'}
      detail={
        <>
          <p class="meta whole">{words.facts}</p>
          <Facts
            of={[
              [
                hasEnded(notice) ? t('fact.ended') : t('fact.since'),
                sinceWords(notice.isEarlier ? { before: notice.at } : notice.at, formatExact),
              ],
            ]}
          />
        </>
      }
    />
  );
}

const hasEnded = ({ about }: Notice): boolean => about.kind.endsWith('-finished');
