import type { BrowserActor } from '../actors/browser-actor.ts';
import type { World } from '../world.ts';

/** How much is stored: rows of the object's tables, keys in KV, letters of each key of each browser. */
export type Growth = ReadonlyMap<string, number>;

/** Times and numbers get no longer in a month, and what happens on a day differs a little. */
const SAME_TIMES = 1.2;
const SAME_PLUS = { rows: 20, letters: 2_000 };

/** What is kept until something else happens is bounded by a number instead (`edge/storage-schema.md`). */
const BOUNDED: Readonly<Record<string, number>> = {
  'rows of alerts': 3_000,
  // Kept for 62 days, and the scenario's month leaves about 66 of each.
  'rows of work': 160,
  'rows of balance_changes': 160,
};

export function sizesOf({ edge }: World, browsers: readonly BrowserActor[]): Growth {
  const sizes = new Map<string, number>([['rows of the log', edge.events.contents().size]]);
  const tables = edge.object.sql.exec<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table'",
  );
  for (const { name } of tables) {
    const [row] = edge.object.sql.exec<{ count: number }>(`SELECT count(*) AS count FROM "${name}"`);
    sizes.set(`rows of ${name}`, row?.count ?? 0);
  }
  for (const [index, { state }] of browsers.entries())
    for (const [area, store] of [
      ['local', state.local],
      ['session', state.session],
    ] as const)
      for (const [key, value] of store)
        sizes.set(`letters of browser ${index + 1}, ${area}, ${key}`, JSON.stringify(value).length);
  return sizes;
}

/** What has grown between two moments before which the same happened for as long as anything is kept. */
export function growthSince(before: Growth, after: Growth): string[] {
  return [...after].flatMap(([what, size]) => {
    const known = before.get(what) ?? 0;
    const plus = what.startsWith('rows') ? SAME_PLUS.rows : SAME_PLUS.letters;
    const isWithin = size <= Math.max(SAME_TIMES * known + plus, BOUNDED[what] ?? 0);
    return isWithin ? [] : [`${what} grew from ${known} to ${size}`];
  });
}
