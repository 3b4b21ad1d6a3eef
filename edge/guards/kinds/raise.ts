import { type Kind, ON_REQUEST } from './kind.ts';

/** More development credits for a time. What it would have allowed is unknown. */
export const raise: Kind<'raise'> = {
  ...ON_REQUEST,
  try: () => Promise.resolve({ times: null, of: 0, unit: 'days' }),
};
