import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { refuseField } from '../http/problem.ts';
import type { Pipeline } from './pipeline.ts';

export type Document = Record<string, unknown>;

export interface Aggregation {
  documents: Document[];
  pipeline: Pipeline;
  /** Documents of the other tables that the pipeline names, by the name that it gives them. */
  others: Record<string, Document[]>;
}

type Outcome = { text: string } | { error: string };

/** Of the pipeline; starting its process may take as long on a busy machine. */
const TIME_MAX_MS = 5_000;
const MEMORY_MAX_MB = 256;

/**
 * Runs a pipeline in another process, alone: one that makes more than fits, or does not end, costs only its
 * own call. In a thread, one list too large for it would end the whole process.
 */
export async function runPipeline(aggregation: Aggregation): Promise<unknown> {
  const outcome = await outcomeOf(aggregation);
  if ('text' in outcome) return JSON.parse(outcome.text) as unknown;
  return refuseField('customMongoQuery', `The pipeline can't run: ${outcome.error.replace(/\.+$/, '')}.`);
}

/** A process that has answered in time and waits for the next pipeline. It ends with this one. */
let idle: ChildProcess | null = null;

function outcomeOf(aggregation: Aggregation): Promise<Outcome> {
  const waiting = idle;
  idle = null;
  const child = waiting ?? startProcess();
  child.removeAllListeners();
  child.ref();
  child.channel?.ref();
  return new Promise((resolve) => {
    let longest: ReturnType<typeof setTimeout>;
    const run = () => {
      child.send(aggregation);
      longest = setTimeout(() => child.kill('SIGKILL'), TIME_MAX_MS);
    };
    child.on('message', (message: 'ready' | Outcome) => {
      if (message === 'ready') return run();
      clearTimeout(longest);
      resolve(message);
      rest(child);
    });
    child.on('error', (error) => resolve({ error: error.message }));
    child.once('exit', () => {
      clearTimeout(longest);
      resolve({ error: 'it needs more time or memory than a pipeline may have' });
    });
    if (waiting) run();
  });
}

const startProcess = (): ChildProcess =>
  fork(join(import.meta.dirname, 'aggregation-process.ts'), {
    execArgv: [`--max-old-space-size=${MEMORY_MAX_MB}`],
    // Dates stay dates.
    serialization: 'advanced',
    // What a process says that runs out of memory is of no use.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });

function rest(child: ChildProcess): void {
  if (idle !== null) return void child.kill('SIGKILL');
  idle = child;
  child.removeAllListeners();
  child.once('exit', () => {
    if (idle === child) idle = null;
  });
  child.unref();
  child.channel?.unref();
}
