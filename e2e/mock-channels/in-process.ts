import type { Channels } from './channels.ts';
import type { Answer } from './exchange.ts';

/** The services without a network, for tests in workerd and for the simulator: answers as `fetch` does. */
export async function fetchFromChannels(channels: Channels, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const { method, headers } = request;
  const reply = await channels.receive({ method, headers, path: pathname, body: await request.text() });
  switch (reply.kind) {
    case 'hangs':
      return new Promise((_, reject) => {
        request.signal.addEventListener('abort', () => reject(request.signal.reason));
      });
    case 'cut':
      throw new TypeError('The connection was cut.');
    case 'answer':
      return responseOf(reply.answer, reply.isHalf);
  }
}

/** The text of an answer's body, and its headers. */
export function written({ body, headers }: Answer): { text: string | null; headers: Record<string, string> } {
  if (body === null || typeof body === 'string') return { text: body, headers: { ...headers } };
  return { text: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } };
}

function responseOf(answer: Answer, isHalf: boolean): Response {
  const { text, headers } = written(answer);
  const { status } = answer;
  if (!isHalf) return new Response(text, { status, headers });
  const broken = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(new Error('The answer broke off.')),
  });
  return new Response(broken, { status, headers });
}
