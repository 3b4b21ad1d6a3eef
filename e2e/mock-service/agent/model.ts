import { shown } from '../http/values.ts';
import type { Engine } from '../world/project.ts';

const MODELS = { v2: ['opus', 'sonnet'], legacy: ['default', 'fast'] } as const;
const EFFORTS = ['low', 'medium', 'high', 'xhigh'];

/** An unavailable choice is ignored with a warning; it never refuses the prompt. */
export function modelNotes(body: Record<string, unknown>, engine: Engine): string[] {
  const { fastMode } = body;
  const [model, effort] = [body.model ?? undefined, body.effort ?? undefined];
  const notes: string[] = [];
  if (model !== undefined && !MODELS[engine].some((known) => known === model)) {
    notes.push(`model ${shown(model)} is not available and was ignored`);
  }
  if (effort !== undefined && !EFFORTS.some((known) => known === effort)) {
    notes.push(`effort ${shown(effort)} is not known and was ignored`);
  }
  if (engine === 'v2' && fastMode === true && model === 'sonnet')
    notes.push('fastMode works with opus only and was ignored');
  return notes;
}
