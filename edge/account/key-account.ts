import { FAILURE_WORDS, type FailureKind, type ServiceFailure } from '../../shared/service-failures.ts';
import type { ProjectState } from '../../shared/snapshot/project-state.ts';
import { type InstantMs, parseInstant } from '../../shared/time.ts';
import type { CallService } from '../builder-api/client.ts';
import { sha256 } from '../http/digest.ts';
import { notSent, waitAfter } from '../http/service-failure.ts';
import type { AccountContext } from '../object/context.ts';
import type { Schema } from '../object/database.ts';
import { retryDelayMs } from '../object/jobs.ts';
import { Rows } from '../object/rows.ts';

/** Described in `edge/storage-schema.md`. */
export const keyAccountSchema: Schema = {
  // The next start takes the key that is there then for the new account's.
  startAnew: ['DELETE FROM key_account'],
  tables: [
    `CREATE TABLE key_account (
      one INTEGER PRIMARY KEY CHECK (one = 1),
      digest TEXT NOT NULL,
      foreign_digest TEXT,
      since INTEGER
    )`,
  ],
};

interface KeyAccountRow {
  one: number;
  digest: string;
  /** Of a key with which no known project was found. */
  foreignDigest: string | null;
  since: InstantMs | null;
}

export interface KeyAccountParts {
  /** Calls the service whatever is known of the key. */
  read: CallService;
  ledgerId: string;
  /** Projects of the account as last read, the most recently changed first. */
  projects: () => readonly Pick<ProjectState, 'projectId' | 'createdAt'>[];
  /** Whether anything is stored that another account's key must not meet. */
  isUsed: () => boolean;
}

/** Known projects that are looked for with a new key, so that a run stays within its 50 calls. */
const LOOKED_FOR_MAX = 20;

/** Failures that say that this key does not find the project. After any other, it is looked for again. */
const NOT_ITS: ReadonlySet<FailureKind> = new Set(['not-found', 'not-available', 'forbidden', 'refused']);

/**
 * Decides whose account the API key opens. The service names no account, so a new key is taken to be the same
 * account's once it reads a known project, by id and time of creation. Until then nothing is read, changed or
 * sent with it; where no known project is found, an owner decides.
 */
export class KeyAccount {
  readonly #context: AccountContext;
  readonly #parts: KeyAccountParts;
  readonly #rows: Rows<KeyAccountRow>;
  #digest = '';
  #isKnown = false;
  #looking: Promise<ServiceFailure | null> | null = null;
  /** The last look that was not answered, how many there were in a row, and when to look again. */
  #unanswered: { failure: ServiceFailure; times: number; nextAt: InstantMs } | null = null;

  constructor(context: AccountContext, parts: KeyAccountParts) {
    this.#context = context;
    this.#parts = parts;
    this.#rows = new Rows(context.storage.sql, 'key_account', ['one'], {});
  }

  /** Compares the key with the one of the account. Must end before anything else is done. */
  async identify(): Promise<void> {
    const { apiKey } = this.#context.configuration;
    if (apiKey === null) {
      this.#isKnown = true;
      return;
    }
    this.#digest = await sha256(`${this.#parts.ledgerId} ${apiKey}`);
    const row = this.#row();
    if (row === null) this.#store(this.#digest, null);
    else if (row.digest !== this.#digest && !this.#parts.isUsed()) this.#take(null);
    else if (row.digest !== this.#digest) {
      this.#context.jobs.schedule('key-account', this.#context.now());
      return;
    }
    this.#isKnown = true;
  }

  /** Whether the key is known to open the account that the edge knows. */
  isKnown(): boolean {
    return this.#isKnown;
  }

  /** The failure of calls while the account is not known. Null, at once or later: the call may be made. */
  bar(): Promise<ServiceFailure | null> | null {
    return this.#isKnown ? null : this.#find();
  }

  /** Whether an owner has to say whose account it is. */
  asksOwner(): boolean {
    return !this.#isKnown && this.#digest !== '' && this.#row()?.foreignDigest === this.#digest;
  }

  /** Since when the edge has the API key; null: since before it was noted, or there is none. */
  since(): InstantMs | null {
    return this.#isKnown ? (this.#row()?.since ?? null) : null;
  }

  /** It is the account as before: by a known project, or by an owner's word. @param by the owner's device */
  confirm(by: string | null = null): void {
    this.#take(by);
    this.#isKnown = true;
    this.#context.emitter.emit('account-known');
    this.#context.emitter.emit('changed');
  }

  /**
   * The job: looks without being asked.
   * @returns when to look again; null: the account is known, or an owner decides
   */
  async run(): Promise<InstantMs | null> {
    if (!this.#isKnown) await this.#find();
    return this.#isKnown || this.asksOwner() ? null : (this.#unanswered?.nextAt ?? null);
  }

  async #find(): Promise<ServiceFailure | null> {
    if (this.asksOwner()) return unconfirmed();
    if (this.#unanswered !== null && this.#context.now() < this.#unanswered.nextAt)
      return notMade(this.#unanswered.failure);
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  async #look(): Promise<ServiceFailure | null> {
    const known = this.#parts.projects().filter(({ createdAt }) => createdAt !== null);
    for (const { projectId, createdAt } of known.slice(0, LOOKED_FOR_MAX)) {
      const read = await this.#parts.read('getProject', { parameters: { projectId } });
      if (this.#isKnown) return null;
      if (read.ok && parseInstant(read.data.createdAt) === createdAt) {
        this.confirm();
        return null;
      }
      if (!read.ok && !NOT_ITS.has(read.failure.kind)) return notMade(this.#notAnswered(read.failure));
    }
    this.#store(this.#row()?.digest ?? '', this.#digest);
    this.#context.emitter.emit('changed');
    return unconfirmed();
  }

  #notAnswered(failure: ServiceFailure): ServiceFailure {
    const times = (this.#unanswered?.times ?? 0) + 1;
    const waitMs = waitAfter(failure, retryDelayMs(times));
    this.#unanswered = { failure, times, nextAt: this.#context.now() + waitMs };
    return failure;
  }

  #take(by: string | null): void {
    this.#store(this.#digest, null);
    this.#context.emitter.emit('setting-changed', by, null, {
      setting: 'service-key',
      ...(by !== null && { account: 'same' }),
    });
  }

  #row(): KeyAccountRow | null {
    return this.#rows.one('true');
  }

  #store(digest: string, foreignDigest: string | null): void {
    const before = this.#row();
    const since = before?.digest === digest ? before.since : this.#context.now();
    this.#rows.put({ one: 1, digest, foreignDigest, since }, 'WRITE OVER');
  }
}

/** The failure of the look, as that of a call which was therefore not made. */
const notMade = (failure: ServiceFailure): ServiceFailure => ({ ...failure, isCertain: true });

function unconfirmed(): ServiceFailure {
  const { says, action } = FAILURE_WORDS['account-unconfirmed'];
  return notSent('account-unconfirmed', `${says} ${action}`);
}
