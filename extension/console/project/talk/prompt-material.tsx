import '../../../launch/ui/launch.css';
import { useSignal } from '@preact/signals';
import { formatNumber } from '../../../i18n/format.ts';
import { t } from '../../../i18n/t.ts';
import { AttachmentsEditor } from '../../../launch/ui/attachments-editor.tsx';
import { useModel } from '../../../launch/ui/launch-model.ts';
import { keyPart } from '../../../launch/ui/launch-words.ts';
import { ReferenceCard } from '../../../launch/ui/reference-card.tsx';
import { isPanel } from '../../../ui/browser-features.ts';
import { PageChoice } from './page-choice.tsx';

/** What goes along with a prompt: the text of a page, with what in it needs a look, and files. */
export function PromptMaterial() {
  const model = useModel();
  const open = useSignal(false);
  const draft = model.draft.value;
  if (!draft) return null;
  const reading = model.reading.value;
  const count = draft.attachments.length;
  return (
    <div class="launch prompt-material">
      {(draft.reference || reading.kind === 'reading') && <ReferenceCard />}
      <div class="verbs">
        <button
          type="button"
          class="chip"
          aria-expanded={open.value}
          onClick={() => (open.value = !open.value)}
        >
          {count === 0
            ? t('launch.chip.file')
            : t('launch.chip.files', count, { count: formatNumber(count) })}
        </button>
        {!draft.reference &&
          (isPanel() ? (
            <button type="button" class="chip" onClick={() => void model.readPage()}>
              {t('launch.reference.read')}
            </button>
          ) : (
            <PageChoice />
          ))}
        <span class="meta failure" role="status">
          {!draft.reference && reading.kind === 'blocked' && t(`launch.block.${keyPart(reading.block)}`)}
        </span>
      </div>
      {open.value && (
        <div class="editor">
          <AttachmentsEditor />
        </div>
      )}
    </div>
  );
}
