import { formatAgo } from '../../i18n/format.ts';
import { t } from '../../i18n/t.ts';
import { SureButton } from '../../ui/sure-button.tsx';
import type { Draft } from '../draft.ts';
import { useModel } from './model-context.ts';
import { shown } from './shown.ts';

/** Everything that was begun and not launched. */
export function DraftList() {
  const model = useModel();
  const drafts = model.drafts.value;
  return (
    <>
      <div class="verbs">
        <button type="button" class="button" onClick={() => void model.startNew()}>
          {t('launch.deskView.newDraft')}
        </button>
      </div>
      {drafts.length === 0 && <p class="meta">{t('launch.deskView.noDrafts')}</p>}
      <ul class="entries">
        {drafts.map((draft) => (
          <DraftRow key={draft.id} draft={draft} />
        ))}
      </ul>
    </>
  );
}

function DraftRow({ draft }: { draft: Draft }) {
  const model = useModel();
  const facts = [
    draft.reference && shown(draft.reference.title),
    t('launch.deskView.changed', { ago: formatAgo(draft.updatedAt, model.deps.now()) }),
  ];
  return (
    <li class="entry-row">
      <button type="button" class="entry" onClick={() => void model.show(draft)}>
        <strong class="clip">
          {draft.words.trim() ? shown(draft.words.trim()) : t('launch.deskView.untitled')}
        </strong>
        <span class="meta clip">{facts.filter(Boolean).join(' · ')}</span>
      </button>
      <div class="side">
        <SureButton
          label={t('launch.deskView.throwAway')}
          sure={t('launch.deskView.throwAwaySure')}
          onSure={() => void model.discard(draft.id)}
        />
      </div>
    </li>
  );
}
