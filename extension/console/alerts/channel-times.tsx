import { formatShortWeekday } from '../../i18n/format.ts';
import { t } from '../../i18n/t.ts';
import { browserZone, type ChannelFields, DAYS, toggledDays } from './channel-fields.ts';

/** When alerts may come: at any hour, or by a clock, on some days, with what may pass. */
export function ChannelTimes({
  fields,
  edit,
}: {
  fields: ChannelFields;
  edit: (part: Partial<ChannelFields>) => void;
}) {
  const { from, to, days, timeZone } = fields;
  // The stored zone stays until another is chosen: the owner may be travelling.
  const zones = [...new Set([timeZone, browserZone()])];
  return (
    <>
      <label class="check wide-line">
        <input
          type="checkbox"
          checked={fields.timed !== ''}
          onChange={({ currentTarget }) => edit({ timed: currentTarget.checked ? 'yes' : '' })}
        />
        {t('console.alerts.timed')}
      </label>
      {fields.timed !== '' && (
        <>
          <label class="field">
            <span class="meta">{t('console.alerts.from')}</span>
            <input
              class="input"
              type="time"
              required
              value={from}
              onInput={({ currentTarget }) => edit({ from: currentTarget.value })}
            />
          </label>
          <label class="field">
            <span class="meta">{t('console.alerts.to')}</span>
            <input
              class="input"
              type="time"
              required
              value={to}
              onInput={({ currentTarget }) => edit({ to: currentTarget.value })}
            />
          </label>
          <label class="field">
            <span class="meta">{t('console.alerts.timeZone')}</span>
            <select
              class="input"
              value={timeZone}
              onChange={({ currentTarget }) => edit({ timeZone: currentTarget.value })}
            >
              {zones.map((zone) => (
                <option key={zone} value={zone}>
                  {zone}
                </option>
              ))}
            </select>
          </label>
          <fieldset class="verbs options" aria-label={t('console.alerts.days')}>
            {DAYS.map((day) => (
              <button
                key={day}
                type="button"
                class="chip"
                aria-pressed={days.includes(String(day))}
                onClick={() => edit({ days: toggledDays(days, day) })}
              >
                {formatShortWeekday(day)}
              </button>
            ))}
          </fieldset>
          <label class="check wide-line">
            <input
              type="checkbox"
              checked={fields.stoppingPasses !== ''}
              onChange={({ currentTarget }) => edit({ stoppingPasses: currentTarget.checked ? 'yes' : '' })}
            />
            {t('console.alerts.stopping')}
          </label>
        </>
      )}
    </>
  );
}
