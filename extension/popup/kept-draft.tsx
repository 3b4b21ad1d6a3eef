import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { formatAgo } from '../i18n/format.ts';
import { isolated } from '../i18n/naming.ts';
import { t } from '../i18n/t.ts';
import { activeEntryOf } from '../launch/history.ts';
import { type Draft, draftStore, isUntouched } from '../storage/drafts.ts';
import { launchStore } from '../storage/launches.ts';
import { openRequestItem } from '../storage/session.ts';
import { Button } from '../ui/button.tsx';
import { Glyph } from '../ui/icons.tsx';
import { browserNow, mask } from '../ui/page-state.ts';
import { view } from './navigation.ts';

/** Shown part of a draft's text, in characters. */
const WORDS_MAX = 80;

/** Offers to continue an unfinished launch. */
export function KeptDraft() {
  const draft = useSignal<Draft | null>(null);
  useEffect(() => {
    void readKeptDraft().then((kept) => {
      draft.value = kept;
    });
  }, []);
  const kept = draft.value;
  if (kept === null) return null;
  const goOn = async () => {
    await openRequestItem.setValue({ draftId: kept.id, at: browserNow.value });
    view.value = 'launch';
  };
  const words = kept.words.trim().slice(0, WORDS_MAX) || kept.name;
  return (
    <section aria-label={t('popup.draft')}>
      <div class="empty-state">
        <Glyph name="seen" />
        <div>
          <strong class="clip">{words ? isolated(mask(words)) : t('fact.untitled')}</strong>
          <span class="meta block">
            {t('popup.draftFacts', { ago: formatAgo(kept.updatedAt, browserNow.value) })}
          </span>
        </div>
        <Button onClick={() => void goOn()}>{t('work.continue')}</Button>
      </div>
    </section>
  );
}

/** The newest draft with input that was not launched. */
async function readKeptDraft(): Promise<Draft | null> {
  const [drafts, entries] = await Promise.all([draftStore.list(), launchStore.read()]);
  return drafts.find((one) => !isUntouched(one) && !activeEntryOf(entries, one.id)) ?? null;
}
