import { FEATURES } from '../../../../../shared/builder-api/limits.ts';
import { FILTER_PROJECTS_MAX } from '../../../../../shared/operations/webhooks.ts';
import { featureName } from '../../../../i18n/attention-words.ts';
import { isolated } from '../../../../i18n/naming.ts';
import { t } from '../../../../i18n/t.ts';
import { Button } from '../../../../ui/button.tsx';
import { naming } from '../../../../ui/page-state.ts';
import { useKnownProjects } from '../../../kit/use-known-projects.ts';

type Chosen = {
  chosen: readonly string[];
  onChoose: (ids: readonly string[]) => void;
};

/** The projects of which a receiver gets an event. @param all what it means that none is chosen */
export function ProjectFilter(of: Chosen & { all: string }) {
  const ids = useKnownProjects();
  return (
    <Filter
      {...of}
      label={t('console.alerts.ofProjects')}
      options={ids.map((id) => [id, naming.value.project(id)] as const)}
      most={FILTER_PROJECTS_MAX}
    />
  );
}

/** The features of which it gets the events that are about one. */
export function FeatureFilter(of: Chosen) {
  return (
    <Filter
      {...of}
      label={t('console.webhooks.onlyFeatures')}
      all={t('feature.all')}
      options={[...FEATURES].map((name) => [name, featureName(name)] as const)}
    />
  );
}

/** What is let through: everything, or what was chosen, each of which a press takes out again. */
function Filter({
  label,
  all,
  options,
  chosen,
  most = Number.POSITIVE_INFINITY,
  onChoose,
}: Chosen & {
  label: string;
  all: string;
  options: readonly (readonly [id: string, name: string])[];
  most?: number;
}) {
  const nameOf = (id: string) => options.find(([one]) => one === id)?.[1] ?? isolated(id);
  return (
    <div class="field">
      <label class="field">
        <span class="meta">{label}</span>
        <select
          class="input"
          value=""
          disabled={chosen.length >= most}
          onChange={({ currentTarget }) => {
            const { value } = currentTarget;
            currentTarget.value = '';
            if (value !== '') onChoose([...chosen, value]);
          }}
        >
          <option value="">{chosen.length === 0 ? all : t('console.webhooks.another')}</option>
          {options
            .filter(([id]) => !chosen.includes(id))
            .map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
        </select>
      </label>
      {chosen.length > 0 && (
        <span class="verbs">
          {chosen.map((id) => (
            <Button
              quiet
              key={id}
              aria-label={t('launch.files.remove', { name: nameOf(id) })}
              onClick={() => onChoose(chosen.filter((one) => one !== id))}
            >
              {nameOf(id)} ×
            </Button>
          ))}
        </span>
      )}
    </div>
  );
}
