import * as z from 'zod/mini';
import { isRecord } from '../parse.ts';
import { checkedBy } from '../request-schema.ts';
import { isWithheld, WITHHELD_WORDS } from '../withheld.ts';

/** Stages that only read; all others are refused. */
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
/**
 * Operators that compute one value of others, compare, or collect what was read. All others are refused:
 * those that write, run text as code, name fields by computed texts, take a record as a whole (a column can
 * be withheld by its name only), or make lists of any length.
 */
const OPERATORS: ReadonlySet<string> = new Set(
  `$abs $add $addToSet $all $allElementsTrue $and $anyElementTrue $arrayElemAt $avg $ceil $cmp $concat $cond $convert
  $count $covariancePop $covarianceSamp $dateAdd $dateDiff $dateFromParts $dateFromString $dateSubtract $dateToParts
  $dateToString $dateTrunc $dayOfMonth $dayOfWeek $dayOfYear $denseRank $derivative $divide $documentNumber $elemMatch $eq
  $exists $exp $expMovingAvg $expr $filter $first $firstN $floor $gt $gte $hour $ifNull $in $indexOfArray $indexOfCP
  $integral $isArray $isNumber $isoDayOfWeek $isoWeek $isoWeekYear $last $lastN $let $linearFill $literal $ln $locf $log $log10
  $lt $lte $ltrim $max $maxN $millisecond $min $minN $minute $mod $month $multiply $ne $nin $nor $not $or $pow $push $rand
  $rank $regex $options $regexFind $regexMatch $replaceAll $replaceOne $reverseArray $round $rtrim $sampleRate $second
  $setDifference $setEquals $setIntersection $setIsSubset $shift $size $slice $sortArray $split $sqrt $stdDevPop $stdDevSamp
  $strLenCP $strcasecmp $substrCP $subtract $sum $switch $toBool $toDate $toDecimal $toDouble $toInt $toLong $toLower
  $toObjectId $toString $toUpper $top $bottom $trim $trunc $type $week $year $date $oid`.split(/\s+/),
);
/** Variables of the database itself that hold no record; those of a pipeline begin with a small letter. */
const VARIABLE = /^\$\$(?:[a-z]\w*|NOW|REMOVE)(?:\.|$)/;
/** Stages that contain pipelines. */
const INNER_PIPELINES: ReadonlySet<string> = new Set(['$lookup', '$unionWith']);
/** Prefix of tables (data reference, custom aggregation). Other collections, such as users', are refused. */
const TABLE_PREFIX = 'data_';
/** Of a pipeline and those within it. */
const STAGES_MAX = 30;
/** Each may multiply the records that it gets. */
const MULTIPLYING: ReadonlySet<string> = new Set(['$lookup', '$graphLookup', '$unionWith', '$facet']);
const MULTIPLYING_MAX = 5;
const DEPTH_MAX = 40;
const NAME_SHOWN = 40;
export const PIPELINE_MAX_LETTERS = 20_000;

/** Describes what is wrong with the text of an aggregation pipeline; null when it only reads. */
export function pipelineProblem(text: string): string | null {
  if (text.length > PIPELINE_MAX_LETTERS) return `must be at most ${PIPELINE_MAX_LETTERS} letters`;
  let stages: unknown;
  try {
    stages = JSON.parse(text);
  } catch {
    return 'is not JSON';
  }
  const problem = stagesProblem(stages, { stages: 0, multiplying: 0 }) ?? anywhereProblem(stages, 0);
  if (problem !== null) return problem;
  // Serialized again because JSON can escape letters; what is nested too deeply can't be.
  return isWithheld(JSON.stringify(stages)) ? WITHHELD_WORDS : null;
}

/** @param seen how many stages there were before, those of pipelines around this one too */
function stagesProblem(stages: unknown, seen: { stages: number; multiplying: number }): string | null {
  if (!Array.isArray(stages)) return 'must be a list of stages';
  for (const stage of stages) {
    const [entry, more] = isRecord(stage) ? Object.entries(stage) : [];
    if (entry === undefined || more !== undefined) return 'must be a list of stages with one operator each';
    const [name, given] = entry;
    if (!READING_STAGES.has(name)) return `may not use ${name}: pipelines only read`;
    if (++seen.stages > STAGES_MAX) return `must have at most ${STAGES_MAX} stages`;
    if (MULTIPLYING.has(name) && ++seen.multiplying > MULTIPLYING_MAX)
      return `must have at most ${MULTIPLYING_MAX} of ${[...MULTIPLYING].join(', ')}`;
    const other = otherTable(name, given);
    if (other !== undefined && !(typeof other === 'string' && other.startsWith(TABLE_PREFIX)))
      return `must name other tables with ${TABLE_PREFIX} before them`;
    for (const pipeline of innerPipelines(name, given)) {
      const problem = stagesProblem(pipeline, seen);
      if (problem !== null) return problem;
    }
  }
  return null;
}

/** The collection that a stage reads besides its own; undefined: none. */
function otherTable(name: string, given: unknown): unknown {
  if (name === '$unionWith') return isRecord(given) ? given.coll : given;
  return (name === '$lookup' || name === '$graphLookup') && isRecord(given) ? given.from : undefined;
}

function innerPipelines(name: string, given: unknown): unknown[] {
  if (!isRecord(given)) return [];
  if (name === '$facet') return Object.values(given);
  return INNER_PIPELINES.has(name) && given.pipeline !== undefined ? [given.pipeline] : [];
}

function anywhereProblem(value: unknown, depth: number): string | null {
  if (depth > DEPTH_MAX) return 'is nested too deeply';
  if (typeof value === 'string')
    return value.startsWith('$$') && !VARIABLE.test(value)
      ? `may not use ${value.slice(0, NAME_SHOWN)}: it holds whole records`
      : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, inner] of Object.entries(value)) {
    if (name.startsWith('$') && !READING_STAGES.has(name) && !OPERATORS.has(name))
      return `may not use ${name.slice(0, NAME_SHOWN)}: pipelines only read, and make no lists of any length`;
    const problem = anywhereProblem(inner, depth + 1);
    if (problem !== null) return problem;
  }
  return null;
}

/** An aggregation pipeline as text, as the data backend takes it. */
export const pipelineText = z
  .string('must be a text')
  .check(
    checkedBy(pipelineProblem),
    z.describe(`a JSON list of at most ${STAGES_MAX} stages, which only read`),
  );
