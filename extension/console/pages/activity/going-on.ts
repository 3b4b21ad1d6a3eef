import { runningWork } from '../../../../shared/snapshot/work.ts';
import { formatDuration } from '../../../i18n/format.ts';
import { t } from '../../../i18n/t.ts';
import type { GlyphName } from '../../../ui/icons.tsx';
import { workNow } from '../../../ui/page-state.ts';
import { stored } from '../../../ui/stored-state.ts';

/** The run or the deployment that a call or a launch began, while it goes on. */
export function goingOn(key: string): { sign: GlyphName; words: string } | null {
  const snapshot = stored.value?.snapshot?.snapshot ?? null;
  const { items = [] } = snapshot?.sections.projects.data ?? {};
  const going = runningWork(snapshot, workNow.value).find(
    ({ projectId, kind }) => items.find((one) => one.projectId === projectId)?.[kind]?.call === key,
  );
  if (!going) return null;
  const { elapsedMs } = going;
  const words =
    elapsedMs === null
      ? t('console.activity.going')
      : t('console.activity.goingFor', { elapsed: formatDuration(elapsedMs) });
  return { sign: 'running', words };
}
