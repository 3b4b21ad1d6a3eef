import { useSignal } from '@preact/signals';
import { ENTRY_KINDS, entryKindOf } from '../../../../shared/journal/journal.ts';
import { DAY_MS, type InstantMs, utcDay } from '../../../../shared/time.ts';
import { EVENT_GROUPS, eventKindWords } from '../../../i18n/event-kind.ts';
import { formatFacts } from '../../../i18n/format.ts';
import { t } from '../../../i18n/t.ts';
import { Button } from '../../../ui/button.tsx';
import { SearchField, Select } from '../../../ui/form.tsx';
import { edgeNow, naming } from '../../../ui/page-state.ts';
import { stored } from '../../../ui/stored-state.ts';
import type { ActivityFilters } from '../../kit/activity-address.ts';
import { DropDown } from '../../parts/drop-down.tsx';

/** What the list can be narrowed to. */
export function Filters({
  filters,
  narrow,
}: {
  filters: ActivityFilters;
  narrow: (part: Partial<ActivityFilters>) => void;
}) {
  const { project, event, search, only, from, day } = filters;
  const names = stored.value?.attention.names ?? {};
  const areCrossed = from !== '' && day !== '' && from > day;
  /** Days that are chosen one by one may be those of another choice too. */
  const isOwn = useSignal(false);
  const isDated = from + day !== '';
  const known = SPANS.find((one) => one !== 'own' && day === '' && from === firstOf(one, edgeNow.value));
  const isOpen = useSignal(false);
  const span = (isOwn.value ? null : isDated ? known : '') ?? 'own';
  const chosen = formatFacts(
    only && t('console.activity.trouble'),
    project && naming.value.project(project),
    event && kindWords(event),
    isDated && t(`span.${span || 'all'}`),
  );
  return (
    <div class="list-filters activity-filters">
      <SearchField label={t('verb.search')} value={search} onText={(text) => narrow({ search: text })} />
      <DropDown keeps open={isOpen} face={`${chosen || t('tells.everything')} ▾`} title={t('verb.filter')}>
        <Button
          class="chip"
          aria-pressed={only !== ''}
          onClick={() => narrow({ only: only === '' ? 'trouble' : '' })}
        >
          {t('console.activity.trouble')}
        </Button>
        <Select
          class="chip-select"
          aria-label={t('fact.project')}
          value={project}
          none={t('fact.allProjects')}
          options={Object.keys(names).map((id) => [id, naming.value.project(id)])}
          onChoose={(chosen) => narrow({ project: chosen })}
        />
        <Select
          class="chip-select"
          aria-label={t('fact.event')}
          value={event}
          none={t('console.activity.allKinds')}
          options={ENTRY_KINDS.map((kind) => [kind, t(`console.activity.kinds.${kind}`)])}
          onChoose={(chosen) => narrow({ event: chosen })}
        >
          {EVENT_GROUPS.map(({ name, events }) => (
            <optgroup key={name} label={t(`console.activity.groups.${name}`)}>
              {events.map((one) => (
                <option key={one} value={one}>
                  {eventKindWords(one)}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
        <Select<Span>
          class="chip-select"
          aria-label={t('fact.days')}
          value={span}
          options={SPANS.map((one) => [one, t(`span.${one || 'all'}`)])}
          onChoose={(chosen) => {
            isOwn.value = chosen === 'own';
            if (chosen !== 'own') narrow({ from: firstOf(chosen, edgeNow.value), day: '' });
          }}
        />
        {span === 'own' && (
          <span class="day-filters">
            <DayField
              label={t('fact.from')}
              value={from}
              max={day}
              isWrong={areCrossed}
              onDay={(first) => narrow({ from: first })}
            />
            <DayField
              label={t('console.activity.upTo')}
              value={day}
              min={from}
              isWrong={areCrossed}
              onDay={(last) => narrow({ day: last })}
            />
          </span>
        )}
      </DropDown>
      <span id={CROSSED} class="meta failure" role="status">
        {areCrossed && t('console.activity.daysCrossed')}
      </span>
    </div>
  );
}

const kindWords = (event: string): string => {
  const kind = entryKindOf(event);
  return kind === null ? eventKindWords(event) : t(`console.activity.kinds.${kind}`);
};

const SPANS = ['', 'today', 'week', 'own'] as const;
type Span = (typeof SPANS)[number];

/** The first day of a choice, as a field for dates gives it. */
function firstOf(span: Exclude<Span, 'own'>, now: InstantMs): string {
  if (span === '') return '';
  return utcDay(span === 'today' ? now : now - 6 * DAY_MS);
}

const CROSSED = 'activity-days-crossed';

function DayField({
  label,
  isWrong,
  onDay,
  ...attributes
}: {
  label: string;
  value: string;
  min?: string;
  max?: string;
  isWrong: boolean;
  onDay: (day: string) => void;
}) {
  return (
    <label class="meta day-filter">
      {label}
      <input
        type="date"
        class="input"
        {...attributes}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? CROSSED : undefined}
        onInput={({ currentTarget }) => onDay(currentTarget.value)}
      />
    </label>
  );
}
