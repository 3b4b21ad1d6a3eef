import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { loopAt, readHistories } from './judge.ts';

const scores = z.object({
  histories: z.array(z.object({ id: z.string(), isLoop: z.boolean(), by: z.number().optional() })),
});

/** Histories of a file of this folder, with what is known of them and where the product says that they go in circles. */
export const judged = (name: `${'' | 'second/'}${'loops' | 'healthy'}.json`) => {
  const file = join(import.meta.dirname, name);
  const known = scores.parse(JSON.parse(readFileSync(file, 'utf8'))).histories;
  return readHistories(file).map((history, at) => ({ ...known[at]!, at: loopAt(history) }));
};

type Judged = ReturnType<typeof judged>[number];

/** Whether a loop was found by the prompt that its history names. */
export const isFound = ({ at, by }: Judged): boolean => at !== null && at <= (by ?? 0);
