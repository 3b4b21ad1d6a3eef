import { type ReadonlySignal, type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import * as z from 'zod/mini';
import { parse } from '../../../shared/parse.ts';
import { readFormDraft, writeFormDraft } from '../../storage/form-drafts.ts';
import { OPERATORS, type RowsQuestion } from './row-source.ts';

const comparison = z.object({
  column: z.string(),
  op: z.enum(OPERATORS),
  value: z.unknown(),
  options: z.exactOptional(z.string()),
});
/** How a list is narrowed and sorted, as its draft holds it. */
const narrowed = z.object({
  where: z.array(
    z.extend(comparison, {
      or: z.exactOptional(z.array(comparison)),
      isPart: z.exactOptional(z.boolean()),
    }),
  ),
  sort: z.array(z.object({ column: z.string(), dir: z.enum(['asc', 'desc']) })),
});
type Narrowed = Pick<RowsQuestion, 'where' | 'sort'>;

/**
 * Conditions and sorting of a table. They survive the page in memory only: conditions hold values of records.
 * @param limit rows of a page
 */
export function useQuestion(
  key: string,
  limit: number,
): {
  question: Signal<RowsQuestion>;
  /** Whether what is stored was read: nothing is read of the table before. */
  isRead: ReadonlySignal<boolean>;
  narrow: (part: Partial<Narrowed>) => void;
} {
  const id = `list ${key}`;
  const question = useSignal<RowsQuestion>({ where: [], sort: [], limit, page: 0 });
  const isRead = useSignal(false);
  useEffect(() => {
    void readFormDraft(id, 'memory')
      .then((draft) => {
        if (draft === null || draft === 'unreadable') return;
        const stored = parse(narrowed, draft.fields.question);
        if (stored) question.value = { ...question.peek(), ...stored };
      })
      .catch(() => undefined)
      .finally(() => (isRead.value = true));
  }, []);
  const narrow = (part: Partial<Narrowed>) => {
    const { where, sort, limit: rows } = { ...question.peek(), ...part };
    // From the first page.
    question.value = { where, sort, limit: rows, page: 0 };
    const at = Date.now();
    const isWhole = where.length === 0 && sort.length === 0;
    const draft = { fields: { question: { where, sort } }, base: {}, at };
    // Nothing typed is lost with it: the conditions are shown.
    void writeFormDraft(id, isWhole ? null : draft, at, 'memory').catch(() => undefined);
  };
  return { question, isRead, narrow };
}
