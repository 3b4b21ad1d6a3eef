import { formatAgo } from '../../../i18n/format.ts';
import { t } from '../../../i18n/t.ts';
import { launchStatus } from '../../../launch/history.ts';
import { intoPrompt, promptSettings } from '../../../launch/into-prompt.ts';
import { firstRunOf } from '../../../launch/ui/first-run.ts';
import { openEditor } from '../../../launch/ui/focus-field.ts';
import { useModel } from '../../../launch/ui/launch-model.ts';
import { browserDependencies, type Screen } from '../../../launch/ui/launch-model-dependencies.ts';
import { LaunchView } from '../../../launch/ui/launch-view.tsx';
import { type Draft, FIRST_SETTINGS } from '../../../storage/drafts.ts';
import type { LaunchEntry } from '../../../storage/launches.ts';
import { changePromptDraft } from '../../../storage/prompt-drafts.ts';
import { Button } from '../../../ui/button.tsx';
import { Question } from '../../../ui/confirm.tsx';
import { Select, SelectField } from '../../../ui/form.tsx';
import { Glyph } from '../../../ui/icons.tsx';
import { naming } from '../../../ui/page-state.ts';
import { groupName, useGroups } from '../../kit/use-groups.ts';
import { useKnownProjects } from '../../kit/use-known-projects.ts';
import { goToPart } from '../../parts/arrival.ts';
import { goTo, route, wide } from '../../parts/navigation.ts';
import { ProjectVerdict } from '../../parts/project-verdict.tsx';
import { projectAddress, viewAddress } from '../../parts/routes.ts';

const DRAFTS = 'drafts';

/** Which screen is shown is the address: the rail and the way back lead out of the drafts. */
const screen = {
  get value(): Screen {
    const at = route.value;
    return at.kind === 'view' && at.view === 'launch' && at.rest[0] === DRAFTS ? 'history' : 'form';
  },
  set value(to: Screen) {
    if (to !== this.value) goTo(viewAddress('launch', ...(to === 'history' ? [DRAFTS] : [])));
  },
};

const CONSOLE = { ...browserDependencies, GroupField, screen };

/** A new project, or a prompt for an existing one: the form with drafts, templates and earlier launches. */
export function LaunchPage() {
  const onBack = wide.value ? {} : { onBack: () => goTo('#/menu') };
  return <LaunchView place="console" target={<Above />} dependencies={CONSOLE} {...onBack} />;
}

function Above() {
  return (
    <>
      <StillGoing />
      <LaunchTarget />
    </>
  );
}

/** The newest launch that is not over, for who comes back to the form: with the way to its progress. */
function StillGoing() {
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

/** The group of a new project, chosen by its name, where there is one. */
function GroupField({ value, onChange }: { value: string; onChange: (groupId: string) => void }) {
  const state = useGroups().state.value;
  const list = state.kind === 'shown' ? state.value : [];
  const isKnown = value === '' || list.some(({ groupId }) => groupId === value);
  if (list.length === 0 && isKnown) return null;
  return (
    <SelectField
      id="launch-group"
      label={t('fact.group')}
      value={value}
      none={t('fact.none')}
      options={list.map((group) => [group.groupId, groupName(group)])}
      onChoose={onChange}
    >
      {!isKnown && <option value={value}>{value}</option>}
    </SelectField>
  );
}

/**
 * Target of the form: a new project, or an existing one. For an existing one, text, page and files become its
 * prompt, and are sent from its conversation.
 */
function LaunchTarget() {
  const model = useModel();
  const chosen = model.existing;
  const ids = useKnownProjects();
  const draft = model.form.draft.value;
  if (!draft || model.screen.value !== 'form' || ids.length === 0) return null;
  const take = async (projectId: string) => {
    try {
      const now = Date.now();
      await changePromptDraft(
        projectId,
        (begun) => intoPrompt(draft, begun, now, promptSettings(draft)),
        now,
      );
    } catch {
      model.form.notKept.value = true;
      return;
    }
    // Its files are the prompt's now: only the draft itself goes.
    await model.dependencies.drafts.remove(draft.id);
    goToPart(projectAddress(projectId, 'talk'), 'composer');
  };
  return (
    <div class="launch-target field">
      <label class="meta" for="launch-target">
        {t('console.launch.target')}
      </label>
      <Select
        id="launch-target"
        value={chosen.value ?? ''}
        none={t('console.launch.newProject')}
        onChoose={(to) => {
          chosen.value = to || null;
          openEditor.value = null;
        }}
      >
        <optgroup label={t('console.launch.existing')}>
          {ids.map((id) => (
            <option key={id} value={id}>
              {naming.value.project(id)}
            </option>
          ))}
        </optgroup>
      </Select>
      {chosen.value !== null && (
        <Question
          key={chosen.value}
          label={takeWords(draft, chosen.value)}
          verb={t('console.launch.take')}
          look="primary"
          onSure={() => void take(chosen.value ?? '')}
          onBack={() => (chosen.value = null)}
        >
          <span class="meta">{takeWords(draft, chosen.value)}</span>
          <ProjectVerdict key={chosen.value} projectId={chosen.value} tab="talk" />
        </Question>
      )}
    </div>
  );
}

/** What becomes the project's prompt, and what is lost, where something is that only a new project has. */
function takeWords(draft: Draft, projectId: string): string {
  const { nameTyped, secrets, label, description, designtool = false, settings } = draft;
  const { developmentCap, infrastructureCap, groupId } = settings;
  const isMore =
    nameTyped ||
    designtool ||
    secrets.length > 0 ||
    developmentCap !== FIRST_SETTINGS.developmentCap ||
    [label, description, infrastructureCap, groupId].some((one) => one !== '');
  const name = naming.value.project(projectId);
  return t(isMore ? 'console.launch.takeQuestion' : 'console.launch.takeAll', { name });
}
