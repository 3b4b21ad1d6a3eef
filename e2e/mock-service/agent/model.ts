import { shown } from '../http/values.ts';
import type { Engine, RunChoice } from '../world/project.ts';

const MODELS = { v2: ['opus', 'sonnet'], legacy: ['default', 'fast'] } as const;
const EFFORTS = ['low', 'medium', 'high', 'xhigh'];

export const USUAL_CHOICE: RunChoice = { model: null, effort: null, fastMode: false };

/** Reads model, effort and fast mode. Unusable ones are ignored with a warning; they refuse no prompt. */
export function readChoice(
  body: Record<string, unknown>,
  engine: Engine,
): { choice: RunChoice; warnings: string[] } {
  const { fastMode } = body;
  const [model, effort] = [body.model ?? undefined, body.effort ?? undefined];
  const warnings: string[] = [];
  const knownModel = MODELS[engine].find((known) => known === model) ?? null;
  if (model !== undefined && knownModel === null) {
    warnings.push(`model ${shown(model)} is not available and was ignored`);
  }
  const knownEffort = EFFORTS.find((known) => known === effort) ?? null;
  if (effort !== undefined && knownEffort === null) {
    warnings.push(`effort ${shown(effort)} is not known and was ignored`);
  }
  const isTooFast = engine === 'v2' && fastMode === true && model === 'sonnet';
  if (isTooFast) warnings.push('fastMode works with opus only and was ignored');
  const choice = { model: knownModel, effort: knownEffort, fastMode: fastMode === true && !isTooFast };
  return { choice, warnings };
}
