import { useEffect } from 'preact/hooks';
import type { Flag } from '../../capture/flag-rules.ts';
import { t } from '../../i18n/t.ts';
import type { DraftReference } from '../../storage/drafts.ts';
import { isPanel } from '../../ui/browser-features.ts';
import { Button } from '../../ui/button.tsx';
import { Glyph } from '../../ui/icons.tsx';
import { isConsole } from '../../ui/open-page.ts';
import { mask, naming } from '../../ui/page-state.ts';
import { wordCount } from '../draft.ts';
import { flagsShown, focusNextFlag, referenceOpen } from './focus-field.ts';

import { keyPart } from './launch-words.ts';
import { useMaterial } from './material.ts';

const PREVIEW_CHARS = 600;

/** Whether there is a page to read or to take a picture of: a tab of the console has none beside it. */
export const hasPage = (): boolean => !isConsole() || isPanel();

/** The page's text as reference: its source, beginning and flagged lines, and an editor. */
export function ReferenceCard() {
  const material = useMaterial();
  const reading = material.reading.value;
  const reference = material.now.value?.reference;
  if (reading.kind === 'reading') {
    return (
      <div class="reference" aria-busy="true">
        <p class="meta">{t('launch.reference.reading')}</p>
      </div>
    );
  }
  if (reference) return <Card reference={reference} />;
  if (!hasPage()) return null;
  return (
    <div class="reference none">
      {reading.kind === 'blocked' && <p class="meta">{t(`unreadable.${keyPart(reading.block)}`)}</p>}
      <Button class="link" onClick={() => void material.readPage()}>
        {reading.kind === 'blocked' ? t('verb.readAgain') : t('verb.readPage')}
      </Button>
    </div>
  );
}

function Card({ reference }: { reference: DraftReference }) {
  const material = useMaterial();
  const words = wordCount(reference.text);
  const title = mask(reference.title || reference.url);
  const { screened } = naming.value;
  // Close what was open when screen sharing starts.
  useEffect(() => {
    if (!screened) return;
    referenceOpen.value = false;
    flagsShown.value = false;
  }, [screened]);
  return (
    <section class="reference" aria-label={t(`launch.reference.${reference.kind}`)}>
      <div class="reference-head">
        <strong>{t(`launch.reference.${reference.kind}`)}</strong>
        <Button class="link" opens={referenceOpen}>
          {referenceOpen.value ? t('verb.done') : t('verb.edit')}
        </Button>
      </div>
      <p class="meta clip" title={mask(reference.url)}>
        {t('launch.reference.facts', words, { title })}
      </p>
      {referenceOpen.value ? (
        <Editor reference={reference} />
      ) : (
        <p class="preview">{mask(previewOf(reference.text))}</p>
      )}
      <LeftOut reference={reference} />
      {reference.notes
        .filter((note) => note !== 'plain-text')
        .map((note) => (
          <p key={note} class="meta">
            {t(`launch.note.${keyPart(note)}`)}
          </p>
        ))}
      {material.reading.value.kind === 'blocked' && (
        <p class="meta">{t(`unreadable.${keyPart(material.reading.value.block)}`)}</p>
      )}
      <FlaggedLines />
      <span class="hidden-words" role="status">
        {flagsShown.value && material.flags.value.length === 0 && t('launch.flag.none')}
      </span>
    </section>
  );
}

/** How much invisible text was left out. Orders to an AI among it have a note of their own. */
function LeftOut({ reference: { leftOut } }: { reference: DraftReference }) {
  const parts = (['hidden', 'invisible'] as const).flatMap((kind) => {
    const count = leftOut?.[kind] ?? 0;
    return count > 0 ? [t(`launch.leftOut.${kind}`, count)] : [];
  });
  return parts.length > 0 ? <p class="meta">{parts.join(' ')}</p> : null;
}

function Editor({ reference }: { reference: DraftReference }) {
  const material = useMaterial();
  return (
    <>
      <textarea
        id="launch-reference"
        class="input reference-text"
        dir="auto"
        rows={8}
        aria-label={t('launch.reference.text')}
        value={reference.text}
        onInput={(event) => material.edit({ reference: { ...reference, text: event.currentTarget.value } })}
      />
      <p class="meta">{t('launch.reference.how')}</p>
      <div class="verbs">
        <Button onClick={() => void material.readPage()}>{t('verb.readAgain')}</Button>
        <Button quiet onClick={() => material.edit({ reference: null, keptLines: [] })}>
          {t('launch.reference.drop')}
        </Button>
      </div>
    </>
  );
}

/** The beginning as plain text, without Markdown. */
function previewOf(markdown: string): string {
  return markdown
    .slice(0, PREVIEW_CHARS)
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(?:#{1,6}|>|-|\d+\.)\s+/gm, '')
    .replace(/[*`]|\\(?=[^\w\s])/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Flagged lines of the page's text: each is removed, or sent unchanged, only on the user's decision. */
export function FlaggedLines() {
  const material = useMaterial();
  const flags = material.flags.value;
  if (flags.length === 0) return null;
  return (
    <div class="flags">
      <p class="flag-line">
        <Glyph name="warning" />
        <span>{t('launch.flag.many', flags.length)}</span>
        <Button class="link" opens={flagsShown}>
          {t(flagsShown.value ? 'launch.flag.hide' : 'launch.obstacle.show')}
        </Button>
      </p>
      {flagsShown.value && (
        <ul>
          {flags.map((flag, place) => (
            <FlaggedLine key={`${flag.line} ${flag.text}`} flag={flag} place={place} />
          ))}
        </ul>
      )}
    </div>
  );
}

function FlaggedLine({ flag, place }: { flag: Flag; place: number }) {
  const material = useMaterial();
  const decide = (decision: () => void) => () => {
    decision();
    focusNextFlag(place);
  };
  return (
    <li>
      <code dir="auto">{flag.text.trim()}</code>
      <span class="meta">{t(`launch.flag.kind.${keyPart(flag.kind)}`)}</span>
      <div class="verbs">
        <Button onClick={decide(() => material.removeLine(flag))}>{t('launch.flag.remove')}</Button>
        <Button quiet onClick={decide(() => material.keepLine(flag))}>
          {t('launch.flag.keep')}
        </Button>
      </div>
    </li>
  );
}
