import { isQualifiedDataName } from '../../shared/data-api/catalogue.ts';
import type { LaunchRecord, PaidAbandonment, PaidSettlement } from '../../shared/snapshot/launches.ts';
import type { KnownDevice } from '../devices/devices.ts';
import { type Failed, fail, type Result, success } from '../http/result.ts';

interface Ledger {
  get: (key: string) => LaunchRecord | null;
  settleAs: (key: string, settlement: PaidSettlement) => Failed | null;
  abandon: (key: string, who: KnownDevice, call: PaidAbandonment) => Failed | null;
  unknownCalls: () => LaunchRecord[];
}

/** The paid calls of both ledgers: of the builder service, and of the data backend. */
export class PaidCalls<Service extends Ledger, Data extends Ledger> {
  readonly #service: Service;
  readonly #data: Data;

  constructor(service: Service, data: Data) {
    this.#service = service;
    this.#data = data;
  }

  /** Whose a key is; null = an unknown key. */
  holderOf(key: string): Service | Data | null {
    return [this.#data, this.#service].find((one) => one.get(key) !== null) ?? null;
  }

  get(key: string): Result<LaunchRecord> {
    const record = this.holderOf(key)?.get(key) ?? null;
    return record === null ? fail('EDGE_NOT_FOUND', 'Nothing was sent under this key.') : success(record);
  }

  settle(key: string, settlement: PaidSettlement): Result<LaunchRecord> {
    return this.holderOf(key)?.settleAs(key, settlement) ?? this.get(key);
  }

  /** Gives up a call that its browser no longer wants, in the step that finds that it has not arrived. */
  abandon(key: string, who: KnownDevice, call: PaidAbandonment): Result<LaunchRecord> {
    const kind = isQualifiedDataName(call.operation) ? this.#data : this.#service;
    return (this.holderOf(key) ?? kind).abandon(key, who, call) ?? this.get(key);
  }

  /** Those whose outcome is not known. */
  unknown(): LaunchRecord[] {
    return [...this.#service.unknownCalls(), ...this.#data.unknownCalls()];
  }
}
