/** A request to one of the services. */
export interface Incoming {
  readonly method: string;
  /** From the service's own root, as `/services/T0/B0/secret`. */
  readonly path: string;
  readonly headers: Headers;
  readonly body: string;
}

/** `body`: a text as it is, an object as JSON; null = none. */
export interface Answer {
  readonly status: number;
  readonly body: string | object | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** How a service decides on a request: its answer, and what it took. */
export interface Decided {
  readonly answer: Answer;
  /** Null where it took nothing. */
  readonly taken: { readonly to: string; readonly text: string } | null;
}

export interface ChannelService {
  /** What it answers by its documentation. @param at milliseconds since the epoch */
  decide(incoming: Incoming, at: number): Decided | Promise<Decided>;
  /** A refusal in its own format. @param waitS how long it asks to wait */
  refusal(status: number, waitS?: number): Answer;
}

/** The body as a JSON object; null when it is none. */
export function jsonOf({ body }: Incoming): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

export const refused = (answer: Answer): Decided => ({ answer, taken: null });

/** At most so many within a time, of each address. */
export class Pace {
  readonly #most: number;
  readonly #withinMs: number;
  readonly #times = new Map<string, number[]>();

  constructor(most: number, withinMs: number) {
    this.#most = most;
    this.#withinMs = withinMs;
  }

  /** Counts one. @returns null, or how many seconds to wait if it is one too many */
  waitS(of: string, at: number): number | null {
    const recent = (this.#times.get(of) ?? []).filter((time) => at - time < this.#withinMs);
    const [first = at] = recent;
    if (recent.length >= this.#most) return (first + this.#withinMs - at) / 1_000;
    this.#times.set(of, [...recent, at]);
    return null;
  }
}
