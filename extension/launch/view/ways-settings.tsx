import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../../words/t.ts';
import { DEFAULT_WAYS, type LaunchWays, waysItem } from '../store/launch-ways.ts';

/** For the options page: which ways to a launch there are, and where they open. */
export function WaysSettings() {
  const ways = useSignal<LaunchWays>(DEFAULT_WAYS);
  useEffect(() => {
    void waysItem.getValue().then((read) => (ways.value = read));
    return waysItem.watch((changed) => (ways.value = changed ?? DEFAULT_WAYS));
  }, [ways]);
  const change = (changes: Partial<LaunchWays>) => {
    ways.value = { ...ways.value, ...changes };
    void waysItem.setValue(ways.value);
  };
  return (
    <section aria-labelledby="launch-ways">
      <h2 id="launch-ways">{t('launch.ways.heading')}</h2>
      <p class="meta">{t('launch.ways.facts')}</p>
      {(['popup', 'menu', 'shortcut'] as const).map((way) => (
        <label key={way} class="check">
          <input
            type="checkbox"
            checked={ways.value[way]}
            onChange={(event) => change({ [way]: event.currentTarget.checked })}
          />
          {t(`launch.ways.${way}`)}
        </label>
      ))}
      <label class="field">
        <span class="meta">{t('launch.ways.place')}</span>
        <select
          class="input"
          value={ways.value.place}
          onChange={(event) => change({ place: event.currentTarget.value as LaunchWays['place'] })}
        >
          <option value="popup">{t('launch.ways.placePopup')}</option>
          <option value="panel">{t('launch.ways.placePanel')}</option>
        </select>
      </label>
    </section>
  );
}
