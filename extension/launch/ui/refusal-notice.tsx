import { t } from '../../i18n/t.ts';
import { Glyph } from '../../ui/glyph.tsx';
import type { Draft } from '../draft.ts';
import type { Field } from '../draft-problems.ts';
import type { LaunchEntry } from '../launch-entry.ts';
import { launchStatus } from '../launch-status.ts';
import { placeOf } from '../refusal-code.ts';
import { focusField } from './focus-field.ts';
import { useModel } from './model-context.ts';
import { refusalWords } from './refusal-words.ts';

/** How the last try with this form went, when it made nothing. */
export function RefusalNotice() {
  const model = useModel();
  const entry = model.followed.value;
  const words = entry ? noticeWords(entry) : null;
  if (!words) return null;
  const field = model.draft.value ? refusedField(entry, model.draft.value) : null;
  return (
    <div class="refusal" role="alert">
      <Glyph name="critical" />
      <div>
        <strong>{words.heading}</strong>
        <p>{words.facts}</p>
      </div>
      {field && (
        <button type="button" class="link" onClick={() => focusField(field)}>
          {t('launch.obstacle.show')}
        </button>
      )}
    </div>
  );
}

/** The field that the last refusal points at, until the form is changed. */
export function refusedField(entry: LaunchEntry | null, draft: Draft): Field | null {
  const status = entry ? launchStatus(entry) : null;
  if (!entry || status?.kind !== 'refused' || draft.updatedAt > entry.draft.updatedAt) return null;
  return placeOf(status.refusal.code);
}

function noticeWords(entry: LaunchEntry): { heading: string; facts: string } | null {
  const status = launchStatus(entry);
  switch (status.kind) {
    case 'refused':
      return {
        heading: t('launch.refused.heading'),
        facts: `${refusalWords(status.refusal)} ${t('launch.refused.nothing')}`,
      };
    case 'absent':
      return { heading: t('launch.refused.absent'), facts: t('launch.refused.absentFacts') };
    case 'not-sent':
      return { heading: t('launch.refused.notSent'), facts: t('launch.refused.notSentFacts') };
    case 'launching':
    case 'launched':
    case 'unknown':
      return null;
  }
}
