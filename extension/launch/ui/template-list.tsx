import { t } from '../../i18n/t.ts';
import type { Template } from '../../storage/drafts.ts';
import { ConfirmButton } from '../../ui/confirm.tsx';
import { focusNewest } from './focus-field.ts';
import { useModel } from './launch-model.ts';

/** Templates, edited in place. */
export function TemplateList() {
  const model = useModel();
  const templates = model.templates.value;
  const add = () => {
    void model.setTemplates([
      ...templates,
      { id: model.dependencies.newId(), name: '', text: model.draft.value?.words ?? '', addressPattern: '' },
    ]);
    focusNewest('.history .items');
  };
  return (
    <>
      <p class="meta">{t('launch.templates.how')}</p>
      {templates.length === 0 && <p class="meta">{t('launch.templates.none')}</p>}
      <ul class="items">
        {templates.map((template) => (
          <TemplateRow key={template.id} template={template} />
        ))}
      </ul>
      <div class="verbs">
        <button type="button" class="button" onClick={add}>
          {t('launch.templates.add')}
        </button>
      </div>
    </>
  );
}

function TemplateRow({ template }: { template: Template }) {
  const model = useModel();
  const change = (changes: Partial<Template>) =>
    void model.setTemplates(
      model.templates.value.map((one) => (one.id === template.id ? { ...one, ...changes } : one)),
    );
  const remove = () => void model.setTemplates(model.templates.value.filter((one) => one.id !== template.id));
  return (
    <li>
      <label class="field">
        <span class="meta">{t('launch.templates.name')}</span>
        <input
          class="input"
          value={template.name}
          onInput={(event) => change({ name: event.currentTarget.value })}
        />
      </label>
      <label class="field">
        <span class="meta">{t('launch.templates.text')}</span>
        <textarea
          class="input words"
          rows={3}
          value={template.text}
          onInput={(event) => change({ text: event.currentTarget.value })}
        />
      </label>
      <label class="field">
        <span class="meta">{t('launch.templates.pattern')}</span>
        <input
          class="input"
          value={template.addressPattern}
          placeholder={t('launch.templates.patternHint')}
          onInput={(event) => change({ addressPattern: event.currentTarget.value })}
        />
      </label>
      <div class="verbs">
        <button type="button" class="button" onClick={() => model.useTemplate(template)}>
          {t('launch.templates.use')}
        </button>
        <ConfirmButton
          label={t('launch.templates.remove')}
          sure={t('launch.templates.removeSure')}
          onSure={remove}
        />
      </div>
    </li>
  );
}
