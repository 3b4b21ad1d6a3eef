import { expect, test } from 'vitest';
import { SCENARIOS } from './scenarios/scenarios.ts';

/** Failed seeds of the long run, shrunk to what it took to fail (`npm run soak` prints them like this). */
test.each([
  [
    105686,
    [
      ...[
        'serviceAfter 1',
        'serviceAfter 2',
        'serviceAfter 4',
        'the object ends 1',
        'a key of another app 1',
      ],
      ...['serviceAfter 11', 'serviceAfter 14', 'serviceAfter 16', 'a change by others 3', 'serviceAfter 29'],
      'serviceAfter 38',
    ],
  ],
  [
    108328,
    [
      ...['serviceBefore 8', 'serviceAfter 2', 'a click 1', 'a click 2', 'serviceAfter 4', 'serviceAfter 5'],
      ...['a change by others 1', 'serviceLate 10', 'serviceAfter 9', 'serviceAfter 10', 'serviceBefore 14'],
      ...['serviceBefore 16', 'serviceBefore 17', 'serviceLate 26'],
    ],
  ],
])(
  'of equal rows of which one record was changed, none that is there is told absent: seed %i of imports',
  async (seed, kept) => {
    expect((await SCENARIOS.imports(seed, new Set(kept))).problems).toEqual([]);
  },
);

test('a budget that a lost, lower one overtakes is set again, for as much as the run may use: seed 101885 of guards', async () => {
  const kept = ['a click 1', 'serviceLate 7', 'serviceLate 10', 'a click 2', 'serviceLate 24'];
  const { problems, trace } = await SCENARIOS.guards(
    101885,
    new Set([...kept, 'the owner sets a cap 2', 'a click 3']),
  );
  expect(problems).toEqual([]);
  expect(trace.filter((line) => line.includes('the cap of blog becomes')).slice(0, 3)).toEqual([
    expect.stringMatching(/ 87$/),
    expect.stringMatching(/ 59$/),
    expect.stringMatching(/ 87$/),
  ]);
});
