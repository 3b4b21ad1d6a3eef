import { useSignal } from '@preact/signals';
import { noticeWords } from '../../../../i18n/attention-words.ts';
import { formatAgo, formatClock, formatFacts } from '../../../../i18n/format.ts';
import { t } from '../../../../i18n/t.ts';
import { groupName, TOPICS, topicGroup } from '../../../../i18n/topic-words.ts';
import { showTest } from '../../../../notifications/show.ts';
import { NotificationRules } from '../../../../options/notifications-section.tsx';
import type { Notice } from '../../../../storage/notices.ts';
import type { Settings } from '../../../../storage/settings-schema.ts';
import { Button } from '../../../../ui/button.tsx';
import { ChoiceChips } from '../../../../ui/chips.tsx';
import { OpenButton, verbOf } from '../../../../ui/confirm.tsx';
import { Glyph } from '../../../../ui/icons.tsx';
import { browserNow, edgeNow, naming, settingsNow } from '../../../../ui/page-state.ts';
import { saveSettings } from '../../../../ui/settings-change.ts';

const PRESETS = ['needs-you', 'everything'] as const;
/** Kinds that need nobody. */
const QUIET: ReadonlySet<string> = new Set(['work-ended', 'changes']);
/** The topics that a preset leaves out. */
const SILENT = { 'needs-you': TOPICS.filter((topic) => QUIET.has(topicGroup(topic))), everything: [] };

/** This browser as one of the places that are told: which kinds, its other rules unfolded, and a test. */
export function ThisBrowser({ notices }: { notices: readonly Notice[] | null }) {
  const tested = useSignal<'no' | 'shown' | 'refused'>('no');
  const isOpen = useSignal(false);
  const settings = settingsNow.value;
  const shown = notices?.filter(({ fate }) => fate.is === 'shown') ?? [];
  const silenced = settings.silencedTopics.toSorted().join();
  const chosen = PRESETS.find((preset) => SILENT[preset].toSorted().join() === silenced) ?? null;
  const test = () =>
    showTest().then(
      () => (tested.value = 'shown'),
      () => (tested.value = 'refused'),
    );
  return (
    <li class="setting">
      <span class="setting-sign">{shown.length > 0 && <Glyph name="done" />}</span>
      <strong>{t('fact.thisBrowser')}</strong>
      <div class="setting-value" title={notices === null ? undefined : countWords(notices, shown)}>
        <fieldset class="verbs options" aria-label={t('console.alerts.tellMe')}>
          <ChoiceChips
            of={PRESETS}
            chosen={chosen}
            words={groupName}
            onChoose={(preset) => void saveSettings({ silencedTopics: SILENT[preset] })}
          />
        </fieldset>
        {whenWords(settings)}
      </div>
      <span class="verbs">
        <span class={tested.value === 'refused' ? 'meta failure' : 'meta'} role="status">
          {tested.value === 'shown' && t('test.shown')}
          {tested.value === 'refused' && t('console.alerts.testRefused')}
        </span>
        <Button
          quiet
          aria-label={verbOf(t('console.alerts.sendTest'), t('fact.thisBrowser'))}
          onClick={() => void test()}
        >
          {t('console.alerts.sendTest')}
        </Button>
        <OpenButton
          label={verbOf(t('verb.change'), t('fact.thisBrowser'))}
          isOpen={isOpen.value}
          onOpen={(is) => (isOpen.value = is)}
        >
          {t('verb.change')}
        </OpenButton>
      </span>
      {isOpen.value && (
        <fieldset class="browser-rules" aria-label={t('fact.thisBrowser')}>
          <NotificationRules />
        </fieldset>
      )}
    </li>
  );
}

function whenWords({ quietHours: { on, from, to }, mutedUntil }: Settings): string | null {
  const now = browserNow.value;
  if (mutedUntil > now) return t('console.alerts.mutedUntil', { at: formatClock(mutedUntil, now) });
  return on && from !== to ? t('console.alerts.quiet', { from, to }) : null;
}

function countWords(notices: readonly Notice[], shown: readonly Notice[]): string {
  if (notices.length === 0) return t('status.nothingYet');
  const [last] = shown;
  return formatFacts(
    last &&
      t('console.alerts.last', {
        ago: formatAgo(last.storedAt, browserNow.value),
        title: noticeWords(last, naming.value, edgeNow.value).title,
      }),
    t('console.alerts.shownOf', notices.length, { shown: shown.length, count: notices.length }),
  );
}
