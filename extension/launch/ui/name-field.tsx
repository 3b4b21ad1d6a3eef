import { t } from '../../i18n/t.ts';
import { nameProblem } from '../project-name.ts';
import { keyPart } from './key-part.ts';
import { useModel } from './model-context.ts';

/** The project's name, checked by the service's rules as it is typed. */
export function NameField({ refused }: { refused: boolean }) {
  const model = useModel();
  const name = model.draft.value?.name ?? '';
  const problem = nameProblem(name);
  const quiet = problem === 'empty' && !model.touched.value;
  const words = problem ? t(`launch.problem.${keyPart(`name-${problem}`)}`) : t('launch.nameFits');
  return (
    <div class="field">
      <label class="meta" for="launch-name">
        {t('launch.name')}
      </label>
      <div class="name-box">
        <input
          id="launch-name"
          class="input"
          value={name}
          spellcheck={false}
          autocomplete="off"
          autocapitalize="off"
          aria-invalid={refused || (problem !== null && !quiet)}
          aria-describedby="launch-name-check"
          onInput={(event) => model.edit({ name: event.currentTarget.value, nameTyped: true })}
        />
        <span id="launch-name-check" class={problem ? 'meta bad' : 'meta good'} role="status">
          {quiet || (refused && !problem) ? '' : words}
        </span>
      </div>
    </div>
  );
}
