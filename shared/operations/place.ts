/**
 * Where a person uses an operation, for the reference. `view`: `at` names the place as the console does, `source` the files of
 * the extension that make the call. `edge`: the edge makes it without being asked, `source` names its file. `none`: nobody
 * reaches it, and why. A test holds that the files really do (`e2e/repo-checks/places.test.ts`).
 */
export type Place =
  | { kind: 'view'; at: string; source: readonly string[] }
  | { kind: 'edge'; at: string; source: string }
  | { kind: 'none'; why: string };

/** @param source below `extension` */
export const view = (at: string, ...source: string[]): Place => ({ kind: 'view', at, source });
/** @param at what it is for; @param source below `edge` */
export const edge = (at: string, source: string): Place => ({ kind: 'edge', at, source });
export const none = (why: string): Place => ({ kind: 'none', why });

/** The line of the reference. */
export function placeWords(place: Place): string {
  switch (place.kind) {
    case 'view':
      return place.at;
    case 'edge':
      return `nowhere by hand; the edge does it for ${place.at}`;
    case 'none':
      return `nowhere: ${place.why}`;
  }
}
