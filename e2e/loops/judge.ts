import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { goingInCircles, type LoopEvent } from '../../shared/loops/going-in-circles.ts';
import { MINUTE_MS } from '../../shared/time.ts';

/** Histories of prompts, times in minutes; `isLoop` and `by` are for scoring and are not read here. */
const histories = z.object({
  histories: z.array(
    z.object({
      id: z.string(),
      events: z.array(
        z.discriminatedUnion('kind', [
          z.object({
            kind: z.literal('prompt'),
            t: z.number(),
            project: z.string().optional(),
            prompt: z.string(),
            credits: z.number().nullish(),
          }),
          z.object({
            kind: z.literal('deploy'),
            t: z.number(),
            project: z.string().optional(),
            ok: z.boolean(),
          }),
          z.object({ kind: z.literal('restore'), t: z.number(), project: z.string().optional() }),
        ]),
      ),
    }),
  ),
});

type History = z.infer<typeof histories>['histories'][number];

const OWN = 'own';

/** The number of the prompt, counted from 1 over all prompts, at which the history is first said to go in circles. */
export function loopAt({ events }: History): number | null {
  const until: LoopEvent[] = [];
  let prompts = 0;
  for (const event of events) {
    const projectId = event.project ?? OWN;
    const at = event.t * MINUTE_MS;
    if (event.kind === 'prompt') {
      prompts += 1;
      until.push({ kind: 'prompt', projectId, at, prompt: event.prompt, credits: event.credits ?? null });
      if (goingInCircles(until, OWN) !== null) return prompts;
    } else if (event.kind === 'restore') until.push({ kind: 'restored', projectId, at });
    else if (event.ok) until.push({ kind: 'deployed', projectId, at });
  }
  return null;
}

export const readHistories = (file: string): readonly History[] =>
  histories.parse(JSON.parse(readFileSync(file, 'utf8'))).histories;

if (import.meta.main) {
  const [file] = process.argv.slice(2);
  if (file === undefined) {
    console.error('Say which file of histories: node e2e/loops/judge.ts FILE');
    process.exitCode = 2;
  } else {
    console.log(
      JSON.stringify(
        readHistories(file).map((history) => ({ id: history.id, loopAt: loopAt(history) })),
        null,
        2,
      ),
    );
  }
}
