import { t } from '../i18n/t.ts';
import { type LaunchWays, waysItem } from '../launch/launch-ways.ts';
import { stored } from '../ui/stored-state.ts';
import { Choice, Toggle } from './choice.tsx';
import { saveWays } from './save-ways.ts';

const WAYS = ['popup', 'menu', 'shortcut'] as const;

/** Which ways to a launch there are, and where they open. */
export function WaysSection() {
  const ways = stored.value?.ways ?? waysItem.fallback;
  const change = (changes: Partial<LaunchWays>) => void saveWays({ ...ways, ...changes });
  return (
    <section aria-labelledby="ways-heading">
      <h2 id="ways-heading">{t('launch.ways.heading')}</h2>
      <p class="meta">{t('launch.ways.facts')}</p>
      {WAYS.map((way) => (
        <Toggle
          key={way}
          on={ways[way]}
          words={t(`launch.ways.${way}`)}
          onChange={(on) => change({ [way]: on })}
        />
      ))}
      <Choice
        name="launch-place"
        question={t('launch.ways.place')}
        value={ways.place}
        choices={[
          ['popup', t('launch.ways.placePopup')],
          ['panel', t('launch.ways.placePanel')],
        ]}
        onChoose={(place) => change({ place })}
      />
    </section>
  );
}
