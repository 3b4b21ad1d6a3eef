/**
 * Whether a table has the frame of a spreadsheet around it: letters above its columns and the numbers of its rows beside them. Its
 * names then stand in its first row.
 * @param beside the first cells of its rows
 */
export function isFramed([corner, ...letters]: readonly string[], beside: readonly string[]): boolean {
  const areLetters = letters.length > 0 && letters.every((name, index) => name === letterOf(index));
  return (
    corner === '' && areLetters && beside.length > 1 && beside.every((text, at) => text === String(at + 1))
  );
}

const letterOf = (index: number): string =>
  (index < 26 ? '' : letterOf(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));
