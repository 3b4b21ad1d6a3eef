import type { Readable, Writable } from 'node:stream';
import { styleText } from 'node:util';
import * as clack from '@clack/prompts';
import { Cancelled } from './stop.ts';

/** A question with its reason, on one line each; `check` returns a message for an invalid value. */
export interface Question {
  message: string;
  why: string;
  placeholder?: string;
  initial?: string;
  check?: (response: string) => string | null;
}

/** Input and output of the command. Without an interactive terminal no question is asked. */
export interface Terminal {
  readonly interactive: boolean;
  intro(title: string): void;
  outro(words: string): void;
  done(words: string): void;
  info(words: string): void;
  warn(words: string): void;
  error(words: string): void;
  /** A line without a frame, for copying. */
  line(text: string): void;
  ask(question: Question): Promise<string>;
  /** The input is not shown. */
  askSecret(question: Question): Promise<string>;
  choose(message: string, why: string, choices: readonly { value: string; label: string }[]): Promise<string>;
  confirm(message: string): Promise<boolean>;
  /** Shows progress. @param work reports its current step by `say` */
  during<T>(words: string, work: (say: (words: string) => void) => Promise<T>): Promise<T>;
}

const FRAMES = ['◒', '◐', '◓', '◑'];
const FRAME_MS = 120;
const ERASE_LINE = '\u001b[K';

interface Streams {
  input: Readable & { isTTY?: boolean };
  output: Writable & { isTTY?: boolean };
}

/** Control characters, which a terminal obeys, and format characters, which reorder or hide text. */
const OBEYED = /(?![\n\p{Join_Control}])[\p{Cc}\p{Cf}]/gu;

/** Text from outside as it may be printed: what a terminal would obey in it is shown as its code. */
export const printable = (text: string): string =>
  text.replace(OBEYED, (letter) => `\\u{${letter.codePointAt(0)?.toString(16) ?? ''}}`);

/** @param signal takes away an open question and an open progress line */
export function openTerminal(streams: Streams, signal: AbortSignal): Terminal {
  const isPerson = Boolean(streams.input.isTTY && streams.output.isTTY);
  return isPerson ? personTerminal(streams, signal) : plainTerminal(streams.output);
}

function personTerminal({ input, output }: Streams, signal: AbortSignal): Terminal {
  const streams = { input, output, signal };
  const orCancelled = <T>(response: T | typeof clack.CANCEL_SYMBOL): T => {
    if (clack.isCancel(response)) throw new Cancelled();
    return response as T;
  };
  const options = ({ message, why, check }: Question) => ({
    ...streams,
    message: `${printable(message)}\n${styleText('gray', '│')}  ${styleText('dim', printable(why))}`,
    validate: (response: string | undefined) => check?.((response ?? '').trim()) ?? undefined,
  });
  return {
    interactive: true,
    intro: (title) => clack.intro(printable(title), { output }),
    outro: (words) => clack.outro(printable(words), { output }),
    done: (words) => clack.log.success(printable(words), { output }),
    info: (words) => clack.log.message(printable(words), { output }),
    warn: (words) => clack.log.warn(printable(words), { output }),
    error: (words) => clack.log.error(printable(words), { output }),
    line: (text) => void output.write(`${printable(text)}\n`),
    ask: async (question) =>
      orCancelled(
        await clack.text({
          ...options(question),
          ...(question.placeholder !== undefined && { placeholder: question.placeholder }),
          ...(question.initial !== undefined && { initialValue: question.initial }),
        }),
      )?.trim() ?? '',
    askSecret: async (question) => orCancelled(await clack.password(options(question))).trim(),
    choose: async (message, why, choices) =>
      orCancelled(
        await clack.select({
          ...streams,
          message: printable(`${message}\n${why}`),
          options: choices.map(({ value, label }) => ({ value, label: printable(label) })),
        }),
      ),
    confirm: async (message) =>
      orCancelled(await clack.confirm({ ...streams, message: printable(message), initialValue: false })),
    during: async (words, work) => {
      const spinner = startSpinner(output, words);
      const fail = () => spinner.end(styleText('red', '▲'));
      signal.addEventListener('abort', fail, { once: true });
      try {
        const value = await work(spinner.say);
        spinner.end(styleText('green', '◇'));
        return value;
      } catch (failure) {
        fail();
        throw failure;
      } finally {
        signal.removeEventListener('abort', fail);
      }
    },
  };
}

/**
 * A progress line. clack's own takes over the keyboard and exits at once with success on Ctrl-C; here a
 * signal ends the command cleanly.
 */
function startSpinner(output: Writable, words: string) {
  let [frame, now] = [0, words];
  const draw = (symbol: string) => output.write(`\r${ERASE_LINE}${symbol}  ${printable(now)}`);
  const turn = () => draw(styleText('magenta', FRAMES[frame++ % FRAMES.length] ?? ''));
  output.write(`${styleText('gray', '│')}\n`);
  turn();
  const timer = setInterval(turn, FRAME_MS);
  let isEnded = false;
  return {
    say: (next: string) => {
      now = next;
    },
    end: (symbol: string) => {
      if (isEnded) return;
      isEnded = true;
      clearInterval(timer);
      draw(symbol);
      output.write('\n');
    },
  };
}

function plainTerminal(output: Writable): Terminal {
  const line = (text: string) => void output.write(`${printable(text)}\n`);
  const nobody = () => {
    throw new Error('A question was asked with nobody there to answer it.');
  };
  return {
    interactive: false,
    intro: line,
    outro: line,
    done: line,
    info: line,
    warn: (words) => line(`Note: ${words}`),
    error: line,
    line,
    ask: nobody,
    askSecret: nobody,
    choose: nobody,
    confirm: nobody,
    during: async (words, work) => {
      line(words);
      let last = words;
      const value = await work((now) => {
        last = now;
      });
      if (last !== words) line(last);
      return value;
    },
  };
}
