import { readdirSync, readFileSync } from 'node:fs';

/** Units of `/proc/<pid>/stat`, the same on every Linux. */
const TICKS_PER_SECOND = 100;

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** Running descendants of this process whose command line holds all the words. Linux only. */
export function descendantsWith(...words: readonly string[]): number[] {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? processOf(Number(name)) : []));
  const known = new Set([process.pid]);
  for (let grown = 0; grown !== known.size; ) {
    grown = known.size;
    for (const { pid, parent } of all) if (known.has(parent)) known.add(pid);
  }
  return all
    .filter(({ pid, command }) => known.has(pid) && words.every((word) => command.includes(word)))
    .map(({ pid }) => pid);
}

/** Counts the seconds of CPU that these processes use from now on; one that has ended is left out. */
export function cpuSecondsSince(pids: readonly number[]): () => number {
  const before = pids.map((pid) => [pid, cpuSecondsOf(pid)] as const);
  return () => before.reduce((sum, [pid, began]) => sum + Math.max(0, cpuSecondsOf(pid) - began), 0);
}

/** Zero for one that has ended. */
function cpuSecondsOf(pid: number): number {
  try {
    const [, user, system] = /^(?:\S+ ){11}(\d+) (\d+)/.exec(statOf(pid).replace(/^.*\) /, '')) ?? [];
    return (Number(user) + Number(system)) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}

/** One that has ended meanwhile is left out. */
function processOf(pid: number): Process[] {
  try {
    // The name may hold blanks and brackets; the state and the parent follow it.
    const parent = Number(
      statOf(pid)
        .replace(/^.*\) /, '')
        .split(' ')[1],
    );
    return [{ pid, parent, command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ') }];
  } catch {
    return [];
  }
}

const statOf = (pid: number): string => readFileSync(`/proc/${pid}/stat`, 'utf8');
