import { expect, test } from 'vitest';
import { raiseProposal, reachOf } from './raise-proposal.ts';

test.each([
  [5000, 6000],
  [100, 120],
  [300, 360],
  [1, 2],
  [412.5, 500],
])('for a cap of %d the proposal is a fifth more: %d', (limit, proposal) => {
  expect(raiseProposal({ limit, spent: limit, balance: null })).toBe(proposal);
  expect(raiseProposal({ limit, spent: limit, balance: 1e6 })).toBe(proposal);
});

test.each([
  [293, 5290],
  [7.5, 5007],
  [1, 5001],
  [999, 5990],
])('of a cap of 5000 at a balance of %d no more is proposed than the balance pays for: %d', (balance, to) => {
  expect(raiseProposal({ limit: 5000, spent: 5000, balance })).toBe(to);
});

test.each([0, 0.4, -12.5])(
  'at a balance of %d nothing is proposed: more cap lets nothing more be spent',
  (balance) => {
    expect(raiseProposal({ limit: 5000, spent: 5000, balance })).toBeNull();
  },
);

test('what was spent beyond the cap counts: a run that crossed it is charged to its end', () => {
  expect(raiseProposal({ limit: 5000, spent: 5040, balance: 100 })).toBe(5140);
  expect(raiseProposal({ limit: 200, spent: 236.7, balance: null })).toBe(290);
  expect(raiseProposal({ limit: 200, spent: 250, balance: 5 })).toBe(255);
  expect(raiseProposal({ limit: 200, spent: 250, balance: 0 })).toBeNull();
  expect(reachOf({ limit: 5000, spent: null, balance: 100 })).toBe(5100);
  expect(reachOf({ limit: 5000, spent: 5000, balance: null })).toBeNull();
});

test('it is enough until the reset at the present pace, as far as the balance pays for it', () => {
  const atCap = { limit: 140, spent: 140, balance: null };
  expect(raiseProposal({ ...atCap, needs: 320 })).toBe(360);
  expect(raiseProposal({ ...atCap, needs: 150 }), 'at least a fifth more').toBe(170);
  expect(raiseProposal({ ...atCap, needs: null })).toBe(170);
  expect(raiseProposal({ ...atCap, needs: 320, balance: 60 })).toBe(200);
});
