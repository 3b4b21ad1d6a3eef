import type { DeliveryFailureGroup } from './delivery-failures.ts';

/**
 * What failures of one subscription are grouped by, in the edge and in the attention alike: the status, or without one the
 * service's words without the numbers that change from try to try.
 */
export function causeOf({ httpStatus, error }: Pick<DeliveryFailureGroup, 'httpStatus' | 'error'>): string {
  if (httpStatus !== null) return String(httpStatus);
  return (error ?? 'unknown').toLowerCase().replace(/\d+/g, '#').slice(0, 60);
}
