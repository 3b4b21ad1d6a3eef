import { formatAgo } from '../../../i18n/format.ts';
import { t } from '../../../i18n/t.ts';
import { launchStatus } from '../../../launch/history.ts';
import { firstRunOf } from '../../../launch/ui/first-run.ts';
import { useModel } from '../../../launch/ui/launch-model.ts';
import type { LaunchEntry } from '../../../storage/launches.ts';
import { Button } from '../../../ui/button.tsx';
import { Glyph } from '../../../ui/icons.tsx';
import { naming } from '../../../ui/page-state.ts';

/** The newest launch that is not over, for who comes back to the form: with the way to its progress. */
export function StillGoing() {
  const { launches, dependencies } = useModel();
  const entry = launches.entries.value.find((one) => goingOf(one) !== null);
  const projectId = entry && goingOf(entry);
  if (!entry || !projectId) return null;
  return (
    <p class="launch-note still-going">
      <Glyph name="running" />
      <span>
        {t('console.launch.going', {
          name: naming.value.project(projectId),
          ago: formatAgo(entry.confirmedAt, dependencies.now()),
        })}
      </span>
      <Button class="link" onClick={() => launches.follow(entry)}>
        {t('verb.open')}
      </Button>
    </p>
  );
}

/** The project whose first run is going on; null: it is not, or that is not known. */
function goingOf(entry: LaunchEntry): string | null {
  const status = launchStatus(entry);
  return status.kind === 'launched' && firstRunOf(entry, status).glyph === 'running'
    ? status.projectId
    : null;
}
