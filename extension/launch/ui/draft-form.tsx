import { useEffect, useRef } from 'preact/hooks';
import { t } from '../../i18n/t.ts';
import { Chips } from './chips.tsx';
import { EarlierLaunch } from './earlier-launch.tsx';
import { focusField } from './focus-field.ts';
import { LaunchFoot } from './launch-foot.tsx';
import { useModel } from './model-context.ts';
import { NameField } from './name-field.tsx';
import { ReferenceCard } from './reference-card.tsx';
import { RefusalNotice, refusedField } from './refusal-notice.tsx';

/** The form of one draft. */
export function DraftForm() {
  const model = useModel();
  const words = useRef<HTMLTextAreaElement>(null);
  const draft = model.draft.value;
  const draftId = draft?.id;
  // Focus goes to the words whenever another draft is shown.
  useEffect(() => words.current?.focus(), [draftId]);
  if (!draft) return <div class="launch-body" aria-busy="true" />;
  const refused = refusedField(model.followed.value, draft);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    model.ask();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the launch key works from every field of the form
    <div class="launch-form" onKeyDown={onKeyDown}>
      <div class="launch-body">
        <RefusalNotice />
        <EarlierLaunch />
        <label class="field">
          <span class="meta">{t('launch.words')}</span>
          <textarea
            ref={words}
            id="launch-words"
            class="input words"
            rows={3}
            placeholder={t('launch.wordsPlaceholder')}
            value={draft.words}
            aria-invalid={refused === 'words'}
            onInput={(event) => model.edit({ words: event.currentTarget.value })}
            onBlur={() => (model.wordsDue.value = true)}
          />
        </label>
        <ReferenceCard />
        <NameField refused={refused === 'name'} />
        <Chips refused={refused} />
      </div>
      <LaunchFoot onShow={focusField} />
    </div>
  );
}
