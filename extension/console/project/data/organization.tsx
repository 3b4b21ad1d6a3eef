import type * as z from 'zod/mini';
import { organization } from '../../../../shared/data-api/records.ts';
import { mayActAs } from '../../../../shared/edge-api/role.ts';
import { isolated } from '../../../i18n/naming.ts';
import { t } from '../../../i18n/t.ts';
import { useChange } from '../../../reads/change.ts';
import { Loaded } from '../../../reads/loaded.tsx';
import { dataPath } from '../../../reads/paths.ts';
import { useResource } from '../../../reads/resource.ts';
import { Checkbox, TextField } from '../../../ui/form.tsx';
import { isReachable } from '../../../ui/page-state.ts';
import { stored } from '../../../ui/stored-state.ts';
import { EditSwitch } from '../../grid/edit-switch.tsx';
import { wholeText } from '../../grid/values.ts';
import { writeMode } from '../../grid/write-mode.ts';
import { Discard, useFormDraft } from '../../parts/form-draft.tsx';
import { ChangeStatus, Part } from '../../parts/part.tsx';

type App = z.infer<typeof organization>;

/** What the app is called and how it greets; owners change it in edit mode. */
export function Organization({ projectId }: { projectId: string }) {
  const mode = writeMode(projectId, 'app');
  const details = useResource({
    path: dataPath(projectId, '/organization'),
    schema: organization,
    keep: false,
  });
  const isOwner = mayActAs(stored.value?.connection?.role ?? 'viewer', 'owner');
  return (
    <Part title={t('console.data.organization')} side={isOwner && <EditSwitch mode={mode} place="app" />}>
      <Loaded of={details}>
        {(app) =>
          isOwner && mode.on.value ? <Form projectId={projectId} app={app} /> : <Fields app={app} />
        }
      </Loaded>
    </Part>
  );
}

const Fields = ({ app }: { app: App }) => (
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
);

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

/** The fields that the data reference names (edit organization info); those that were not changed are not sent. */
function Form({ projectId, app }: { projectId: string; app: App }) {
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const initial = {
    name: text(app.name),
    profilePhoto: text(app.profilePhoto),
    userCategories: listOf(app.userCategories).join('\n'),
    showTutorial: String(app.showTutorial === true),
  };
  const form = useFormDraft(`organization ${projectId}`, initial, 'memory');
  const change = useChange(writeMode(projectId, 'app'));
  const { value: fields } = form.fields;
  const isSendable = form.isBegun.value && fields.name.trim() !== '';
  const send = async (event: Event) => {
    event.preventDefault();
    if (!isSendable) return;
    const base = form.base.peek();
    const isChanged = (name: keyof typeof fields) => fields[name] !== base[name];
    const body = {
      ...(isChanged('name') && { name: fields.name.trim() }),
      ...(isChanged('profilePhoto') && { profilePhoto: fields.profilePhoto.trim() || null }),
      ...(isChanged('userCategories') && { userCategories: lines(fields.userCategories) }),
      ...(isChanged('showTutorial') && { showTutorial: fields.showTutorial === 'true' }),
    };
    const path = dataPath(projectId, '/organization');
    const result = await change.send({ method: 'PATCH', path, body }, [path]);
    if (result.ok) form.reset(fields);
  };
  const input = (name: 'name' | 'profilePhoto') => (
    <TextField
      label={t(`console.data.app.${name}`)}
      dir="auto"
      required={name === 'name'}
      value={fields[name]}
      onText={(text) => form.edit({ [name]: text })}
    />
  );
  return (
    <form class="inline-form" onSubmit={(event) => void send(event)}>
      {input('name')}
      {input('profilePhoto')}
      <label class="field">
        <span class="meta">{t('console.data.app.userCategories')}</span>
        <textarea
          class="input growing"
          dir="auto"
          rows={3}
          value={fields.userCategories}
          onInput={({ currentTarget }) => form.edit({ userCategories: currentTarget.value })}
        />
      </label>
      <Checkbox
        label={t('console.data.app.showTutorial')}
        checked={fields.showTutorial === 'true'}
        onChange={(checked) => form.edit({ showTutorial: String(checked) })}
      />
      <span class="verbs">
        <button
          type="submit"
          class="button primary"
          disabled={!isSendable || !isReachable.value || change.state.value.kind === 'sending'}
        >
          {t('verb.save')}
        </button>
        <Discard of={form} />
        <ChangeStatus state={change.state.value} />
      </span>
    </form>
  );
}

const listOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : []).filter((one): one is string => typeof one === 'string');

const lines = (value: string): string[] =>
  value
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
