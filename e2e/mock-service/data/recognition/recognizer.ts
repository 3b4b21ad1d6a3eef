import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { RecognitionError, type RecognitionRequest, type RecognizedPage } from './page.ts';

/** Recognizes text of pictures and PDFs in a thread of its own, started by the first request. */
export interface Recognizer {
  /** Rejects with a `RecognitionError` when the file can't be read, with another when the service stops in the meantime. */
  recognize(request: RecognitionRequest): Promise<RecognizedPage[]>;
  /** Ends the thread; resolves when nothing of it is left. */
  stop(): Promise<void>;
}

interface Waiting {
  resolve(pages: RecognizedPage[]): void;
  reject(error: Error): void;
}

type Answer = { id: number } & (
  | { pages: RecognizedPage[] }
  | { error: string; field: RecognitionError['field'] }
);

/** Number of cached files. */
const KEPT_FILES = 32;

export function createRecognizer(): Recognizer {
  const waiting = new Map<number, Waiting>();
  const kept = new Map<string, Promise<RecognizedPage[]>>();
  let worker: Worker | undefined;
  let lastId = 0;

  function start(): Worker {
    const started = new Worker(join(import.meta.dirname, 'recognition-worker.ts'));
    started.on('message', (response: Answer) => settle(response));
    started.on('error', (error) => fail(started, error instanceof Error ? error : new Error(String(error))));
    started.on('exit', () => fail(started, new Error('The recognition has ended')));
    return started;
  }

  function settle(response: Answer): void {
    const one = waiting.get(response.id);
    waiting.delete(response.id);
    if (waiting.size === 0) worker?.unref();
    if ('pages' in response) one?.resolve(response.pages);
    else one?.reject(new RecognitionError(response.field, response.error));
  }

  function fail(ended: Worker, error: Error): void {
    if (worker === ended) worker = undefined;
    for (const one of waiting.values()) one.reject(error);
    waiting.clear();
  }

  function ask(request: RecognitionRequest): Promise<RecognizedPage[]> {
    worker ??= start();
    worker.ref();
    lastId += 1;
    const id = lastId;
    const response = new Promise<RecognizedPage[]>((resolve, reject) => waiting.set(id, { resolve, reject }));
    worker.postMessage({ id, request });
    return response;
  }

  return {
    recognize(request) {
      const pages = `${request.pages?.join(',') ?? 'all'}:${request.maxPages ?? 'all'}`;
      const key = `${createHash('sha256').update(request.bytes).digest('hex')}:${pages}`;
      const known = kept.get(key);
      if (known !== undefined) return known;
      const response = ask(request);
      kept.set(key, response);
      response.catch(() => kept.delete(key));
      if (kept.size > KEPT_FILES) kept.delete(kept.keys().next().value ?? '');
      return response;
    },
    async stop() {
      await worker?.terminate();
    },
  };
}
