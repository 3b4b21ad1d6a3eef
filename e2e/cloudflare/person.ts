import { spawn } from 'node:child_process';
import { join } from 'node:path';
import xterm from '@xterm/headless';
import { deployEnvironment, MAIN } from './deploy-command.ts';

const COLUMNS = 92;
const LINES = 60;
const PATIENCE_MS = 120_000;

/** Keys as a terminal sends them. */
export const KEYS = { enter: '\r', down: '\u001b[B', left: '\u001b[D', interrupt: '\u0003' } as const;

/** `npm run deploy` in a terminal, operated by a test. */
export interface Person {
  readonly pid: number | undefined;
  /** The screen, without blank lines at the end. */
  screen(): string;
  /** The screen as HTML; colors are `--colour-0` to `--colour-8`, `--ink` and `--paper`. For screenshots. */
  html(): string;
  /** Waits until the text is on the screen. @throws Error with the screen on a timeout */
  reads(words: string): Promise<void>;
  /** Waits for a question and answers it, with Enter. */
  answers(question: string, typed: string): Promise<void>;
  /** Number of questions answered so far. */
  readonly answered: number;
  type(keys: string): void;
  signal(name: NodeJS.Signals): void;
  /** Resolves to the exit code. */
  readonly ended: Promise<number>;
}

/** @param main another file to start: the package's */
export function startWithPerson(args: readonly string[], env: Record<string, string>, main = MAIN): Person {
  const terminal = new xterm.Terminal({
    cols: COLUMNS,
    rows: LINES,
    allowProposedApi: true,
    convertEol: true,
  });
  const preload = join(import.meta.dirname, 'as-terminal.ts');
  const child = spawn(process.execPath, ['--import', preload, main, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      ...deployEnvironment(env),
      COLUMNS: String(COLUMNS),
      LINES: String(LINES),
      FORCE_COLOR: '1',
      TERM: 'xterm-256color',
      // No page opens on the machine of whoever runs the tests.
      BROWSER: 'true',
    },
  });
  const watchers = new Set<() => void>();
  let isOver = false;
  const write = (chunk: Buffer) =>
    terminal.write(chunk, () => {
      for (const look of watchers) look();
    });
  child.stdout.on('data', write);
  child.stderr.on('data', write);
  // Input after the end is ignored.
  child.stdin.on('error', () => {});
  const killNow = () => child.kill('SIGKILL');
  process.once('exit', killNow);
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      process.off('exit', killNow);
      // The terminal takes what was written a little later.
      terminal.write('', () => {
        isOver = true;
        for (const look of watchers) look();
        resolve(code ?? -1);
      });
    });
  });

  let answered = 0;
  const screen = () => linesOf(terminal).join('\n').trimEnd();
  const reads = (words: string) =>
    new Promise<void>((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer);
        watchers.delete(look);
        settle();
      };
      const complain = (why: string) =>
        end(() => reject(new Error(`“${words}” is not on the screen (${why}):\n${screen()}`)));
      const look = () => {
        if (screen().includes(words)) end(resolve);
        else if (isOver) complain(`ended with ${child.exitCode}`);
      };
      const timer = setTimeout(() => complain('waited too long'), PATIENCE_MS);
      watchers.add(look);
      look();
    });
  return {
    pid: child.pid,
    screen,
    html: () => htmlOf(terminal),
    reads,
    answers: async (question, typed) => {
      await reads(question);
      answered++;
      child.stdin.write(typed);
      // Sent separately: readline treats a single chunk as pasted text.
      child.stdin.write(KEYS.enter);
    },
    get answered() {
      return answered;
    },
    type: (keys) => void child.stdin.write(keys),
    signal: (name) => void child.kill(name),
    ended,
  };
}

function linesOf(terminal: xterm.Terminal): string[] {
  const { active } = terminal.buffer;
  return Array.from({ length: active.length }, (_, at) => active.getLine(at)?.translateToString(true) ?? '');
}

function htmlOf(terminal: xterm.Terminal): string {
  const { active } = terminal.buffer;
  const lines: string[] = [];
  for (let at = 0; at < active.length; at++) {
    const line = active.getLine(at);
    let html = '';
    for (let column = 0; line && column < line.length; column++) {
      const cell = line.getCell(column);
      if (!cell || cell.getWidth() === 0) continue;
      const style = [
        cell.isFgPalette() && `color:var(--colour-${cell.getFgColor()})`,
        cell.isDim() && 'opacity:.65',
        cell.isBold() && 'font-weight:600',
        cell.isUnderline() && 'text-decoration:underline',
        cell.isInverse() && 'background:var(--ink);color:var(--paper)',
      ].filter(Boolean);
      const text = escaped(cell.getChars() || ' ');
      html += style.length > 0 ? `<span style="${style.join(';')}">${text}</span>` : text;
    }
    lines.push(html.trimEnd());
  }
  while (lines.at(-1) === '') lines.pop();
  return lines.join('\n');
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
