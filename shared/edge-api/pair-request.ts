import * as z from 'zod/mini';
import { atMost, notEmpty } from '../operations/form.ts';

/** Longest pairing code that can be entered. */
export const PAIRING_CODE_MAX = 100;

const NAME_MAX = 80;
const EMPTY = 'must not be empty';

/** POST `/pair`. `name` is what the owner sees in the list of devices. Apart from the answers, whose forms the edge has no use for. */
export const pairRequest = z.object({
  code: z
    .string()
    .check(
      z.trim(),
      notEmpty(EMPTY),
      atMost(PAIRING_CODE_MAX, `must be at most ${PAIRING_CODE_MAX} letters`),
    ),
  name: z.string().check(z.trim(), notEmpty(EMPTY), atMost(NAME_MAX, `must be at most ${NAME_MAX} letters`)),
});
