import { useSignal } from '@preact/signals';
import { noticeWords } from '../../i18n/attention-words.ts';
import { formatAgo, formatClock } from '../../i18n/format.ts';
import { t } from '../../i18n/t.ts';
import { TOPICS } from '../../i18n/topic-words.ts';
import { showTest } from '../../notifications/show.ts';
import { NotificationRules } from '../../options/notifications-section.tsx';
import type { Notice } from '../../storage/notices.ts';
import type { Settings } from '../../storage/settings.ts';
import { OpenButton } from '../../ui/confirm.tsx';
import { Glyph } from '../../ui/icons.tsx';
import { browserNow, edgeNow, mask, naming, settingsNow } from '../../ui/page-state.ts';
import { stored } from '../../ui/stored-state.ts';

/** This browser as one of the places that are told: its rules, how it is doing, and a test. */
export function ThisBrowser({
  notices,
  isOpen,
  onOpen,
}: {
  notices: readonly Notice[] | null;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}) {
  const tested = useSignal<'no' | 'shown' | 'refused'>('no');
  const shown = notices?.filter(({ fate }) => fate.is === 'shown') ?? [];
  const name = stored.value?.connection?.name ?? '';
  const test = () =>
    showTest().then(
      () => (tested.value = 'shown'),
      () => (tested.value = 'refused'),
    );
  return (
    <li class="line channel">
      <span class="with-glyph">
        {shown.length > 0 && <Glyph name="done" />}
        <span>
          <strong>{t('console.alerts.thisBrowser')}</strong> <span class="meta">{mask(name)}</span>
        </span>
      </span>
      <p class="meta">{whatWords(settingsNow.value)}</p>
      <p class="meta">{whenWords(settingsNow.value)}</p>
      {notices !== null && <p class="meta counts">{countWords(notices, shown)}</p>}
      <span class="verbs">
        <button type="button" class="button" onClick={() => void test()}>
          {t('console.alerts.test')}
        </button>
        <OpenButton isOpen={isOpen} onOpen={onOpen}>
          {t('console.alerts.editBrowser')}
        </OpenButton>
        <span class={tested.value === 'refused' ? 'meta failure' : 'meta'} role="status">
          {tested.value === 'shown' && t('console.alerts.testShown')}
          {tested.value === 'refused' && t('console.alerts.testRefused')}
        </span>
      </span>
      {isOpen && (
        <fieldset class="browser-rules" aria-label={t('console.alerts.editBrowser')}>
          <NotificationRules />
          <button type="button" class="button quiet" onClick={() => onOpen(false)}>
            {t('verb.close')}
          </button>
        </fieldset>
      )}
    </li>
  );
}

/** What this browser shows, and when: "Everything · At any hour." */
export const browserRuleWords = (settings: Settings): string =>
  `${whatWords(settings)} · ${whenWords(settings)}`;

function whatWords({ silencedTopics, silencedProjects }: Settings): string {
  const on = TOPICS.filter((topic) => !silencedTopics.includes(topic)).length;
  return [
    on === TOPICS.length
      ? t('console.alerts.tells.everything')
      : t('console.alerts.kindsOf', { count: on, of: TOPICS.length }),
    silencedProjects.length > 0 &&
      t('console.alerts.mutedProjects', silencedProjects.length, { count: silencedProjects.length }),
  ]
    .filter(Boolean)
    .join(' · ');
}

function whenWords({ quietHours: { on, from, to }, mutedUntil }: Settings): string {
  const now = browserNow.value;
  if (mutedUntil > now) return t('console.alerts.mutedUntil', { at: formatClock(mutedUntil, now) });
  return on && from !== to ? t('console.alerts.quiet', { from, to }) : t('console.alerts.always');
}

function countWords(notices: readonly Notice[], shown: readonly Notice[]): string {
  if (notices.length === 0) return t('console.alerts.noNotices');
  const [last] = shown;
  return [
    last &&
      t('console.alerts.last', {
        ago: formatAgo(last.storedAt, browserNow.value),
        title: noticeWords(last, naming.value, edgeNow.value).title,
      }),
    t('console.alerts.shownOf', notices.length, { shown: shown.length, count: notices.length }),
  ]
    .filter(Boolean)
    .join(' · ');
}
