import type { ServiceFailure } from '../../shared/builder-api/failures.ts';
import { catalogue, type OperationData, type OperationName } from '../../shared/operations/catalogue.ts';
import { failureWithoutAnswer, type Paging } from './answer.ts';
import type { ServiceClient, ServiceRequest } from './client.ts';

export type Asked<N extends OperationName> =
  | { ok: true; data: OperationData<N>; paging: Paging }
  | { ok: false; failure: ServiceFailure };

/** Asks the service and parses what it answers by the catalogue. */
export type Ask = <N extends OperationName>(name: N, question?: ServiceRequest) => Promise<Asked<N>>;

export function askOf(client: Pick<ServiceClient, 'ask'>): Ask {
  return async <N extends OperationName>(name: N, question?: ServiceRequest) => {
    const answer = await client.ask(name, question);
    if (!answer.ok) return answer;
    const parsed = catalogue[name].data.safeParse(answer.data);
    if (!parsed.success)
      return {
        ok: false,
        failure: failureWithoutAnswer('unexpected-answer', 'The answer is not in the documented form.'),
      };
    return { ok: true, data: parsed.data as OperationData<N>, paging: answer.paging };
  };
}
