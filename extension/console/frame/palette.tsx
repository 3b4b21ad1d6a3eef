import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { journalPage } from '../../../shared/journal/journal.ts';
import { projectsPage } from '../../../shared/snapshot/projects-schema.ts';
import { formatClock, formatFacts, formatNumber } from '../../i18n/format.ts';
import { isolated } from '../../i18n/naming.ts';
import { isFound, searchWords } from '../../i18n/searchable.ts';
import { t } from '../../i18n/t.ts';
import { projectRowsPath } from '../../reads/paths.ts';
import { useResource } from '../../reads/resource.ts';
import { CAP_RANGE, limitProblem } from '../../ui/limit-input.tsx';
import { useModal } from '../../ui/modal.ts';
import { edgeNow, naming } from '../../ui/page-state.ts';
import { mayAct } from '../../ui/stored-state.ts';
import { useStill } from '../../ui/use-still.ts';
import { activityAddress } from '../kit/activity-address.ts';
import { goToPart, goToTitle } from '../parts/arrival.ts';
import { decoded } from '../parts/escaped-text.ts';
import { receiptOf } from '../parts/receipts-of.ts';
import { projectAddress } from '../parts/routes.ts';
import { matching } from './fuzzy.ts';
import {
  type Finding,
  type FoundProject,
  findings,
  go,
  knownProjects,
  needFindings,
  noteUse,
} from './palette-findings.ts';
import { wordsFindings } from './palette-words.ts';

const SHOWN_MAX = 10;
/** Projects that the service is asked for, and prompts that the edge is. */
const FOUND_MAX = 8;
/** So many letters are looked for in prompts. */
const PROMPT_LETTERS_MIN = 3;
const PROMPT_SHOWN_MAX = 80;

/**
 * Search and commands: projects, views, their parts and actions by name. Enter opens a result or does what
 * can be undone; other actions ask for confirmation where they lead.
 */
export function Palette({ onClose }: { onClose: () => void }) {
  const query = useSignal('');
  const chosen = useSignal(0);
  const isLost = useSignal(false);
  const said = useSignal('');
  const { attributes, close } = useModal(onClose);
  const typed = useStill(query.value.trim());
  const others = useFoundProjects(typed);
  const prompts = useFoundPrompts(typed);
  const named = [...findings(others), ...capFindings(query.value, others)];
  const operations = useSignal<readonly Finding[]>([]);
  useEffect(() => {
    import('./operation-findings.ts').then(
      ({ operationFindings }) => (operations.value = operationFindings()),
      () => undefined,
    );
  }, []);
  // After what people do each week.
  const fitting = matching(query.value, [...named, ...operations.value]);
  const own = new Set<Finding>(named);
  const exact = [...fitting.filter((one) => own.has(one)), ...fitting.filter((one) => !own.has(one))];
  // What finds nothing is perhaps a prompt.
  const all = [
    ...(query.value === '' ? needFindings() : []),
    ...exact,
    ...prompts,
    ...wordsFindings(query.value),
  ];
  const found = all.slice(0, SHOWN_MAX);
  const go = (finding: Finding | undefined) => {
    if (!finding) return;
    noteUse(finding);
    switch (finding.kind) {
      case 'go':
        close();
        if (finding.part === undefined) goToTitle(finding.address);
        else goToPart(finding.address, finding.part);
        return;
      case 'answer':
        void finding.run().then((words) => (said.value = words));
        return;
      case 'act': {
        const { keep, run } = finding;
        const done = () => {
          close();
          run();
        };
        if (!keep) return done();
        // What is typed stays here where it could not be kept.
        isLost.value = false;
        void keep().then(done, () => (isLost.value = true));
      }
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && found.length > 0) {
      event.preventDefault();
      chosen.value = (chosen.value + step + found.length) % found.length;
    }
    if (event.key !== 'Enter') return;
    // What has the focus once this is closed is not pressed.
    event.preventDefault();
    // A key that is still held down does not confirm.
    if (!event.repeat) go(found[chosen.value]);
  };
  return (
    <dialog {...attributes} class="palette" aria-label={t('console.search')} onKeyDown={onKeyDown}>
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls="found"
        aria-activedescendant={found.length > 0 ? `found-${chosen.value}` : undefined}
        aria-label={t('console.search')}
        placeholder={t('console.searchHint')}
        value={query.value}
        onInput={({ currentTarget }) => {
          query.value = currentTarget.value;
          chosen.value = 0;
          isLost.value = false;
          said.value = '';
        }}
      />
      <p class="palette-note meta failure" role="alert" hidden={!isLost.value}>
        {isLost.value && t('refusal.NOT_KEPT')}
      </p>
      <p class="palette-note meta" role="status" hidden={said.value === ''}>
        {said.value}
      </p>
      <div id="found" role="listbox" aria-label={t('console.search')}>
        {found.map((finding, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
          <div
            key={finding.title + finding.note}
            id={`found-${index}`}
            role="option"
            aria-selected={index === chosen.value}
            onClick={() => go(finding)}
          >
            <span class="clip" dir="auto">
              {finding.title}
            </span>
            <span class="meta">{finding.note}</span>
          </div>
        ))}
      </div>
      {all.length > found.length && (
        <p class="palette-note meta">{t('console.palette.more', all.length - found.length)}</p>
      )}
      {found.length === 0 && <p class="palette-note meta">{t('status.nothingFound')}</p>}
    </dialog>
  );
}

