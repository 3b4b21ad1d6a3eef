import * as z from 'zod/mini';

/** POST `/pair`. `name` is what the owner sees in the list of devices. */
export const pairRequest = z.object({
  code: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
});
