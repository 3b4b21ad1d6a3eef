import { afterEach, beforeEach, expect, vi } from 'vitest';
import { SharedFlights } from '../builder-api/shared-flights.ts';

const underWay = new WeakMap<object, Set<string>>();
const joined: string[] = [];

/**
 * As a set-up file: a test fails when one of its requests waits for a call that another one makes. The runner of these
 * tests switches off what the platform has for that (`no_handle_cross_request_promise_resolution`), so that such a test
 * would pass or hang by what ran before it; they are in `e2e/dev/gateway-flights.test.ts`, before the real platform.
 */
beforeEach(() => {
  const fly = SharedFlights.prototype.fly;
  vi.spyOn(SharedFlights.prototype, 'fly').mockImplementation(function (
    this: SharedFlights<unknown>,
    question,
    ask,
  ) {
    const questions = underWay.get(this) ?? new Set();
    underWay.set(this, questions);
    if (questions.has(question)) joined.push(question);
    questions.add(question);
    const land = () => questions.delete(question);
    const answer = fly.call(this, question, ask);
    answer.then(land, land);
    return answer;
  });
});

afterEach(() => {
  vi.mocked(SharedFlights.prototype.fly).mockRestore?.();
  expect(joined.splice(0)).toEqual([]);
});
