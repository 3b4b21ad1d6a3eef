import { isFound, judged } from '../../loops/score.ts';
import { countFigure, type Figure } from '../figure.ts';

const FOUND_MIN = 36;
const FALSE_MAX = 2;

/** How many loops are found in time, and how many healthy histories are called one: of ours, and of another hand's. */
export async function loops(): Promise<Figure[]> {
  return [...figuresOf('', ''), ...figuresOf('second/', ', of another hand')];
}

function figuresOf(folder: '' | 'second/', whose: string): Figure[] {
  const known = judged(`${folder}loops.json`);
  const healthy = judged(`${folder}healthy.json`);
  const found = known.filter(isFound).length;
  const called = healthy.filter(({ at }) => at !== null).length;
  return [
    {
      ...countFigure(
        `loops found by the prompt that their history names, of ${known.length}${whose}`,
        found,
        {
          unit: '',
          atMost: null,
        },
      ),
      asked: `at least ${FOUND_MIN}`,
      outcome: found >= FOUND_MIN ? 'met' : 'missed',
    },
    countFigure(`healthy histories called a loop, of ${healthy.length}${whose}`, called, {
      unit: '',
      atMost: FALSE_MAX,
    }),
  ];
}
