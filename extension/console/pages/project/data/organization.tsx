import { organization } from '../../../../../shared/data-api/records.ts';
import { isolated } from '../../../../i18n/naming.ts';
import { t } from '../../../../i18n/t.ts';
import { Loaded } from '../../../../reads/loaded.tsx';
import { dataPath } from '../../../../reads/paths.ts';
import { useResource } from '../../../../reads/resource.ts';
import { wholeText } from '../../../grid/values.ts';
import { Part } from '../../../parts/part.tsx';

/** What the app is called and how it greets. */
export function Organization({ projectId }: { projectId: string }) {
  const details = useResource({
    path: dataPath(projectId, '/organization'),
    schema: organization,
    keep: false,
  });
  return (
    <Part title={t('console.data.organization')}>
      <Loaded of={details}>
        {(app) => (
          <dl class="row-fields">
            {Object.entries(app)
              .filter(([, value]) => typeof value !== 'object' && value !== '')
              .map(([name, value]) => (
                <div key={name} class="row-field">
                  <dt class="meta">{NAMED[name]?.() ?? isolated(name)}</dt>
                  <dd>{isolated(shown(value))}</dd>
                </div>
              ))}
          </dl>
        )}
      </Loaded>
    </Part>
  );
}

/** What the fields are called elsewhere; others have the backend's names. */
const NAMED: Readonly<Record<string, () => string>> = {
  _id: () => t('fact.id'),
  createdAt: () => t('console.rows.createdAt'),
  updatedAt: () => t('console.rows.updatedAt'),
  name: () => t('console.data.app.name'),
  profilePhoto: () => t('console.data.app.profilePhoto'),
  showTutorial: () => t('console.data.app.showTutorial'),
};

/** The document names no types; an instant and a yes or no are shown as records show theirs. */
const shown = (value: unknown): string => {
  if (typeof value === 'boolean') return t(value ? 'fact.yes' : 'fact.no');
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value)
    ? wholeText(value, { kind: 'date', withHour: true })
    : String(value);
};
