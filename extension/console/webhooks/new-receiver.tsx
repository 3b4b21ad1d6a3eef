import { useLayoutEffect, useRef } from 'preact/hooks';
import { FEATURES } from '../../../shared/builder-api/limits.ts';
import { projectList } from '../../../shared/builder-api/projects.ts';
import {
  SERVICE_EVENTS,
  takesFeatureFilter,
  type WebhookSubscription,
} from '../../../shared/builder-api/webhooks.ts';
import { FILTER_PROJECTS_MAX } from '../../../shared/operations/webhooks.ts';
import { featureName } from '../../i18n/attention-words.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { useChange } from '../../reads/change.ts';
import { useResource } from '../../reads/resource.ts';
import { SelectField, TextField } from '../../ui/form.tsx';
import { naming } from '../../ui/page-state.ts';
import { stored } from '../../ui/stored-state.ts';
import { eventKindWords } from '../activity/event-kind.ts';
import { Discard, DraftTrouble, useFormDraft } from '../parts/form-draft.tsx';
import { ChangeStatus } from '../parts/part.tsx';
import { EVERYTHING, listPath } from '../projects/project-list.ts';

const EMPTY = { url: '', event: '', projectIds: '[]', features: '[]' };

/**
 * Subscribes an address of the user's own to an event, of all projects or some (service reference, Webhooks).
 * @param registered what there is already: an event is sent to one address for the same projects and features
 */
export function NewReceiver({
  registered,
  onClose,
}: {
  registered: readonly WebhookSubscription[];
  onClose: () => void;
}) {
  const form = useFormDraft('new receiver', EMPTY);
  const { url, event } = form.fields.value;
  const projectIds: string[] = JSON.parse(form.fields.value.projectIds);
  const features: string[] = takesFeatureFilter(event) ? JSON.parse(form.fields.value.features) : [];
  const change = useChange();
  const address = url.trim();
  const isHttps = URL.parse(address)?.protocol === 'https:';
  const asked = { event, projectIds, features };
  const taken = registered.find((one) => isForSame(one, asked));
  const isWhole = isHttps && event !== '' && !taken;
  const addressField = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => addressField.current?.focus(), []);
  const register = async () => {
    const body = {
      url: address,
      event,
      ...(projectIds.length > 0 && { projectIds }),
      ...(features.length > 0 && { features }),
    };
    const result = await change.send({ method: 'PUT', path: '/service/webhooks', body }, [
      '/service/webhooks',
    ]);
    if (!result.ok) return;
    form.reset(EMPTY);
    onClose();
  };
  return (
    <form
      class="new-receiver"
      aria-label={t('console.webhooks.add')}
      onKeyDown={(pressed) => {
        if (pressed.key !== 'Escape') return;
        pressed.preventDefault();
        onClose();
      }}
      onSubmit={(submitted) => {
        submitted.preventDefault();
        if (isWhole) void register();
      }}
    >
      <TextField
        label={t('console.webhooks.address')}
        at={addressField}
        type="url"
        spellcheck={false}
        placeholder="https://"
        value={url}
        problem={address !== '' && !isHttps ? t('refusal.INVALID_WEBHOOK_URL') : null}
        onText={(text) => form.edit({ url: text })}
      />
      <SelectField
        label={t('console.webhooks.event')}
        value={event}
        none={t('console.webhooks.chooseEvent')}
        options={SERVICE_EVENTS.map((name) => [name, eventKindWords(name)])}
        onChoose={(chosen) => form.edit({ event: chosen })}
      />
      <ProjectFilter chosen={projectIds} onChoose={(ids) => form.edit({ projectIds: JSON.stringify(ids) })} />
      {takesFeatureFilter(event) && (
        <Filter
          label={t('console.webhooks.onlyFeatures')}
          all={t('console.webhooks.allFeatures')}
          options={[...FEATURES].map((name) => [name, featureName(name)] as const)}
          chosen={features}
          onChoose={(names) => form.edit({ features: JSON.stringify(names) })}
        />
      )}
      <p class={taken ? 'meta failure' : 'meta'} role="status">
        {taken
          ? t(
              projectIds.length + features.length > 0
                ? 'console.webhooks.takenSame'
                : 'console.webhooks.takenAll',
              {
                event: eventKindWords(event),
                host: naming.value.host(URL.parse(taken.url)?.host ?? taken.url),
              },
            )
          : t('console.webhooks.oneForAll')}
      </p>
      <div class="verbs">
        <button type="submit" class="button primary" disabled={!isWhole}>
          {t('console.webhooks.register')}
        </button>
        <Discard of={form} />
        <button type="button" class="button quiet" onClick={onClose}>
          {t('verb.close')}
        </button>
        <ChangeStatus state={change.state.value} />
      </div>
      <DraftTrouble of={form} />
    </form>
  );
}

type Choice = Pick<WebhookSubscription, 'event' | 'projectIds' | 'features'>;

const isForSame = (one: Choice, other: Choice): boolean =>
  one.event === other.event &&
  isSameSet(one.projectIds, other.projectIds) &&
  isSameSet(one.features, other.features);

/** An empty filter filters nothing, as does none. */
const isSameSet = (one: Choice['features'], other: Choice['features']): boolean =>
  String([...new Set(one)].toSorted()) === String([...new Set(other)].toSorted());

function ProjectFilter({
  chosen,
  onChoose,
}: {
  chosen: readonly string[];
  onChoose: (ids: readonly string[]) => void;
}) {
  const list = useResource({ path: listPath(EVERYTHING, 0), schema: projectList }).state.value;
  const ids = new Set([
    ...Object.keys(stored.value?.attention.names ?? {}),
    ...(list.kind === 'shown' ? list.value.map(({ projectId }) => projectId) : []),
  ]);
  return (
    <Filter
      label={t('console.webhooks.onlyProjects')}
      all={t('console.webhooks.allProjects')}
      options={[...ids].map((id) => [id, naming.value.project(id)] as const)}
      chosen={chosen}
      most={FILTER_PROJECTS_MAX}
      onChoose={onChoose}
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
}: {
  label: string;
  all: string;
  options: readonly (readonly [id: string, name: string])[];
  chosen: readonly string[];
  most?: number;
  onChoose: (ids: readonly string[]) => void;
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
            <button
              key={id}
              type="button"
              class="button quiet"
              aria-label={t('launch.secrets.remove', { name: nameOf(id) })}
              onClick={() => onChoose(chosen.filter((one) => one !== id))}
            >
              {nameOf(id)} ×
            </button>
          ))}
        </span>
      )}
    </div>
  );
}
