import { parentPort } from 'node:worker_threads';
import { RecognitionError, type RecognitionRequest, type RecognizedPage } from './page.ts';
import { readImage } from './read-image.ts';
import { readPdf } from './read-pdf.ts';

/** One request at a time, in the order in which they came; a response carries the number of its request. */
let turn: Promise<void> = Promise.resolve();

parentPort?.on('message', ({ id, request }: { id: number; request: RecognitionRequest }) => {
  turn = turn.then(() => respond(id, request));
});

async function respond(id: number, request: RecognitionRequest): Promise<void> {
  try {
    const pages: RecognizedPage[] =
      request.kind === 'pdf' ? await readPdf(request) : [await readImage(request.bytes, 1)];
    parentPort?.postMessage({ id, pages });
  } catch (error) {
    const field = error instanceof RecognitionError ? error.field : 'fileName';
    parentPort?.postMessage({ id, field, error: error instanceof Error ? error.message : String(error) });
  }
}
