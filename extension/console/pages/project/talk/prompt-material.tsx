import '../../../../launch/ui/launch.css';
import type { Signal } from '@preact/signals';
import { t } from '../../../../i18n/t.ts';
import { AttachmentsEditor } from '../../../../launch/ui/attachments-editor.tsx';
import { keyPart } from '../../../../launch/ui/launch-words.ts';
import { useMaterial } from '../../../../launch/ui/material.ts';
import { ReferenceCard } from '../../../../launch/ui/reference-card.tsx';
import { isPanel } from '../../../../ui/browser-features.ts';
import { Button } from '../../../../ui/button.tsx';
import { PageChoice } from './page-choice.tsx';

/** What goes along with a prompt: the text of a page, with what in it needs a look, and files. */
export function PromptMaterial({ filesOpen }: { filesOpen: boolean }) {
  const material = useMaterial();
  const draft = material.now.value;
  if (!draft) return null;
  const hasPage = draft.reference !== null || material.reading.value.kind === 'reading';
  if (!hasPage && !filesOpen) return null;
  return (
    <div class="launch prompt-material">
      {hasPage && <ReferenceCard />}
      {filesOpen && (
        <div class="editor">
          <AttachmentsEditor />
        </div>
      )}
    </div>
  );
}

/** The chips that add a file or a page. */
export function MaterialChips({ filesOpen }: { filesOpen: Signal<boolean> }) {
  const material = useMaterial();
  const draft = material.now.value;
  if (!draft) return null;
  const reading = material.reading.value;
  const count = draft.attachments.length;
  return (
    <>
      {!draft.reference &&
        (isPanel() ? (
          <Button class="chip" onClick={() => void material.readPage()}>
            {t('verb.readPage')}
          </Button>
        ) : (
          <PageChoice />
        ))}
      <Button class="chip" opens={filesOpen}>
        {count === 0 ? t('chip.file') : t('chip.files', count)}
      </Button>
      <span class="meta failure" role="status">
        {!draft.reference && reading.kind === 'blocked' && t(`unreadable.${keyPart(reading.block)}`)}
      </span>
    </>
  );
}
