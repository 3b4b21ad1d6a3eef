/** `edge-timeout` is said by the word `edgeTimeout`: browsers allow no hyphen there. */
type WordOf<Kind extends string> = Kind extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<WordOf<Rest>>}`
  : Kind;

/** The name under which the locales have words for a kind of ours. */
export function wordOf<Kind extends string>(kind: Kind): WordOf<Kind> {
  return kind.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()) as WordOf<Kind>;
}
