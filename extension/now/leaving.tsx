import { computed, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { isolated } from '../i18n/naming.ts';
import { t } from '../i18n/t.ts';
import { type LaunchEntry, launchStore } from '../storage/launches.ts';
import { mask, naming } from '../ui/page-state.ts';
import { followPaidCalls, paidCalls } from '../ui/paid-calls.ts';
import { UndoButton, withOwnUndo } from '../ui/undo.tsx';
import { Row } from './rows.tsx';

const launches = signal<LaunchEntry[]>([]);

/** What was confirmed and can still be taken back, also in a page that was closed since. */
const leaving = computed(() => [
  ...launches.value.map((entry) => ({ ...entry, projectId: null, name: mask(isolated(entry.draft.name)) })),
  ...paidCalls.value.map((call) => ({
    ...call,
    projectId: call.about.projectId,
    name: naming.value.wholeName(call.about.projectId),
  })),
]);

/** A row for each confirmed launch, prompt or deployment until it is sent, unless its own place has Undo. */
export function Leaving() {
  useEffect(() => {
    void followPaidCalls();
    void launchStore.read().then((entries) => {
      launches.value = entries;
    });
    return launchStore.watch((entries) => {
      launches.value = entries;
    });
  }, []);
  const shown = leaving.value.filter(
    ({ key, sendAt }) => sendAt !== undefined && !withOwnUndo.value.includes(key),
  );
  if (shown.length === 0) return null;
  return (
    <section aria-label={t('work.starts')}>
      <ul>
        {shown.map((one) => (
          <Row
            key={one.key}
            id={`leaving-${one.key}`}
            glyph="running"
            title={one.name}
            projectId={one.projectId}
            facts={t('work.starts')}
            side={<UndoButton isRow of={one} />}
          />
        ))}
      </ul>
    </section>
  );
}
