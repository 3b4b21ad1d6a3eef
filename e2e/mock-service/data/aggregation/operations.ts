import { isRecord, isText } from '../../http/values.ts';
import { type OpenTable, requireTable } from '../backend/require-table.ts';
import type { DataCall, DataOperation } from '../http/operation.ts';
import { refuseField } from '../http/problem.ts';
import { requireBody } from '../query/list-query.ts';
import { pairsOf, referencesOf } from '../records/references.ts';
import { readPipeline } from './pipeline.ts';
import { type Document, runPipeline } from './run-pipeline.ts';

/** Tables that a pipeline reads besides its own carry this prefix (data reference, custom aggregation). */
const TABLE_PREFIX = 'data_';
/** The field in which a stage names another table; `$unionWith` also takes the name by itself. */
const TABLE_FIELDS: Record<string, string> = { $lookup: 'from', $graphLookup: 'from', $unionWith: 'coll' };

/** Records of a table as the database has them: dates as dates, many-to-many references as lists of ids. */
function documentsOf(call: DataCall, table: OpenTable): Document[] {
  const { properties } = table.structure;
  const dates = ['createdAt', 'updatedAt'];
  for (const { name, propertyType } of properties.values()) if (propertyType === 'date') dates.push(name);
  const documents = new Map<string, Document>();
  for (const record of table.records.values()) {
    const document: Document = { ...record };
    for (const name of dates) if (typeof record[name] === 'string') document[name] = new Date(record[name]);
    documents.set(record._id, document);
  }
  for (const reference of referencesOf(call.backend, table)) {
    if (reference.relation !== 'manyToMany') continue;
    const { name } = reference.property;
    for (const document of documents.values()) document[name] = [];
    for (const [from, to] of pairsOf(call.backend, reference)) {
      const ids = documents.get(from)?.[name];
      if (Array.isArray(ids) && reference.to.records.has(to)) ids.push(to);
    }
  }
  return [...documents.values()];
}

function lookUp(call: DataCall, name: string): Document[] {
  if (!name.startsWith(TABLE_PREFIX)) {
    refuseField(
      'customMongoQuery',
      `A pipeline names other tables with ${TABLE_PREFIX} before them, not ${name}.`,
    );
  }
  return documentsOf(call, requireTable(call, name.slice(TABLE_PREFIX.length), 'read'));
}

/** The other tables that a pipeline reads, wherever a stage of it names one. */
function namedIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const field = TABLE_FIELDS[name];
    const named = field !== undefined && isRecord(inner) ? inner[field] : inner;
    return [...(field !== undefined && isText(named) ? [named] : []), ...namedIn(inner)];
  });
}

export const AGGREGATION_OPERATIONS: DataOperation[] = [
  {
    name: 'aggregate',
    method: 'POST',
    path: '/filter/custom-mongo-aggregation-query',
    async handle(call) {
      const { type, customMongoQuery } = requireBody(call.body);
      if (!isText(type))
        return refuseField('type', 'type must name the table that the pipeline starts with.');
      const table = requireTable(call, type, 'read');
      const pipeline = readPipeline(customMongoQuery);
      const others = Object.fromEntries(namedIn(pipeline).map((name) => [name, lookUp(call, name)]));
      return { data: await runPipeline({ documents: documentsOf(call, table), pipeline, others }) };
    },
  },
];
