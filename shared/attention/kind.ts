import type { budgetFieldOf, Category } from '../builder-api/limits.ts';
import type { ExpectedDays } from '../days.ts';
import type { InstantMs } from '../time.ts';
import type { SentenceName } from '../words/say.ts';
import type { Method, NeedPlace } from './rule.ts';

/**
 * The one action for an item. `raise`: change the cap in place; `give-keys`: enter the variables the agent
 * needs; `look`: show details and remedies; `check`: read from the edge again.
 */
export type BestAction = 'raise' | 'give-keys' | 'look' | 'check';

/**
 * `stops`: nothing can be built until it is over. `trouble`: deliveries or alerts do not arrive, which no
 * event reports. `expected`: a warning; nothing went wrong. `information`: needs nobody and is not counted.
 */
type Nature = 'stops' | 'need' | 'trouble' | 'expected' | 'information';

/** What can be raised in place: a project's monthly cap, or a feature's budget. */
export type RaiseSubject = { projectId: string; spent: number | null; limit: number } & (
  | { kind: 'cap'; category: Category }
  | { kind: 'budget'; feature: string; field: ReturnType<typeof budgetFieldOf>; unit: string | null }
);

/** How names, numbers and times are said: in alerts by the edge, else by a browser in its own way. */
export interface Say {
  sentence: (name: SentenceName, values: Record<string, string>) => string;
  number: (amount: number) => string;
  /** A name that somebody gave. */
  name: (name: string | null) => string;
  host: (host: string) => string;
  /** A paid call by its project, perhaps one that does not exist yet. */
  call: (name: string) => string;
  /** A part of what was published. */
  detail: (text: string) => string;
  clock: (at: InstantMs) => string;
  days: (days: ExpectedDays) => string;
  /** A word of the service's, which is readable without being known. */
  word: (room: 'feature' | 'unit' | 'category', word: string) => string;
}

/** What only browsers say. */
export interface SayInBrowser extends Say {
  screened: boolean;
  ago: (at: InstantMs) => string;
  /** Null: nothing was said, or the screen is shared. */
  quoted: (text: string | null) => string | null;
  list: (names: readonly string[]) => string;
  cause: (failure: { httpStatus: number | null; error: string | null }) => string;
  capReached: (category: string) => string;
  step: (step: string) => string;
}

/** Each has a cap of its own to raise, which a line of several can't: they stay rows as long as they fit. */
export const ALIKE_RAISABLE = 10;

/** The facts in a browser: its message `item.<kind><form>Facts`, and what that names beyond the title. */
export interface FactWords {
  /** Null: since when is all there is to say. Absent: there is one form. */
  form?: string | null;
  /** A sentence before the facts, in place of the kind's numbers. */
  first?: string | null;
  /** The facts are numbers or others' texts: while the screen is shared, only the time is shown. */
  isPrivate?: boolean;
  count?: number;
  values?: Record<string, string>;
}

/** What there is to say of a kind of need beside its rule; popup and console draw from it at once. */
export interface Kind<Reason extends { kind: string }> {
  nature: Nature;
  /** A place: it is dealt with there, and its row has no more to show than since when. */
  action: BestAction | NeedPlace | Method<[Reason], BestAction | NeedPlace>;
  /** From so many on they take one line; absent: from three. */
  alikeFrom?: number;
  /** The limit that `raise` raises; null: it is not known, or not this key's to change. */
  raises?: Method<[Reason, projectId: string], RaiseSubject | null>;
  /** Ending of the name of its title, `item.<kind><form>`; absent: it has one title. */
  form?: Method<[Reason], string>;
  /** What its title names besides the project and its count. */
  values?: Method<[Reason, Say], Record<string, string>>;
  /** Its numbers as a sentence, where they are known. */
  numbers?: Method<[Reason, Say], string | null>;
  /** What an alert adds in place of the numbers. */
  alert?: Method<[Reason, Say], string>;
  /** Absent: its message says all, with when it began. */
  facts?: Method<[Reason, SayInBrowser], FactWords>;
  /** Whose it is where that is no project. */
  whose?: Method<[Reason, Say], string>;
  /** How much of a cap or budget is used, 0 to 1 and more. */
  usedPart?: Method<[Reason], number | null>;
}
