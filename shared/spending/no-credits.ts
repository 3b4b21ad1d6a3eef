/** Codes that refuse for want of credits: the service's, and the edge's own of an answer that names none. */
const NO_CREDITS_CODES = [
  'INSUFFICIENT_CREDITS',
  'VCAAS_INSUFFICIENT_CREDITS',
  'EDGE_SERVICE_NO_CREDITS',
] as const;
export type NoCreditsCode = (typeof NO_CREDITS_CODES)[number];

/** Whether a code says that credits are missing. */
export const saysNoCredits = (code: string | null): code is NoCreditsCode =>
  NO_CREDITS_CODES.some((one) => one === code);
