import { isText } from '../../http/values.ts';
import { type OpenTable, requireTable } from '../backend/require-table.ts';
import type { DataCall, DataOperation } from '../http/operation.ts';
import { Problem, refuseField } from '../http/problem.ts';
import { requireBody } from '../query/list-query.ts';
import { pairsOf, referencesOf } from '../records/references.ts';
import { type Pipeline, readPipeline } from './pipeline.ts';

/** Tables that a pipeline reads besides its own carry this prefix (data reference, custom aggregation). */
const TABLE_PREFIX = 'data_';

type Document = Record<string, unknown>;

/** The records of a table as the database has them: dates as dates, many-to-many references as lists of ids. */
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

async function run(call: DataCall, documents: Document[], pipeline: Pipeline): Promise<unknown> {
  const { aggregate } = await import('mingo');
  try {
    return aggregate(documents, pipeline, {
      scriptEnabled: false,
      collectionResolver: (name) => lookUp(call, name),
    });
  } catch (error) {
    if (error instanceof Problem) throw error;
    const why = error instanceof Error ? error.message : String(error);
    return refuseField('customMongoQuery', `The pipeline can't run: ${why.replace(/\.+$/, '')}.`);
  }
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
      return { data: await run(call, documentsOf(call, table), pipeline) };
    },
  },
];
