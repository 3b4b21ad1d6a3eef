/** Shorter words are close to too many. */
const CLOSE_FROM = 4;

/** Whether a word begins as typed, but for one letter that is wrong, missing, one too many, or swapped with the next. */
export function isClose(typed: string, word: string): boolean {
  const at = [...typed].findIndex((letter, index) => letter !== word[index]);
  if (at < 0) return true;
  if (typed.length < CLOSE_FROM) return false;
  const goesOn = (from: number, inWord: number) => word.slice(inWord).startsWith(typed.slice(from));
  const isSwapped = typed[at] === word[at + 1] && typed[at + 1] === word[at];
  return (
    goesOn(at + 1, at + 1) ||
    goesOn(at, at + 1) ||
    goesOn(at + 1, at) ||
    (isSwapped && goesOn(at + 2, at + 2))
  );
}
