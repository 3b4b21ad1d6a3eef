import { formatNumber } from '../../i18n/format.ts';
import { t } from '../../i18n/t.ts';
import { Glyph } from '../../ui/glyph.tsx';
import type { Flag } from '../flag.ts';
import { flagsShown } from './focus-field.ts';
import { keyPart } from './key-part.ts';
import { useModel } from './model-context.ts';

/** Lines of the page's text that somebody should look at: each is left out, or sent as it is, by the user's word only. */
export function FlaggedLines() {
  const model = useModel();
  const flags = model.flags.value;
  const [first] = flags;
  if (!first) return null;
  return (
    <div class="flags">
      <p class="flag-line">
        <Glyph name="warning" />
        <span>
          {flags.length === 1
            ? t(`launch.flag.one.${keyPart(first.kind)}`)
            : t('launch.flag.many', flags.length, { count: formatNumber(flags.length) })}
        </span>
        <button
          type="button"
          class="link"
          aria-expanded={flagsShown.value}
          onClick={() => (flagsShown.value = !flagsShown.value)}
        >
          {flagsShown.value ? t('launch.flag.hide') : t('launch.flag.see', flags.length)}
        </button>
      </p>
      {flagsShown.value && (
        <ul>
          {flags.map((flag) => (
            <FlaggedLine key={`${flag.line} ${flag.text}`} flag={flag} />
          ))}
        </ul>
      )}
    </div>
  );
}

function FlaggedLine({ flag }: { flag: Flag }) {
  const model = useModel();
  return (
    <li>
      <code dir="auto">{flag.text.trim()}</code>
      <span class="meta">{t(`launch.flag.kind.${keyPart(flag.kind)}`)}</span>
      <div class="verbs">
        <button type="button" class="button" onClick={() => model.removeLine(flag)}>
          {t('launch.flag.remove')}
        </button>
        <button type="button" class="button quiet" onClick={() => model.keepLine(flag)}>
          {t('launch.flag.keep')}
        </button>
      </div>
    </li>
  );
}
