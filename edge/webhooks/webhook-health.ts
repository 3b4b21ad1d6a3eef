import type { ProjectState } from '../../shared/snapshot/project-state.ts';
import type { SubscriptionHealth } from '../../shared/snapshot/subscription-health.ts';
import type { Intake } from '../account/events/intake.ts';
import type { AccountContext } from '../object/context.ts';
import type { Rejections } from './rejections.ts';
import type { EventState, EventStates } from './subscriptions/status.ts';
import { type UntoldChange, untoldChanges } from './untold-changes.ts';

type HealthParts = {
  intake: Intake;
  states: EventStates;
  rejections: Rejections;
  /** The account's recent projects as last read. */
  projectStates: () => readonly ProjectState[];
};

/** In which states an event is told to us. */
const TOLD: Record<EventState, boolean> = {
  active: true,
  filtered: true,
  failing: false,
  missing: false,
  unavailable: false,
};

/** How well the service's webhooks reach us, in the form and words that the owner gets. */
export class WebhookHealth {
  readonly #context: AccountContext;
  readonly #parts: HealthParts;

  constructor(context: AccountContext, parts: HealthParts) {
    this.#context = context;
    this.#parts = parts;
  }

  /** @param pushed whether the edge has an address that the service can reach */
  read(pushed: boolean): SubscriptionHealth {
    const { intake, states, rejections } = this.#parts;
    return {
      mode: pushed ? 'push' : 'ask-only',
      syncedAt: states.markedAt('synced'),
      subscriptions: states
        .all()
        .map((state) => ({ ...state, lastReceivedAt: intake.events.lastReceivedAt(state.event) })),
      rejections: rejections.lastDay(this.#context.now()),
      silent: this.#silent(pushed),
    };
  }

  /** The service says it told us and we never heard, or what we can see was told by nobody. */
  #silent(pushed: boolean): SubscriptionHealth['silent'] {
    const unheard = this.#parts.intake.events.silentlyMissed();
    const untold = pushed ? this.#untold() : [];
    const missed = unheard.missed + untold.length;
    if (missed === 0) return null;
    const since = Math.min(unheard.since ?? Number.POSITIVE_INFINITY, ...untold.map((one) => one.endedAt));
    return { since, missed, words: silenceWords(unheard.missed, untold.length) };
  }

  #untold(): UntoldChange[] {
    const { intake, states, projectStates } = this.#parts;
    const start = states.markedAt('since');
    if (start === null) return [];
    const told = new Set(states.all().flatMap(({ event, state }) => (TOLD[state] ? [event] : [])));
    const kept = intake.events.keptSince.bind(intake.events);
    return untoldChanges(projectStates(), kept, this.#context.now()).filter(
      ({ event, endedAt }) => told.has(event) && endedAt > start,
    );
  }
}

function silenceWords(unheard: number, untold: number): string {
  const events = (count: number) => (count === 1 ? 'an event' : `${count} events`);
  if (unheard > 0)
    return `The service says it delivered ${events(unheard + untold)} that never reached this edge.`;
  return untold === 1
    ? 'A run or deployment ended and no webhook told of it.'
    : `${untold} runs or deployments ended and no webhook told of them.`;
}
