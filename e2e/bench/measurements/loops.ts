import { isFound, judged } from '../../loops/score.ts';
import { countFigure, type Figure } from '../figure.ts';

const FOUND_MIN = 36;
const FALSE_MAX = 2;

/** How many loops are found in time, and how many healthy histories are called one. */
export async function loops(): Promise<Figure[]> {
  const known = judged('loops.json');
  const healthy = judged('healthy.json');
  const found = known.filter(isFound).length;
  const what = `loops found by the prompt that their history names, of ${known.length}`;
  return [
    {
      ...countFigure(what, found, { unit: '', atMost: null }),
      asked: `at least ${FOUND_MIN}`,
      outcome: found >= FOUND_MIN ? 'met' : 'missed',
    },
    countFigure(
      `healthy histories called a loop, of ${healthy.length}`,
      healthy.filter(({ at }) => at !== null).length,
      {
        unit: '',
        atMost: FALSE_MAX,
      },
    ),
  ];
}
