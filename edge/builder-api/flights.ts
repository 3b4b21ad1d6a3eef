/** One flight per question: whoever asks while it is under way gets the same answer. */
export class Flights<T> {
  readonly #underWay = new Map<string, Promise<T>>();

  fly(question: string, ask: () => Promise<T>): Promise<T> {
    const known = this.#underWay.get(question);
    if (known) return known;
    const flight = ask().finally(() => this.#underWay.delete(question));
    this.#underWay.set(question, flight);
    return flight;
  }
}
