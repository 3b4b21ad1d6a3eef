import { formatAgo } from '../../i18n/format.ts';
import { t } from '../../i18n/t.ts';
import { naming } from '../../ui/page-state.ts';
import { launchStatus } from '../launch-status.ts';
import { useModel } from './model-context.ts';

/** Says that this page has made a project before. */
export function EarlierLaunch() {
  const model = useModel();
  const entry = model.earlier.value;
  const status = entry ? launchStatus(entry) : null;
  if (!entry || status?.kind !== 'launched') return null;
  return (
    <p class="launch-note">
      <span>
        {t('launch.earlier', {
          name: naming.value.project(status.projectId),
          ago: formatAgo(entry.confirmedAt, model.deps.now()),
        })}
      </span>
      <button type="button" class="link" onClick={() => model.follow(entry)}>
        {t('verb.open')}
      </button>
    </p>
  );
}