/** Projects that the service finds by the first typed word, including unread ones. */
function useFoundProjects(typed: string): readonly FoundProject[] {
  const [word = ''] = typed.split(/\s+/);
  const search = new URLSearchParams({ limit: String(FOUND_MAX), search: word });
  const { state } = useResource(
    word.length < 2 || naming.value.screened
      ? null
      : { path: projectRowsPath(search), schema: projectsPage, keep: false },
  );
  if (state.value.kind !== 'shown') return [];
  return state.value.value.rows.map(({ projectId, listed }) => ({
    projectId,
    name: isolated(decoded(listed?.label || projectId)),
  }));
}

/** Runs of all projects whose prompt has what is typed, the latest first; each opens in Activity. */
function useFoundPrompts(typed: string): readonly Finding[] {
  const search = new URLSearchParams({
    kind: 'agent.prompt.finished',
    limit: String(FOUND_MAX),
    q: typed,
  });
  const { value } = useResource(
    typed.length < PROMPT_LETTERS_MIN || naming.value.screened
      ? null
      : { path: `/journal?${search}`, schema: journalPage, keep: false },
  ).state;
  if (value.kind !== 'shown') return [];
  return value.value.entries.flatMap((entry) => {
    const prompt = entry.kind === 'work' ? receiptOf(entry.row).prompt : null;
    // The edge finds it by its project, too, which stands among the projects.
    return entry.kind !== 'work' || prompt === null || !isFound(prompt, typed)
      ? []
      : go(
          isolated(prompt.slice(0, PROMPT_SHOWN_MAX)),
          formatFacts(naming.value.project(entry.row.projectId), formatClock(entry.at, edgeNow.value)),
          activityAddress({ search: typed }, entry.id),
        );
  });
}

/**
 * Offers caps of the last typed number, beside a word for a cap, in any order. Each opens the form with it.
 */
export function capFindings(typed: string, found: readonly FoundProject[]): Finding[] {
  if (!mayAct('owner')) return [];
  const words = searchWords(typed);
  const number = words.findLast((word) => /^\d+(\.\d+)?$/.test(word));
  const also = t('console.palette.also.cap');
  const isOfCaps = words.some((word) => searchWords(also).includes(word));
  if (number === undefined || !isOfCaps || limitProblem(Number(number), CAP_RANGE) !== null) return [];
  return knownProjects(found).map(({ projectId, name }) =>
    go(
      t('console.palette.capTo', { name, amount: formatNumber(Number(number)) }),
      naming.value.screened ? '' : projectId,
      projectAddress(projectId, 'limits', 'cap', number),
      { also: `${also} ${number}`, of: name, part: t('spentOn.development') },
    ),
  );
}
