import { isRecord } from '../../http/values.ts';
import type { DataRecord } from '../backend/backend.ts';
import type { DataCall } from '../http/operation.ts';
import { criteriaOf } from '../query/filter.ts';
import { matcherOf } from '../query/list-query.ts';
import { joined, type NestedNode } from './node.ts';

/** Ids of the records of each node that take part in a combination which meets every condition. */
type Matches = Map<NestedNode, Set<string>>;

/**
 * The records of `wanted`, one node of the tree, for which every table's conditions hold along the references
 * (gaps page, records by conditions on other tables): what is below decides about what is above, and then the
 * other way round.
 */
export async function recordsByConditions(
  call: DataCall,
  top: NestedNode,
  wanted: NestedNode,
): Promise<DataRecord[]> {
  const matches: Matches = new Map();
  await matchBelow(call, top, matches);
  restrictFromAbove(call, top, matches);
  const ids = matches.get(wanted) ?? new Set();
  return [...wanted.table.records.values()].filter(({ _id }) => ids.has(_id));
}

export function nodesOf(node: NestedNode): NestedNode[] {
  return [node, ...node.children.flatMap(nodesOf)];
}

/** Here `tableFilter` is the list of conditions itself; `{ filter }` is taken as well. */
export function conditionsOf({ tableFilter }: NestedNode): unknown {
  return isRecord(tableFilter) && 'filter' in tableFilter ? tableFilter.filter : tableFilter;
}

async function matchBelow(call: DataCall, node: NestedNode, matches: Matches): Promise<void> {
  for (const child of node.children) await matchBelow(call, child, matches);
  const fits = await matcherOf(criteriaOf(node.table.structure, conditionsOf(node)));
  const joinedToChild = node.children.map((child) => {
    const below = matches.get(child);
    const above = new Set<string>();
    if (child.edge !== undefined) {
      for (const [upper, lower] of joined(call, child.edge)) if (below?.has(lower)) above.add(upper);
    }
    return above;
  });
  const ids = new Set<string>();
  for (const record of node.table.records.values()) {
    if (joinedToChild.every((above) => above.has(record._id)) && fits(record)) ids.add(record._id);
  }
  matches.set(node, ids);
}

function restrictFromAbove(call: DataCall, node: NestedNode, matches: Matches): void {
  const above = matches.get(node);
  for (const child of node.children) {
    const own = matches.get(child);
    const kept = new Set<string>();
    if (child.edge !== undefined) {
      for (const [upper, lower] of joined(call, child.edge)) {
        if (above?.has(upper) && own?.has(lower)) kept.add(lower);
      }
    }
    matches.set(child, kept);
    restrictFromAbove(call, child, matches);
  }
}
