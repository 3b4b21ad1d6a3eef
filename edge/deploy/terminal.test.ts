import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { openTerminal, printable, type Terminal } from './terminal.ts';

const ESCAPES = 'Ada\u001b]0;owned\u0007\u001b[2K\u009b1A\r\u202e!';

test('what a terminal would obey is shown as its code; line breaks and joined letters stay', () => {
  expect(printable(ESCAPES)).toBe('Ada\\u{1b}]0;owned\\u{7}\\u{1b}[2K\\u{9b}1A\\u{d}\\u{202e}!');
  const plain = 'Zoë’s\nfamily 👩‍👧';
  expect(printable(plain)).toBe(plain);
});

const WAYS: Record<string, (terminal: Terminal) => unknown> = {
  intro: (terminal) => terminal.intro(ESCAPES),
  outro: (terminal) => terminal.outro(ESCAPES),
  done: (terminal) => terminal.done(ESCAPES),
  info: (terminal) => terminal.info(ESCAPES),
  warn: (terminal) => terminal.warn(ESCAPES),
  error: (terminal) => terminal.error(ESCAPES),
  line: (terminal) => terminal.line(ESCAPES),
  progress: (terminal) => terminal.during(ESCAPES, async (say) => say(ESCAPES)),
};
/** The ways that only an interactive terminal has. */
const QUESTIONS: typeof WAYS = {
  choose: (terminal) => terminal.choose(ESCAPES, ESCAPES, [{ value: 'a', label: ESCAPES }]),
  ask: (terminal) => terminal.ask({ message: ESCAPES, why: ESCAPES }),
  askSecret: (terminal) => terminal.askSecret({ message: ESCAPES, why: ESCAPES }),
  confirm: (terminal) => terminal.confirm(ESCAPES),
};

test.each([
  ...Object.entries(WAYS).map(([name, print]) => [name, print, false] as const),
  ...Object.entries({ ...WAYS, ...QUESTIONS }).map(([name, print]) => [name, print, true] as const),
])('%s prints no escape sequence of others', async (_name, print, isTTY) => {
  const input = Object.assign(new PassThrough(), { isTTY, setRawMode: () => {} });
  const output = Object.assign(new PassThrough(), { isTTY });
  const ending = new AbortController();
  const printing = Promise.resolve(print(openTerminal({ input, output }, ending.signal))).catch(() => {});
  await new Promise((resolve) => setTimeout(resolve, 20));
  ending.abort();
  await printing;
  const printed = String(output.read());
  expect(printed).toContain('owned');
  for (const sequence of ['\u001b]0', '\u0007', '\u001b[2K', '\u009b', '\u202e'])
    expect(printed).not.toContain(sequence);
});
