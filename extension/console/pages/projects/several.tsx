import { type Signal, useSignal } from '@preact/signals';
import { type ApiError, type Result, success } from '../../../edge-client/api-error.ts';
import type { CapEdit } from '../../../edge-client/put-cap.ts';
import { failureWords } from '../../../i18n/failure-words.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { t } from '../../../i18n/t.ts';
import { sendMessage } from '../../../messaging/client.ts';
import { PROJECT_LISTS, projectPath } from '../../../reads/paths.ts';
import { refreshUnder } from '../../../reads/resource.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmTyped } from '../../../ui/confirm-typed.tsx';
import { mayAct } from '../../../ui/stored-state.ts';
import { groupName, useGroups } from '../../kit/use-groups.ts';
import { type CapOfProject, capEditOf, SeveralCap, setCap, unsetCap } from './several-cap.tsx';

/** A selected project: its name, and its group when it was selected. */
export type Chosen = { name: string; groupId: string | null };

/** Actions on all selected projects: set a group or a cap, or delete. */
export function Several({
  chosen,
  onEnd,
}: {
  chosen: Signal<ReadonlyMap<string, Chosen>>;
  /** Called when nothing is selected any more. */
  onEnd: () => void;
}) {
  const groups = useGroups().state.value;
  const state = useSignal<InTurn>({ kind: 'idle' });
  /** Takes back what was done to each of these projects. */
  const undo = useSignal<ReadonlyMap<string, () => Promise<Result<unknown>>>>(new Map());
  const isDeleting = useSignal(false);
  const count = chosen.value.size;
  const phrase = t('count.projects', count);
  const isBusy = state.value.kind === 'running';

  const run = async (
    projectIds: readonly string[],
    change: Parameters<typeof changeInTurn>[1],
    isDone?: (error: ApiError) => boolean,
  ) => {
    const end = await changeInTurn(projectIds, change, (now) => (state.value = now), isDone);
    await Promise.all(PROJECT_LISTS.map(refreshUnder));
    return end;
  };
  const put = (groupOf: (projectId: string) => string | null) => (projectId: string) =>
    sendMessage('changeEdge', {
      method: 'PATCH',
      path: projectPath(projectId),
      body: { groupId: groupOf(projectId) },
    });
  const file = async (groupId: string | null) => {
    const before = new Map([...chosen.value].map(([id, { groupId }]) => [id, groupId]));
    const end = await run(
      [...before.keys()],
      put(() => groupId),
    );
    const back = put((projectId) => before.get(projectId) ?? null);
    undo.value = new Map(end.done.map((id) => [id, () => back(id)]));
  };
  const takeBack = async () => {
    const acts = undo.value;
    undo.value = new Map();
    const end = await run([...acts.keys()], (projectId) => acts.get(projectId)?.() ?? none());
    // What could not be taken back still can be.
    undo.value = new Map([...acts].filter(([id]) => !end.done.includes(id)));
  };
  const readCaps = async (to: number) => {
    undo.value = new Map();
    const edits: CapOfProject[] = [];
    const end = await changeInTurn(
      [...chosen.value.keys()],
      async (projectId) => {
        const edit = await capEditOf(projectId, to);
        if (edit.ok) edits.push(edit.value);
        return edit;
      },
      // That they were read is no news.
      (now) => (state.value = now.kind === 'ended' && !now.refused ? { kind: 'idle' } : now),
    );
    if (end.refused) return null;
    return edits;
  };
  const setCaps = async (edits: readonly CapEdit[]) => {
    const of = new Map(edits.map((edit) => [edit.projectId, edit]));
    const end = await run([...of.keys()], (projectId) => {
      const edit = of.get(projectId);
      return edit ? setCap(edit) : none();
    });
    undo.value = new Map(
      end.done.flatMap((id) => {
        const edit = of.get(id);
        return edit && edit.from !== edit.to ? [[id, () => unsetCap(edit)] as const] : [];
      }),
    );
  };
  const destroy = async () => {
    isDeleting.value = false;
    undo.value = new Map();
    const end = await run(
      [...chosen.value.keys()],
      (projectId) =>
        sendMessage('changeEdge', { method: 'DELETE', path: projectPath(projectId), body: undefined }),
      ({ code }) => code === 'PROJECT_NOT_FOUND',
    );
    const gone = new Set(end.done);
    chosen.value = new Map([...chosen.value].filter(([id]) => !gone.has(id)));
  };

  return (
    <footer class="several">
      <div class="verbs">
        <strong>{phrase}</strong>
        {groups.kind === 'shown' && mayAct('builder') && (
          <select
            class="chip-select"
            aria-label={t('console.projects.fileAll', count)}
            disabled={count === 0 || isBusy}
            value=""
            onChange={({ currentTarget }) => {
              const { value } = currentTarget;
              currentTarget.value = '';
              if (value !== '') void file(value === 'none' ? null : value.slice(1));
            }}
          >
            <option value="">{t('console.projects.fileUnder')}</option>
            <option value="none">{t('console.projects.noGroup')}</option>
            {groups.value.map((group) => (
              <option key={group.groupId} value={`=${group.groupId}`}>
                {groupName(group)}
              </option>
            ))}
          </select>
        )}
        {mayAct('owner') && (
          <SeveralCap
            count={count}
            isBusy={isBusy}
            nameOf={(id) => chosen.value.get(id)?.name ?? id}
            read={readCaps}
            onSet={(edits) => void setCaps(edits)}
          />
        )}
        {mayAct('owner') && (
          <Button
            danger
            off={count === 0 && t('status.incomplete')}
            busy={isBusy}
            onClick={() => (isDeleting.value = true)}
          >
            {count === 0 ? t('console.projects.deleteNone') : t('console.projects.deleteAll', count)}
          </Button>
        )}
        <Button quiet busy={isBusy} onClick={onEnd}>
          {t('verb.done')}
        </Button>
      </div>
      {isDeleting.value && count > 0 && (
        <ConfirmTyped
          verb={t('console.projects.deleteForGood')}
          question={t('console.projects.typeThis', { phrase })}
          names={[phrase]}
          onSure={() => void destroy()}
          onBack={() => (isDeleting.value = false)}
        >
          <p class="meta">
            {t('console.projects.deleteAllQuestion')}{' '}
            {[...chosen.value.values()].map(({ name }) => name).join(', ')}
          </p>
        </ConfirmTyped>
      )}
      <p class={failed(state.value) ? 'meta failure' : 'meta'} role="status">
        {stateWords(state.value, chosen.value)}{' '}
        {undo.value.size > 0 && !isBusy && (
          <Button quiet onClick={() => void takeBack()}>
            {t('verb.undo')}
          </Button>
        )}
      </p>
    </footer>
  );
}

