import * as z from 'zod/mini';
import { parseEach } from '../../shared/parse.ts';
import { byteLength, LOCAL_BOUNDS } from './bounds.ts';
import { exclusively, localItem } from './stored-item.ts';

/** How the columns of a table are shown in this browser. */
export const columnLayout = z.object({
  /** Of its table. */
  key: z.string(),
  hidden: z.array(z.string()),
  /** In pixels, by column; the others are as wide as their values. */
  widths: z.record(z.string(), z.number()),
});
export type ColumnLayout = Omit<z.infer<typeof columnLayout>, 'key'>;

/** The one that was changed last is the first. */
const columnLayoutsItem = localItem<unknown>('column-layouts', []);

export const NO_LAYOUT: ColumnLayout = { hidden: [], widths: {} };

export async function readLayout(key: string): Promise<ColumnLayout> {
  const stored = parseEach(columnLayout, await columnLayoutsItem.getValue());
  return stored.find((one) => one.key === key) ?? NO_LAYOUT;
}

/** Stores a table's layout; those that were not changed for longest make room for it. */
export function writeLayout(key: string, layout: ColumnLayout): Promise<void> {
  return exclusively(columnLayoutsItem.key, async () => {
    const stored = parseEach(columnLayout, await columnLayoutsItem.getValue());
    const isPlain = layout.hidden.length === 0 && Object.keys(layout.widths).length === 0;
    const next = stored.filter((one) => one.key !== key);
    if (!isPlain) next.unshift({ key, ...layout });
    while (next.length > 1 && byteLength(next) > LOCAL_BOUNDS['column-layouts'].each) next.pop();
    await columnLayoutsItem.setValue(next);
  });
}
