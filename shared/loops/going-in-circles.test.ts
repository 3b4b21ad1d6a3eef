import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../time.ts';
import { goingInCircles, type LoopEvent } from './going-in-circles.ts';

const OWN = 'yoga';

/** Events of a project after its first prompt, a quarter of an hour apart: prompts as they are, other events by their kind in brackets. */
const eventsOf = (...texts: string[]): LoopEvent[] =>
  ['A landing page', ...texts].map((text, index) => {
    const at = index * 15 * MINUTE_MS;
    const kind = /^\[(deployed|restored|progress)\]$/.exec(text)?.[1];
    if (kind !== undefined) return { kind: kind as 'deployed', projectId: OWN, at };
    return { kind: 'prompt', projectId: OWN, at, prompt: text, credits: 10 };
  });

const promptsOf = (events: readonly LoopEvent[]) =>
  goingInCircles(events, OWN)?.prompts.map(({ prompt }) => prompt) ?? null;

const FAULT = 'The mobile menu does not close after choosing an entry';
const AGAIN = 'Mobile menu stays open after I choose an entry';

test('three prompts about the same thing are a loop, with what they took', () => {
  const events = eventsOf(FAULT, AGAIN, 'the mobile menu still does not close');
  const loop = goingInCircles(events, OWN);
  expect(loop?.prompts).toHaveLength(3);
  expect(loop?.credits).toBe(30);
});

test('two are none', () => {
  expect(promptsOf(eventsOf(FAULT, AGAIN))).toBeNull();
});

test('a repeat extends what two prompts are about, and never makes a loop of itself', () => {
  expect(promptsOf(eventsOf(FAULT, AGAIN, 'geht immer noch nicht'))).toHaveLength(3);
  expect(promptsOf(eventsOf('weiter', 'weiter', 'weiter'))).toBeNull();
  expect(promptsOf(eventsOf('家計簿アプリ', '続けて', '続けて', '続けて'))).toBeNull();
});

test('a repeat of a prompt that names a fault is about that fault', () => {
  expect(promptsOf(eventsOf('TypeError in cart.ts:12', 'still there', 'same'))).toHaveLength(3);
});

test('the same place in a file is the same fault, other places are others', () => {
  expect(
    promptsOf(eventsOf('Crash at cart.ts:12', 'It says cart.ts:12 when paying', 'cart.ts:12 again')),
  ).toHaveLength(3);
  const crash = (place: string) => `Fix TypeError: Cannot read properties of undefined at ${place}`;
  expect(promptsOf(eventsOf(crash('cart.ts:12'), crash('user.ts:8'), crash('search.ts:7')))).toBeNull();
});

test('a day apart is another matter', () => {
  const events = eventsOf(FAULT, AGAIN, FAULT).map((event, index) => ({
    ...event,
    at: index * 25 * HOUR_MS,
  }));
  expect(promptsOf(events)).toBeNull();
});

test('two prompts about something else end it, one does not', () => {
  expect(promptsOf(eventsOf(FAULT, AGAIN, 'Add the prices of all classes', FAULT))).toHaveLength(3);
  expect(
    promptsOf(
      eventsOf(FAULT, AGAIN, 'Add the prices of all classes', 'A gallery with albums of our studio', FAULT),
    ),
  ).toBeNull();
});

test('a deployment or a restore ends it, unless the same fault is named again', () => {
  expect(promptsOf(eventsOf(FAULT, AGAIN, FAULT, '[deployed]'))).toBeNull();
  expect(promptsOf(eventsOf(FAULT, AGAIN, '[restored]', 'A gallery with albums of our studio'))).toBeNull();
  expect(promptsOf(eventsOf(FAULT, AGAIN, '[deployed]', 'still the same'))).toHaveLength(3);
  expect(promptsOf(eventsOf(FAULT, AGAIN, '[deployed]', FAULT))).toHaveLength(3);
});

test('"It is progress" ends it whatever follows', () => {
  expect(promptsOf(eventsOf(FAULT, AGAIN, FAULT, '[progress]', 'still the same'))).toBeNull();
});

test('prompts of other projects are not of it', () => {
  const other: LoopEvent = {
    kind: 'prompt',
    projectId: 'shop',
    at: 20 * MINUTE_MS,
    prompt: FAULT,
    credits: 5,
  };
  const events = [...eventsOf(FAULT, AGAIN), other];
  expect(promptsOf(events)).toBeNull();
});

test('what a project is to be is no fault', () => {
  const [, ...events] = eventsOf('A filter by price', 'The filter by price does not work', 'still broken');
  expect(goingInCircles(events, OWN)).toBeNull();
});

test('an error that was pasted is the same whatever stands around it', () => {
  const error = "Cannot read properties of undefined (reading 'map')";
  expect(
    promptsOf(
      eventsOf(
        `When I open the sales I get TypeError: ${error}`,
        `I deleted the old ones and reloaded, white page, the console says ${error}`,
        `it still crashes as soon as I open the sales of last month: ${error}`,
      ),
    ),
  ).toHaveLength(3);
});

test('similar things one after the other are none', () => {
  const towns = ['Berlin', 'Hamburg', 'Munich', 'Cologne'].map((town) => `Add a page for ${town}`);
  expect(promptsOf(eventsOf(...towns))).toBeNull();
});

test('a history of the longest prompts, in a script without spaces too, is judged in bounded time', () => {
  let seed = 1;
  const letter = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return String.fromCodePoint(0x4e00 + (seed % 3_000));
  };
  const prompts = Array.from({ length: 60 }, () => Array.from({ length: 2_000 }, letter).join(''));
  const begun = performance.now();
  expect(promptsOf(eventsOf(...prompts))).toBeNull();
  expect(performance.now() - begun).toBeLessThan(10_000);
});