const none = async (): Promise<Result<null>> => success(null);

const failed = (state: InTurn): boolean => state.kind === 'ended' && state.refused !== null;

export function stateWords(state: InTurn, chosen: ReadonlyMap<string, Chosen>): string {
  switch (state.kind) {
    case 'idle':
      return '';
    case 'running':
      return t('count.doneOf', {
        done: formatNumber(state.done),
        count: formatNumber(state.count),
      });
    case 'ended': {
      const many = state.done.length;
      const count = formatNumber(many);
      const done = t('console.projects.changedCount', many, { count });
      if (!state.refused) return done;
      const { projectId, error } = state.refused;
      return t('console.projects.stoppedAt', {
        done,
        name: chosen.get(projectId)?.name ?? projectId,
        why: failureWords(error),
        left: formatNumber(state.left),
      });
    }
  }
}

/** Progress of a change of several projects, one by one. `left`: those not tried. */
export type InTurn =
  | { kind: 'idle' }
  | { kind: 'running'; done: number; count: number }
  | {
      kind: 'ended';
      done: readonly string[];
      refused: { projectId: string; error: ApiError } | null;
      left: number;
    };

/**
 * Changes projects one by one and stops at the first refusal.
 * @param isDone whether a refusal means that the change is already in effect
 */
export async function changeInTurn(
  projectIds: readonly string[],
  change: (projectId: string) => Promise<Result<unknown>>,
  onProgress: (state: InTurn) => void,
  isDone: (error: ApiError) => boolean = () => false,
): Promise<InTurn & { kind: 'ended' }> {
  const end: InTurn & { kind: 'ended' } = { kind: 'ended', done: [], refused: null, left: projectIds.length };
  for (const projectId of projectIds) {
    onProgress({ kind: 'running', done: end.done.length, count: projectIds.length });
    const result = await change(projectId);
    end.left -= 1;
    if (!result.ok && !isDone(result.error)) {
      end.refused = { projectId, error: result.error };
      break;
    }
    end.done = [...end.done, projectId];
  }
  onProgress(end);
  return end;
}
