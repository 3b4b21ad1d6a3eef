import { type InstantMs, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import { endsWithin } from '../object/concurrency.ts';
import type { HookAddress, HookCall } from './receiver.ts';
import { verifyDelivery } from './signature.ts';

/** The signing secrets of our addresses, by {@link placeOf}. */
export type HookSecrets = ReadonlyMap<string, readonly string[]>;

/** What stands for one of our addresses where secrets are listed. */
export const placeOf = (address: HookAddress): string =>
  address.kind === 'project' ? `project ${address.projectId}` : `${address.event} ${address.filterHash}`;

/** Lifetime of secrets in an instance of the Worker; the object looks at the signer's state once more. */
const KEPT_MS = MINUTE_MS;
/** What is not signed reaches the object so often from one address. */
const UNSIGNED_EVERY_MS = SECOND_MS;
const SENDERS_MAX = 1_000;
/** What another request has begun is waited for so long. */
const OTHERS_MAX_MS = 5 * SECOND_MS;

/**
 * Verifies deliveries in the Worker, so that strangers cost the object next to nothing: one unsigned delivery
 * a second and address is let through, by which the object learns of it and we of new secrets.
 */
export class HookScreen {
  #secrets: { readAt: InstantMs; known: Promise<HookSecrets> } | null = null;
  /** When something unsigned was last let through, by sender. */
  readonly #unsigned = new Map<string, { at: InstantMs; isNews: Promise<boolean> }>();

  /**
   * @param readSecrets asks the object
   * @returns the secret that signed the delivery, null where none that is known did
   */
  async signerOf(
    call: Omit<HookCall, 'signedWith'>,
    readSecrets: () => Promise<HookSecrets>,
    now: InstantMs,
  ): Promise<string | null> {
    const { address, signature, body } = call;
    if (body === null) return null;
    const secrets = (await this.#known(readSecrets, now)).get(placeOf(address)) ?? [];
    for (const secret of secrets)
      if ((await verifyDelivery(signature, new Uint8Array(body), [secret], now)).ok) return secret;
    return null;
  }

  async #known(readSecrets: () => Promise<HookSecrets>, now: InstantMs): Promise<HookSecrets> {
    const kept = this.#secrets;
    if (
      kept !== null &&
      Math.abs(now - kept.readAt) < KEPT_MS &&
      (await endsWithin(kept.known, OTHERS_MAX_MS))
    )
      return kept.known;
    const read = { readAt: now, known: readSecrets() };
    this.#secrets = read;
    read.known.catch(() => {
      if (this.#secrets === read) this.#secrets = null;
    });
    return read.known;
  }

  /**
   * Lets one unsigned delivery a second through from a sender.
   * @param ask the object; tells whether it knew who signed it
   * @returns null: let through; `again`: verify once more, a delivery beside it was signed with a new secret
   */
  async unsigned(
    sender: string | null,
    now: InstantMs,
    ask: () => Promise<boolean>,
  ): Promise<'again' | 'refused' | null> {
    const last = sender === null ? undefined : this.#unsigned.get(sender);
    if (last !== undefined && Math.abs(now - last.at) < UNSIGNED_EVERY_MS)
      return (await endsWithin(last.isNews, OTHERS_MAX_MS)) && (await last.isNews) ? 'again' : 'refused';
    const isNews = ask();
    if (sender !== null) {
      this.#unsigned.delete(sender);
      const [first] = this.#unsigned.keys();
      if (first !== undefined && this.#unsigned.size >= SENDERS_MAX) this.#unsigned.delete(first);
      this.#unsigned.set(sender, { at: now, isNews: isNews.catch(() => false) });
    }
    if (await isNews) this.#secrets = null;
    return null;
  }
}
