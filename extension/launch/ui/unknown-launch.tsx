import { useSignal } from '@preact/signals';
import type { LaunchCandidate } from '../../../shared/snapshot/launches.ts';
import type { ApiError } from '../../edge-client/api-error.ts';
import { failureWords } from '../../i18n/failure-words.ts';
import { formatAgo, formatExact } from '../../i18n/format.ts';
import { t } from '../../i18n/t.ts';
import type { LaunchEntry } from '../../storage/launches.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton, Question, useOpener } from '../../ui/confirm.tsx';
import { Glyph } from '../../ui/icons.tsx';
import { OpenLink } from '../../ui/open-link.tsx';
import { edgeNow, mask, naming } from '../../ui/page-state.ts';
import { useModel } from './launch-model.ts';

/** The projects that an unknown launch may have created: the user can look at them and choose one or none. */
export function Candidates({
  entry,
  candidates,
}: {
  entry: LaunchEntry;
  candidates: readonly LaunchCandidate[];
}) {
  const model = useModel();
  const isSettling = useSignal(false);
  const problem = useSignal<ApiError | null>(null);
  if (entry.record?.state !== 'unknown') return null;
  const settle = async (projectId: string | null) => {
    if (isSettling.value) return;
    isSettling.value = true;
    const settled = await model.dependencies.settle(entry.key, projectId);
    isSettling.value = false;
    problem.value = settled.ok ? null : settled.error;
  };
  return (
    <section class="warnings">
      {candidates.length > 0 && <h3>{t('launch.history.mayBe', candidates.length)}</h3>}
      <ul>
        {candidates.map((candidate) => (
          <CandidateRow
            key={candidate.projectId}
            candidate={candidate}
            onChosen={() => void settle(candidate.projectId)}
          />
        ))}
      </ul>
      <p class={problem.value ? 'meta failure' : 'meta'} role="status">
        {isSettling.value ? t('status.sending') : problem.value && failureWords(problem.value)}
      </p>
      <div class="progress-verbs">
        <ConfirmButton
          label={t(candidates.length > 0 ? 'launch.progress.noneOfThese' : 'settle.didNot')}
          sure={t('launch.refused.heading')}
          onSure={() => void settle(null)}
        />
      </div>
    </section>
  );
}

function CandidateRow({ candidate, onChosen }: { candidate: LaunchCandidate; onChosen: () => void }) {
  const { projectId, label, createdAt, url } = candidate;
  const facts = [
    label !== null && label !== projectId && mask(label),
    createdAt !== null && t('launch.progress.made', { ago: formatAgo(createdAt, edgeNow.value) }),
  ];
  return (
    <li class="warning-row">
      <Glyph name="note" />
      <div>
        <p>{naming.value.wholeName(projectId)}</p>
        <p class="meta" title={createdAt === null ? undefined : formatExact(createdAt)}>
          {facts.filter(Boolean).join(' · ')}
        </p>
        {url && (
          <OpenLink class="link" to={url}>
            {t('launch.progress.openApp')}
          </OpenLink>
        )}
      </div>
      <Button onClick={onChosen}>{t('launch.progress.thisOne')}</Button>
    </li>
  );
}

/** The second, explicit confirmation for an unknown launch. */
export function AgainAnyway({ entry }: { entry: LaunchEntry }) {
  const model = useModel();
  const isOpen = useSignal(false);
  const opener = useOpener(isOpen.value);
  const wait = () => {
    isOpen.value = false;
  };
  if (!isOpen.value) {
    return (
      <div class="progress-verbs">
        <Button at={opener} onClick={() => (isOpen.value = true)}>
          {t('launch.progress.again')}
        </Button>
      </div>
    );
  }
  return (
    <Question
      class="again"
      label={t('launch.progress.again')}
      verb={t('launch.progress.againSure')}
      cancel={t('launch.progress.wait')}
      off={model.confirmation.isSending.value && t('status.sending')}
      onSure={() => void model.confirmation.confirm(entry.key)}
      onBack={wait}
    >
      <p>{t('launch.progress.againFacts')}</p>
    </Question>
  );
}
