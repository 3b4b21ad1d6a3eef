import { type Paired, pair, pairAs } from './edge.ts';
import { control } from './local-service.ts';

/** A small table with every kind of rule: `product`, with a unique `sku`. */
export const PRODUCT_TABLE = {
  type: 'product',
  label: 'Products',
  properties: [
    { name: 'sku', unique: true, required: true },
    { name: 'name' },
    { name: 'price', propertyType: 'number' },
    { name: 'madeOn', propertyType: 'date' },
    { name: 'photo', propertyType: 'file' },
  ],
};

/** A project with that table, whose data key is stored in the edge. */
export async function projectWithData(owner: Paired, projectId = 'shop'): Promise<void> {
  await control('addProject', { projectId });
  await control('addTables', projectId, [PRODUCT_TABLE]);
  await keepDataKey(owner, projectId);
}

/** An empty service with such a project, `shop`, and an edge with an owner and a builder. */
export async function pairWithData(): Promise<{ owner: Paired; builder: Paired }> {
  await control('reset');
  const owner = await pair();
  const builder = await pairAs(owner, 'builder');
  await projectWithData(owner);
  return { owner, builder };
}

/** Stores a project's data key as an owner: tests it, then confirms the app. */
export async function keepDataKey(
  owner: Paired,
  projectId: string,
  key = `data-local-${projectId}`,
): Promise<void> {
  const tested = await owner.ask('PUT', `/data-keys/${projectId}`, { key });
  const kept = await owner.ask('PUT', `/data-keys/${projectId}`, { key, confirm: tested.data?.confirm });
  if (kept.data?.kind !== 'kept') throw new Error(`The data key was not kept: ${tested.text} ${kept.text}`);
}

export interface TestRecord {
  _id: string;
  createdAt: string;
  updatedAt: string;
  [property: string]: unknown;
}

/** The records of a table in the local backend, read directly. */
export const recordsOf = (projectId = 'shop', type = 'product') =>
  control<TestRecord[]>('recordsOf', projectId, type);
