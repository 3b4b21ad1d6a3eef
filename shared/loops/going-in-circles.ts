import { DAY_MS } from '../time.ts';
import { areAlike, type Commonness, wordWeight } from './alike.ts';
import { isUnspaced, type PromptWords, promptWords } from './prompt-words.ts';

/** What happened to projects of an account, oldest first; times are milliseconds since the epoch. */
export type LoopEvent =
  | {
      kind: 'prompt';
      projectId: string;
      at: number;
      prompt: string /** What it took; 0 where refunded. */;
      credits: number | null;
    }
  /** A deployment that succeeded, or a version that was restored. */
  | { kind: 'deployed' | 'restored'; projectId: string; at: number }
  /** Somebody said that it is progress, or starred a version. */
  | { kind: 'progress'; projectId: string; at: number };

type Prompt = Extract<LoopEvent, { kind: 'prompt' }>;

/** Prompts about the same thing, one after the other. */
export interface Loop {
  prompts: readonly Prompt[];
  /** Credits; of those that are known. */
  credits: number;
}

/** From so many prompts on it is said. */
export const LOOP_MIN = 3;
/** A prompt later than this after the one before begins anew. */
const APART_MAX_MS = DAY_MS;
/** A chain ends after so many prompts in a row about something else. */
const OTHERS_MAX = 2;
/** A repeat names nothing: "still not working", "まだ直っていません". */
const REPEAT_WORDS_MAX = 4;
const REPEAT_LETTERS_MAX = { spaced: 24, unspaced: 10 };

/** Lighter words name nothing. */
const NAMING_WEIGHT = 0.4;

interface Chained {
  prompt: Prompt;
  words: PromptWords;
}

interface Chain {
  prompts: Chained[];
  /** Prompts about something else since its last. */
  others: Chained[];
  /** It was deployed or restored since its last prompt: only the same error goes on. */
  isClosed: boolean;
}

/** The loop that a project is in after all of these events, or null. */
export function goingInCircles(events: readonly LoopEvent[], projectId: string): Loop | null {
  const subjects = new Map<string, number>();
  let chain: Chain | null = null;
  const end = (ended: Chain | null) => {
    if (ended !== null) addSubject(subjects, ended.prompts);
  };
  let isFirst = true;
  for (const event of events) {
    if (event.projectId !== projectId) {
      if (event.kind === 'prompt') addSubject(subjects, [chained(event)]);
    } else if (event.kind === 'prompt') {
      const prompt = chained(event);
      const next = continued(chain, prompt, (word) => subjects.get(word) ?? 0);
      if (next !== chain) end(chain);
      // It says what the project is to be: there is nothing yet that could fail.
      chain = isFirst && !prompt.words.namesFault ? null : next;
      isFirst = false;
    } else if (event.kind === 'progress') {
      end(chain);
      chain = null;
    } else if (chain !== null) chain.isClosed = true;
  }
  if (chain === null || chain.isClosed || chain.others.length > 0 || chain.prompts.length < LOOP_MIN)
    return null;
  const prompts = chain.prompts.map(({ prompt }) => prompt);
  return { prompts, credits: prompts.reduce((sum, { credits }) => sum + (credits ?? 0), 0) };
}

const chained = (prompt: Prompt): Chained => ({ prompt, words: promptWords(prompt.prompt) });

/** The chain with one prompt more, or a new one that begins with it. */
function continued(chain: Chain | null, next: Chained, commonness: Commonness): Chain | null {
  const begun: Chain | null = isTiny(next.words) ? null : { prompts: [next], others: [], isClosed: false };
  const last = chain?.others.at(-1) ?? chain?.prompts.at(-1);
  if (chain === null || last === undefined || next.prompt.at - last.prompt.at > APART_MAX_MS) return begun;
  if (goesOn(chain, next, commonness)) {
    chain.prompts.push(next);
    chain.others = [];
    chain.isClosed = false;
    return chain;
  }
  if (isTiny(next.words)) return chain;
  if (chain.isClosed) return begun;
  const twin = chain.others.at(-1);
  if (twin !== undefined && saysMore(twin.words, next.words) && areAlike(twin.words, next.words, commonness))
    return { prompts: [twin, next], others: [], isClosed: false };
  chain.others.push(next);
  if (chain.others.length < OTHERS_MAX) return chain;
  return twin === undefined ? begun : { prompts: [twin], others: [next], isClosed: false };
}

function goesOn(chain: Chain, next: Chained, commonness: Commonness): boolean {
  const isRepeated = isRepeat(next.words) && !namesAnother(chain, next.words, commonness);
  const isFar = chain.isClosed || (chain.prompts.length === 1 && chain.others.length > 0);
  const isAlike = chain.prompts.some(
    ({ words }) =>
      (!isRepeated || saysMore(words, next.words)) && areAlike(words, next.words, commonness, isFar),
  );
  if (isAlike) return true;
  const namesSubject = chain.prompts.length > 1 || chain.prompts[0]!.words.namesFault;
  return namesSubject && chain.others.length === 0 && isRepeated;
}

/** Whether it has a word of another subject of the account that the chain does not have. */
function namesAnother(chain: Chain, { words }: PromptWords, commonness: Commonness): boolean {
  const known = new Set(chain.prompts.flatMap((prompt) => prompt.words.words));
  return words.some((word) => wordWeight(word) >= NAMING_WEIGHT && commonness(word) > 0 && !known.has(word));
}

/** Whether two short prompts are more than "continue" and "continue", which alone are about nothing. */
function saysMore(a: PromptWords, b: PromptWords): boolean {
  if (!isRepeat(a)) return true;
  return !isTiny(a) && !isTiny(b) && a.letters.join(' ') !== b.letters.join(' ');
}

/** "Continue" and "next step" begin nothing, and are about nothing else. */
const isTiny = ({ letters, places, quoted }: PromptWords): boolean =>
  places.size + quoted.size === 0 && letters.length < (isUnspaced(letters[0] ?? '') ? 5 : 3);

/** Whether a prompt names nothing, so that it can only be about what was asked before. */
function isRepeat({ letters, words, places, quoted }: PromptWords): boolean {
  if (places.size > 0 || quoted.size > 0) return false;
  const unspaced = letters.filter(isUnspaced).length;
  if (unspaced > 0) return letters.length <= REPEAT_LETTERS_MAX.unspaced;
  return words.length <= REPEAT_WORDS_MAX && letters.join(' ').length <= REPEAT_LETTERS_MAX.spaced;
}

function addSubject(subjects: Map<string, number>, prompts: readonly Chained[]): void {
  for (const word of new Set(prompts.flatMap(({ words }) => words.words))) {
    subjects.set(word, (subjects.get(word) ?? 0) + 1);
  }
}
