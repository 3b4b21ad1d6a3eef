import type { Context } from './context.ts';
import { type Service, subscriptionsTo } from './service.ts';
import type { Terminal } from './terminal.ts';

const LOOK_EVERY_MS = 3_000;

/** Prints the pairing line. @param endsAt by this machine's clock, which the reader sees */
export function printPairingLine(terminal: Terminal, line: string, endsAt: number): void {
  const until = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' }).format(endsAt);
  terminal.done(`Paste this line into the extension. It is good once, until ${until}:`);
  terminal.line('');
  terminal.line(line);
  if (terminal.interactive) terminal.line('');
}

/**
 * In an interactive terminal, waits until the first browser has paired: the edge then subscribes to the service's
 * webhooks, and this checks with the service that it did. Leaving changes nothing.
 */
export async function awaitFirstBrowser(
  { terminal, signal }: Context,
  service: Service,
  edges: readonly string[],
  endsAt: number,
): Promise<void> {
  if (!terminal.interactive) return;
  const isPaired = await terminal.during(
    'Waiting for the first browser (Ctrl-C leaves, nothing is lost) …',
    async (say) => {
      const count = await countSubscriptions(service, edges, endsAt, signal);
      if (count !== null) say(`Paired: the service sends ${count} kinds of events to your edge`);
      else say(signal.aborted ? 'Not waited for' : 'No browser has paired');
      return count !== null;
    },
  );
  terminal.outro(
    isPaired || signal.aborted
      ? 'Your edge runs. Run this again to upgrade it.'
      : 'The line has ended: `npm run deploy -- new-owner` makes another.',
  );
}

/** The number of subscriptions once it stops growing; null when there is none in time. */
async function countSubscriptions(
  service: Service,
  edges: readonly string[],
  endsAt: number,
  signal: AbortSignal,
): Promise<number | null> {
  let before = 0;
  while (Date.now() < endsAt && !signal.aborted) {
    const now = (await subscriptionsTo(service, edges))?.length ?? 0;
    if (now > 0 && now === before) return now;
    before = now;
    await pause(signal);
  }
  return null;
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, LOOK_EVERY_MS);
    signal.addEventListener('abort', end, { once: true });
  });
}
