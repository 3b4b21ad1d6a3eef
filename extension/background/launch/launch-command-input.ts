import * as z from 'zod/mini';
import { retryRequest, sealedRequest } from '../../launch/sealed-request.ts';

const id = z.string().check(z.minLength(1), z.maxLength(100));

/** What each command of the launch view carries; nothing reaches a handler that is not in it. */
export const LAUNCH_COMMAND_INPUT = {
  confirmLaunch: z.object({
    draft: z.looseObject({ id }),
    request: sealedRequest,
    insteadOf: z.nullable(id),
  }),
  lookAtLaunch: z.object({ key: id }),
  retryLaunchStep: z.object({ key: id, step: z.string(), request: retryRequest }),
} as const;
