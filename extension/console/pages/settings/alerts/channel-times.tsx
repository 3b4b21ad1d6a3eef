import { formatShortWeekday } from '../../../../i18n/format.ts';
import { t } from '../../../../i18n/t.ts';
import { Button } from '../../../../ui/button.tsx';
import { Checkbox, SelectField, TextField } from '../../../../ui/form.tsx';
import { browserZone, type ChannelFields, DAYS, toggled } from '../../../kit/channel-fields.ts';

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
      <Checkbox
        class="check wide-line"
        label={t('console.alerts.timed')}
        checked={fields.isTimed}
        onChange={(isTimed) => edit({ isTimed })}
      />
      {fields.isTimed && (
        <>
          <TextField
            label={t('fact.from')}
            type="time"
            required
            value={from}
            onText={(text) => edit({ from: text })}
          />
          <TextField
            label={t('fact.to')}
            type="time"
            required
            value={to}
            onText={(text) => edit({ to: text })}
          />
          <SelectField
            label={t('fact.timeZone')}
            value={timeZone}
            onChoose={(chosen) => edit({ timeZone: chosen })}
            options={zones.map((zone) => [zone, zone])}
          />
          <fieldset class="verbs options" aria-label={t('fact.days')}>
            {DAYS.map((day) => (
              <Button
                key={day}
                class="chip"
                aria-pressed={days.includes(day)}
                onClick={() => edit({ days: toggled(days, day).toSorted() })}
              >
                {formatShortWeekday(day)}
              </Button>
            ))}
          </fieldset>
          <Checkbox
            class="check wide-line"
            label={t('console.alerts.stopping')}
            checked={fields.stoppingPasses}
            onChange={(stoppingPasses) => edit({ stoppingPasses })}
          />
        </>
      )}
    </>
  );
}
