import type { ServiceFailure } from '../../../shared/builder-api/failures.ts';
import type { OperationData, OperationName } from '../../../shared/operations/catalogue.ts';
import { catalogue } from '../../../shared/operations/catalogue.ts';
import type { SectionName, SnapshotSections } from '../../../shared/snapshot/snapshot.ts';
import type { InstantMs } from '../../../shared/time.ts';
import { failureWithoutAnswer, type Paging } from '../../builder-api/answer.ts';
import type { ServiceClient, ServiceRequest } from '../../builder-api/client.ts';

/** The sections that are read from the service; the others are told by the object itself. */
export type ReadSectionName = Exclude<SectionName, 'events' | 'subscriptions' | 'history'>;

export type SectionData<N extends SectionName> = NonNullable<SnapshotSections[N]['data']>;

/** What a read brought. `partly`: the data is good as far as it goes, but something of it could not be read. */
export type ReadResult<D, M> =
  | { ok: true; data: D; memory: M; partly: ServiceFailure | null }
  | { ok: false; failure: ServiceFailure };

/** How one section is read: its pace, and from what. `memory` is what it keeps to itself between reads. */
export interface SectionReader<D, M> {
  paceMs(memory: M | null): number;
  read(ask: Ask, memory: M | null, now: InstantMs): Promise<ReadResult<D, M>>;
}

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
