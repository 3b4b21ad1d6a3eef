import { useSignal } from '@preact/signals';
import { isFound } from '../../../../i18n/searchable.ts';
import { t } from '../../../../i18n/t.ts';
import { ChoiceChips } from '../../../../ui/chips.tsx';
import { Checkbox, SearchField } from '../../../../ui/form.tsx';
import { naming } from '../../../../ui/page-state.ts';
import { type ChannelFields, toggled } from '../../../kit/channel-fields.ts';
import { useKnownProjects } from '../../../kit/use-known-projects.ts';

/** So many are looked through at a glance. */
const SEARCHED_FROM = 10;

/** About which projects a channel is told: all, or these. */
export function ChannelProjects({
  fields: { isOfSome, projects },
  edit,
}: {
  fields: ChannelFields;
  edit: (part: Partial<ChannelFields>) => void;
}) {
  const typed = useSignal('');
  // One that is not there any more can still be taken out.
  const all = [...new Set([...useKnownProjects(), ...projects])]
    .map((id) => ({ id, name: naming.value.project(id) }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
  const found = all.filter(({ name }) => isFound(name, typed.value.trim()));
  return (
    <fieldset class="tells wide-line" aria-label={t('console.alerts.ofProjects')}>
      <legend class="meta">{t('console.alerts.ofProjects')}</legend>
      <span class="verbs">
        <ChoiceChips
          of={['all', 'some'] as const}
          chosen={isOfSome ? 'some' : 'all'}
          words={(choice) => t(`console.alerts.projects.${choice}`)}
          onChoose={(choice) => edit({ isOfSome: choice === 'some' })}
        />
      </span>
      {isOfSome && (
        <>
          <p class="meta">{t('console.alerts.projects.note')}</p>
          {all.length > SEARCHED_FROM && (
            <SearchField
              label={t('console.alerts.projects.find')}
              value={typed.value}
              onText={(text) => (typed.value = text)}
            />
          )}
          <div class="channel-projects">
            {found.map(({ id, name }) => (
              <Checkbox
                key={id}
                class="check"
                label={name}
                checked={projects.includes(id)}
                onChange={() => edit({ projects: toggled(projects, id) })}
              />
            ))}
            {found.length === 0 && <p class="meta">{t('status.nothingFound')}</p>}
          </div>
        </>
      )}
    </fieldset>
  );
}
