import { isRecord } from '../../http/values.ts';
import { refuseField } from '../http/problem.ts';

/** Stages and operators that write, or run text as code. */
const REFUSED = ['$out', '$merge', '$function', '$accumulator', '$where'];
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/;

export type Pipeline = Record<string, unknown>[];

/**
 * Parses an aggregation pipeline, as text (gaps page) or as a list. `{ "$date": … }` and ISO 8601 instants
 * become dates, `{ "$oid": … }` an id. 400 for anything else, or for stages that may not run.
 */
export function readPipeline(sent: unknown): Pipeline {
  const pipeline = typeof sent === 'string' ? parse(sent) : revived(sent);
  if (!Array.isArray(pipeline) || !pipeline.every(isRecord)) {
    return refuseField('customMongoQuery', 'customMongoQuery must be a list of stages, as JSON text.');
  }
  refuseWriting(pipeline);
  return pipeline;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text, reviver) as unknown;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return refuseField('customMongoQuery', `customMongoQuery is not valid JSON: ${why}.`);
  }
}

function revived(sent: unknown): unknown {
  return sent === undefined ? undefined : (JSON.parse(JSON.stringify(sent), reviver) as unknown);
}

function reviver(_key: string, value: unknown): unknown {
  if (typeof value === 'string' && INSTANT.test(value)) return dateOf(value);
  if (!isRecord(value) || Object.keys(value).length !== 1) return value;
  if ('$oid' in value) return value.$oid;
  return '$date' in value ? dateOf(value.$date) : value;
}

function dateOf(value: unknown): unknown {
  const date = value instanceof Date ? value : new Date(value as string | number);
  return Number.isNaN(date.getTime()) ? value : date;
}

function refuseWriting(value: unknown): void {
  if (Array.isArray(value)) for (const inner of value) refuseWriting(inner);
  if (!isRecord(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    if (REFUSED.includes(key)) {
      refuseField('customMongoQuery', `${key} may not be used in customMongoQuery.`);
    }
    refuseWriting(inner);
  }
}
