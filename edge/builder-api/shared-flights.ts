import { type InstantMs, SECOND_MS } from '../../shared/time.ts';

/** Longer than a call may take: a flight that is under way for longer is tried again, or died with its request. */
const JOIN_MAX_MS = 12 * SECOND_MS;

interface Flight<T> {
  answer: Promise<T>;
  startedAt: InstantMs;
}

/**
 * One flight per question among the requests of one instance of the Worker. Requests may share what is plain, and no
 * stream, signal or timer: the answer is made in the request that asked first, and whoever joins waits for it with a
 * promise and a timer of his own. The first request must be kept alive until then (`waitUntil`); one that is lost all the
 * same is replaced by the first of those who waited.
 */
export class SharedFlights<T> {
  readonly #underWay = new Map<string, Flight<T>>();
  readonly #now: () => InstantMs;

  constructor(now: () => InstantMs) {
    this.#now = now;
  }

  fly(question: string, ask: () => Promise<T>): Promise<T> {
    const known = this.#underWay.get(question);
    return known === undefined ? this.#lead(question, ask) : this.#join(question, known, ask);
  }

  #lead(question: string, ask: () => Promise<T>): Promise<T> {
    const answer = ask();
    const flight = { answer, startedAt: this.#now() };
    this.#underWay.set(question, flight);
    const forget = () => this.#forget(question, flight);
    answer.then(forget, forget);
    return answer;
  }

  async #join(question: string, flight: Flight<T>, ask: () => Promise<T>): Promise<T> {
    const waitMs = flight.startedAt + JOIN_MAX_MS - this.#now();
    const landed = waitMs > 0 ? await waitFor(flight.answer, waitMs) : null;
    if (landed !== null) return landed.answer;
    this.#forget(question, flight);
    return this.fly(question, ask);
  }

  #forget(question: string, flight: Flight<T>): void {
    if (this.#underWay.get(question) === flight) this.#underWay.delete(question);
  }
}

/** Waits in the own request: the platform hands a promise that is made here over to here, whoever settles it. */
async function waitFor<T>(answer: Promise<T>, ms: number): Promise<{ answer: T } | null> {
  let timer: number | null = null;
  try {
    return await new Promise<{ answer: T } | null>((resolve, reject) => {
      timer = setTimeout(() => resolve(null), ms);
      answer.then((landed) => resolve({ answer: landed }), reject);
    });
  } finally {
    clearTimeout(timer);
  }
}
