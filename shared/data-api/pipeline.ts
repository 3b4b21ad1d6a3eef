import * as z from 'zod/mini';
import { checkedBy } from '../request-schema.ts';

/** Stages and operators that only read and do not run text as code; all others are refused. */
const READING_STAGES: ReadonlySet<string> = new Set([
  '$addFields',
  '$bucket',
  '$bucketAuto',
  '$count',
  '$facet',
  '$graphLookup',
  '$group',
  '$limit',
  '$lookup',
  '$match',
  '$project',
  '$redact',
  '$replaceRoot',
  '$replaceWith',
  '$sample',
  '$set',
  '$setWindowFields',
  '$skip',
  '$sort',
  '$sortByCount',
  '$unionWith',
  '$unset',
  '$unwind',
]);
const REFUSED_ANYWHERE: ReadonlySet<string> = new Set([
  '$out',
  '$merge',
  '$function',
  '$accumulator',
  '$where',
  '$eval',
]);
/** Stages that contain pipelines. */
const INNER_PIPELINES: ReadonlySet<string> = new Set(['$lookup', '$unionWith']);
/** Prefix of other tables (data reference, custom aggregation): other collections, such as those of users, are not for records' readers. */
const TABLE_PREFIX = 'data_';
const STAGES_MAX = 50;
const DEPTH_MAX = 40;
export const PIPELINE_MAX_LETTERS = 20_000;
const PASSWORD = /password/i;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Describes what is wrong with the text of an aggregation pipeline; null when it only reads. */
export function pipelineProblem(text: string): string | null {
  if (text.length > PIPELINE_MAX_LETTERS) return `must be at most ${PIPELINE_MAX_LETTERS} letters`;
  let stages: unknown;
  try {
    stages = JSON.parse(text);
  } catch {
    return 'is not JSON';
  }
  // Serialized again because JSON can escape letters.
  if (PASSWORD.test(JSON.stringify(stages))) return 'must not ask for passwords';
  return stagesProblem(stages) ?? anywhereProblem(stages, 0);
}

function stagesProblem(stages: unknown): string | null {
  if (!Array.isArray(stages)) return 'must be a list of stages';
  if (stages.length > STAGES_MAX) return `must have at most ${STAGES_MAX} stages`;
  for (const stage of stages) {
    const [entry, more] = isObject(stage) ? Object.entries(stage) : [];
    if (entry === undefined || more !== undefined) return 'must be a list of stages with one operator each';
    const [name, given] = entry;
    if (!READING_STAGES.has(name)) return `may not use ${name}: pipelines only read`;
    const other = otherTable(name, given);
    if (other !== undefined && !(typeof other === 'string' && other.startsWith(TABLE_PREFIX)))
      return `must name other tables with ${TABLE_PREFIX} before them`;
    const inner = innerPipelines(name, given);
    for (const pipeline of inner) {
      const problem = stagesProblem(pipeline);
      if (problem !== null) return problem;
    }
  }
  return null;
}

/** The collection that a stage reads besides its own; undefined: none. */
function otherTable(name: string, given: unknown): unknown {
  if (name === '$unionWith') return isObject(given) ? given.coll : given;
  return (name === '$lookup' || name === '$graphLookup') && isObject(given) ? given.from : undefined;
}

function innerPipelines(name: string, given: unknown): unknown[] {
  if (!isObject(given)) return [];
  if (name === '$facet') return Object.values(given);
  return INNER_PIPELINES.has(name) && given.pipeline !== undefined ? [given.pipeline] : [];
}

/** Expressions have many operators; those that write or run text as code are listed. */
function anywhereProblem(value: unknown, depth: number): string | null {
  if (depth > DEPTH_MAX) return 'is nested too deeply';
  if (Array.isArray(value)) {
    for (const inner of value) {
      const problem = anywhereProblem(inner, depth + 1);
      if (problem !== null) return problem;
    }
    return null;
  }
  if (!isObject(value)) return null;
  for (const [name, inner] of Object.entries(value)) {
    if (REFUSED_ANYWHERE.has(name)) return `may not use ${name}: pipelines only read`;
    const problem = anywhereProblem(inner, depth + 1);
    if (problem !== null) return problem;
  }
  return null;
}

/** An aggregation pipeline as text, as the data backend takes it. */
export const pipelineText = z.string('must be a text').check(checkedBy(pipelineProblem));
