import type { Context } from './context.ts';
import { again } from './origin.ts';
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
 * In an interactive terminal, waits until the first browser has paired. The edge then subscribes to the
 * service's webhooks, and this checks with the service that it did. Leaving changes nothing.
 */
export async function awaitFirstBrowser(
  { terminal, writes }: Context,
  service: Service,
  edges: readonly string[],
  endsAt: number,
): Promise<void> {
  if (!terminal.interactive) return;
  writes.completed = 'Your edge runs. Run this again to upgrade it.';
  const isPaired = await terminal.during(
    'Waiting for the first browser (Ctrl-C leaves, nothing is lost) …',
    async (say) => {
      const count = await countSubscriptions(service, edges, endsAt);
      say(
        count === null
          ? 'No browser has paired'
          : `Paired: the service sends ${count} kinds of events to your edge`,
      );
      return count !== null;
    },
  );
  terminal.outro(
    isPaired ? writes.completed : `The line has ended: \`${again('new-owner')}\` makes another.`,
  );
}

/** The number of subscriptions once it stops growing; null when there is none in time. */
async function countSubscriptions(
  service: Service,
  edges: readonly string[],
  endsAt: number,
): Promise<number | null> {
  let before = 0;
  while (Date.now() < endsAt) {
    const now = (await subscriptionsTo(service, edges))?.length ?? 0;
    if (now > 0 && now === before) return now;
    before = now;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return null;
}
