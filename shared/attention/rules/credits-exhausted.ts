import type { InstantMs } from '../../time.ts';
import type { Condition } from '../item.ts';
import { condition, type Rule, seen, wellRead } from '../rule.ts';

/** A rest below this pays for nothing and says nothing: neither that credits are gone nor that they are back. */
const USABLE_CREDITS = 1;

/**
 * The account has no credits left, one item however many projects tell of it: a balance of 0, the event, or the service's
 * refusal of reads (service reference, Errors: 403 when credits are missing). Over when a usable balance is read.
 */
export const creditsExhaustedRule: Rule = {
  read: (snapshot) => {
    const { account } = snapshot.sections;
    if (account.error?.code === 'no-credits')
      return { readAt: snapshot.at, conditions: [isOut(account.error.since, null)], complete: true };
    const read = wellRead(account);
    if (!read) return null;
    const { credits } = read.data;
    if (credits > 0 && credits < USABLE_CREDITS) return null;
    return {
      readAt: read.readAt,
      conditions: credits <= 0 ? [isOut(read.readAt, credits)] : [],
      complete: true,
    };
  },
  fromEvent: (event) =>
    event.event === 'project.credits.exhausted'
      ? [{ condition: condition(KIND, 'critical', null, event.at, { kind: KIND, credits: null }) }]
      : [],
};

const KIND = 'credits-exhausted';

function isOut(seenAt: InstantMs, credits: number | null): Condition {
  return seen(KIND, 'critical', null, seenAt, { kind: KIND, credits });
}
