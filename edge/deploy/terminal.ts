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

export function openTerminal(streams: Streams): Terminal {
  const isPerson = Boolean(streams.input.isTTY && streams.output.isTTY);
  return isPerson ? personTerminal(streams) : plainTerminal(streams.output);
}

function personTerminal(streams: Streams): Terminal {
  const { output } = streams;
  const orCancelled = <T>(response: T | typeof clack.CANCEL_SYMBOL): T => {
    if (clack.isCancel(response)) throw new Cancelled();
    return response as T;
  };
  const options = ({ message, why, check }: Question) => ({
    ...streams,
    message: `${message}\n${styleText('gray', '│')}  ${styleText('dim', why)}`,
    validate: (response: string | undefined) => check?.((response ?? '').trim()) ?? undefined,
  });
  return {
    interactive: true,
    intro: (title) => clack.intro(title, { output }),
    outro: (words) => clack.outro(words, { output }),
    done: (words) => clack.log.success(words, { output }),
    info: (words) => clack.log.message(words, { output }),
    warn: (words) => clack.log.warn(words, { output }),
    error: (words) => clack.log.error(words, { output }),
    line: (text) => void output.write(`${text}\n`),
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
          message: `${message}\n${why}`,
          options: choices.map((one) => ({ ...one })),
        }),
      ),
    confirm: async (message) =>
      orCancelled(await clack.confirm({ ...streams, message, initialValue: false })),
    during: async (words, work) => {
      const spinner = startSpinner(output, words);
      try {
        const value = await work(spinner.say);
        spinner.end(styleText('green', '◇'));
        return value;
      } catch (failure) {
        spinner.end(styleText('red', '▲'));
        throw failure;
      }
    },
  };
}

/**
 * A progress line. (clack's own takes over the keyboard and responds to Ctrl-C by exiting at once with success; here
 * a signal ends the command cleanly.)
 */
function startSpinner(output: Writable, words: string) {
  let [frame, now] = [0, words];
  const draw = (symbol: string) => output.write(`\r${ERASE_LINE}${symbol}  ${now}`);
  const turn = () => draw(styleText('magenta', FRAMES[frame++ % FRAMES.length] ?? ''));
  output.write(`${styleText('gray', '│')}\n`);
  turn();
  const timer = setInterval(turn, FRAME_MS);
  return {
    say: (next: string) => {
      now = next;
    },
    end: (symbol: string) => {
      clearInterval(timer);
      draw(symbol);
      output.write('\n');
    },
  };
}

function plainTerminal(output: Writable): Terminal {
  const line = (text: string) => void output.write(`${text}\n`);
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
