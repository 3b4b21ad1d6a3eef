import { useSignal } from '@preact/signals';
import { formatNumber } from '../../../i18n/format.ts';
import { isolated } from '../../../i18n/naming.ts';
import { t } from '../../../i18n/t.ts';
import { type Mistake, sharedMistakes } from '../../../import/mistakes.ts';
import { Button } from '../../../ui/button.tsx';
import type { ImportModel } from './import-model.ts';
import { ProblemControl, valueWords } from './problem-cell.tsx';
import { propertyLabel } from './property-choice.tsx';

const SHOWN_FIRST = 5;

/** Mistakes shared by several rows: each is fixed, left empty or skipped in all at once, with one undo. */
export function Mistakes({ model }: { model: ImportModel }) {
  const isWhole = useSignal(false);
  const draft = model.draft.value;
  const source = model.source.value;
  if (!draft?.mapping || !source) return null;
  const mistakes = sharedMistakes(
    model.preview.needLook.value,
    source,
    draft.mapping,
    model.properties.value,
    draft.edits,
  );
  const fixed = model.decisions.fixed.value;
  if (mistakes.length === 0 && fixed === null) return null;
  const shown = isWhole.value ? mistakes : mistakes.slice(0, SHOWN_FIRST);
  return (
    <section class="mistakes" aria-label={t('console.import.mistakes.title')}>
      {fixed !== null && (
        <p class="meta in-lines" role="status">
          {t('console.import.mistakes.fixed', fixed.rows)}{' '}
          <Button onClick={() => fixed.undo()}>{t('verb.undo')}</Button>
        </p>
      )}
      <ul class="lines-list">
        {shown.map((mistake) => (
          <MistakeLine
            key={`${mistake.property.name} ${mistake.choices !== null} ${mistake.text}`}
            model={model}
            mistake={mistake}
          />
        ))}
      </ul>
      {shown.length < mistakes.length && (
        <Button quiet onClick={() => (isWhole.value = true)}>
          {t('verb.showAll', { count: formatNumber(mistakes.length) })}
        </Button>
      )}
    </section>
  );
}

function MistakeLine({ model, mistake }: { model: ImportModel; mistake: Mistake }) {
  const { property, text, converted, rows, choices } = mistake;
  const count = formatNumber(rows.length);
  const what = { property: isolated(propertyLabel(property)), text: isolated(text) };
  const [first = 0] = rows;
  return (
    <li class="line">
      <span>
        {text === '' ? what.property : t('console.import.mistakes.text', what)}{' '}
        <span class="meta">{t('console.import.mistakes.rows', { count })}</span>
      </span>
      <div class="in-lines">
        {choices ? (
          choices.get(first)?.map((choice, way) => (
            <Button
              key={String(choice)}
              onClick={() =>
                model.decisions.say(rows, property.name, (row) => {
                  const value = choices.get(Number(row))?.[way];
                  return value === undefined ? undefined : { value };
                })
              }
            >
              {valueWords(choice, property)}
            </Button>
          ))
        ) : (
          <ProblemControl
            model={model}
            row={first}
            rows={rows}
            property={property}
            converted={converted}
            text={text}
            isNamed
            label={t('console.import.mistakes.instead', { ...what, count })}
          />
        )}
      </div>
      <span class="in-lines">
        {property.required !== true && (
          <Button onClick={() => model.decisions.say(rows, property.name, { text: '' })}>
            {t('console.import.mistakes.empty')}
          </Button>
        )}
        <Button quiet onClick={() => model.decisions.skip(rows)}>
          {t('console.import.mistakes.skip', { count })}
        </Button>
      </span>
    </li>
  );
}
