import type { BenchRun } from '../bench-run.ts';
import type { Figure } from '../figure.ts';
import { backTest, JUDGED_RULES, type Judged } from '../forecast/back-test.ts';
import { ACCOUNT_KINDS } from '../forecast/simulated-accounts.ts';

const ACCOUNTS = { full: 400, quick: 60 };

/** Back-tests the forecast of a cap on simulated accounts, beside two plain rules. Informational. */
export async function forecastBackTest(run: BenchRun): Promise<Figure[]> {
  return ACCOUNT_KINDS.map((kind) => {
    const judged = backTest(kind, run.quick ? ACCOUNTS.quick : ACCOUNTS.full, run.random);
    run.say(`   ${kind}`);
    for (const rule of JUDGED_RULES) run.say(`      ${rule.padEnd(10)} ${wordsOf(judged[rule])}`);
    return {
      what: `forecast of a cap, ${kind} account: told, held, warned, falsely, days off`,
      ours: wordsOf(judged.ours),
      reference: `yesterday's rate: ${wordsOf(judged.yesterday)}; month's mean: ${wordsOf(judged.mean)}`,
      ratio: null,
      control: null,
      asked: '',
      outcome: 'informational',
    };
  });
}

function wordsOf({ reported: result, held, warned, falselyWarned, offDays }: Judged): string {
  return [percent(result), percent(held), percent(warned), percent(falselyWarned), offDays ?? '–'].join(
    ' · ',
  );
}

const percent = (part: number | null): string => (part === null ? '–' : `${Math.round(part * 100)} %`);
