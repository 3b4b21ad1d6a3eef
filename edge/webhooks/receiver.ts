import type { RejectionReason } from '../../shared/snapshot/webhook-health.ts';
import { HOUR_MS, happenedAt, type InstantMs, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import { eventIdOf } from '../events/event-row.ts';
import { isOwnName } from '../events/own-events.ts';
import type { Arrival, EventStore } from '../events/store.ts';
import { hex } from '../http/digest.ts';
import { waitAtMost } from '../object/concurrency.ts';
import type { AccountContext } from '../object/context.ts';
import { type DeliveryBody, parseDeliveryBody } from './delivery-body.ts';
import type { Rejection, Rejections } from './rejections.ts';
import { type VerificationResult, verifyDelivery } from './signature.ts';
import { isSigningSecret } from './subscriptions/signing-key.ts';
import { projectHookId, type Secrets, type SubscriptionStore } from './subscriptions/store.ts';
import { isGone, type WebhookService } from './subscriptions/webhook-service.ts';

/** A POST to one of our addresses. `body` is null when it was too large. */
export type HookCall = {
  address: HookAddress;
  /** The secret that signed it according to the Worker; null: none that it knows. */
  signedWith: string | null;
  signature: string | null;
  eventId: string | null;
  body: ArrayBuffer | null;
};

export type HookAddress =
  | { kind: 'account'; event: string; filterHash: string }
  | { kind: 'project'; projectId: string };

export type HookOutcome = 'kept' | 'duplicate' | Exclude<RejectionReason, 'duplicate'>;

/** An address of an event without a subscription of ours is a reason for a sweep, where the last is older. */
const LOOK_AFTER_MS = HOUR_MS;
/** Maximum delay of rejections in the snapshot: forged deliveries must not make all browsers refetch it. */
const TELL_EVERY_MS = MINUTE_MS / 2;

/** Receives deliveries: verify the bytes, store, respond. */
export class Receiver {
  readonly #context: AccountContext;
  readonly #eventStore: EventStore;
  readonly #source: WebhookSecrets;
  readonly #rejections: Rejections;
  readonly #sweptAt: () => InstantMs | null;
  #toldAt = 0;

  /** @param sweptAt when the subscriptions were last looked after */
  constructor(
    context: AccountContext,
    eventStore: EventStore,
    source: WebhookSecrets,
    rejections: Rejections,
    sweptAt: () => InstantMs | null,
  ) {
    this.#sweptAt = sweptAt;
    this.#context = context;
    this.#eventStore = eventStore;
    this.#source = source;
    this.#rejections = rejections;
  }

  /** @throws when storage fails: then nothing is acknowledged and the sender retries */
  async receive(call: HookCall): Promise<HookOutcome> {
    const { address, body: raw } = call;
    let secrets = await this.#source.secrets(address);
    // Only our own addresses are shown to the owner: anybody can put any text into another.
    if (raw === null) return this.#reject('too-large', secrets && address);
    if (secrets === null) {
      if (address.kind === 'account') this.#lookAfter();
      return this.#reject('unknown-event', null);
    }
    const body = new Uint8Array(raw);
    // The Worker may know a secret for a minute longer than we.
    if (call.signedWith === null || !secrets.good.includes(call.signedWith)) {
      const verify = (good: readonly string[]) =>
        verifyDelivery(call.signature, body, good, this.#context.now());
      let verification = await verify(secrets.good);
      if (
        !verification.ok &&
        verification.reason === 'bad-signature' &&
        (await this.#source.refresh(address))
      ) {
        secrets = (await this.#source.secrets(address)) ?? secrets;
        verification = await verify(secrets.good);
      }
      if (!verification.ok) return this.#refuse(call, body, verification, secrets);
    }
    const delivery = parseDeliveryBody(body);
    if (!delivery) return this.#reject('malformed', address);
    // Each address has one event and its own secret: the service sends no other there, and none of ours.
    if (address.kind === 'account' ? delivery.event !== address.event : isOwnName(delivery.event))
      return this.#reject('other-event', address);
    return this.#keep(call, body, delivery);
  }

  async #keep(call: HookCall, body: Uint8Array<ArrayBuffer>, delivery: DeliveryBody): Promise<HookOutcome> {
    const digest = hex(await crypto.subtle.digest('SHA-256', body));
    const id = eventIdOf(call.eventId, digest);
    const kept = this.#eventStore.keep({
      id,
      digest,
      body,
      event: delivery.event,
      at: delivery.at,
      data: delivery.data,
      source: 'webhook',
      ...signerOf(call.address, delivery),
    });
    if (kept.outcome === 'too-much') return this.#reject('too-much', call.address);
    await this.#eventStore.outbox.held('event' in kept ? kept.event : kept.known, body);
    if ('event' in kept) return 'kept';
    this.#rejections.count(this.#rejection('duplicate', call.address), this.#context.now());
    return 'duplicate';
  }

  async #refuse(
    call: HookCall,
    body: Uint8Array,
    verification: Extract<VerificationResult, { ok: false }>,
    secrets: Secrets,
  ): Promise<HookOutcome> {
    switch (verification.reason) {
      case 'malformed':
        return this.#reject('malformed', call.address);
      case 'bad-signature': {
        const former = await verifyDelivery(call.signature, body, secrets.former, this.#context.now());
        const known = former.ok || former.reason === 'stale' || former.reason === 'ahead';
        return this.#reject(known ? 'former-secret' : 'bad-signature', call.address);
      }
      case 'stale':
      case 'ahead':
        return this.#reject(verification.reason, call.address, verification.skewSeconds);
    }
  }

  #reject(
    reason: Exclude<RejectionReason, 'duplicate'>,
    address: HookAddress | null,
    skewSeconds: number | null = null,
  ): HookOutcome {
    const rejection = { ...this.#rejection(reason, address), skewSeconds };
    const now = this.#context.now();
    this.#rejections.count(rejection, now);
    if (now - happenedAt(this.#toldAt, now) >= TELL_EVERY_MS) {
      this.#toldAt = now;
      this.#context.emitter.emit('changed');
    }
    return reason;
  }

  #rejection(reason: RejectionReason, address: HookAddress | null): Rejection {
    const about = address && (address.kind === 'account' ? address.event : address.projectId);
    return { reason, about, skewSeconds: null };
  }

  #lookAfter(): void {
    const now = this.#context.now();
    if (now - happenedAt(this.#sweptAt() ?? 0, now) >= LOOK_AFTER_MS)
      this.#context.jobs.schedule('sweep', now);
  }
}

/**
 * Names who signed an event. A project's secret is known to the project's own app (service reference, Project
 * webhook): whatever it signs is about that project only.
 */
function signerOf(address: HookAddress, { projectId }: DeliveryBody): Pick<Arrival, 'signer' | 'projectId'> {
  return address.kind === 'account'
    ? { signer: 'account', projectId }
    : { signer: 'project', projectId: address.projectId };
}

/** Minimum interval per secret, and the most of all in an hour, however many forged deliveries arrive. */
const REFRESH_EVERY_MS = HOUR_MS;
const REFRESHES_AN_HOUR = 8;
/** The sender waits 10 s for a response. */
const REFRESH_TIMEOUT_MS = 5 * SECOND_MS;

/** The secrets of our addresses: from storage, and read again when a signature does not match them. */
export class WebhookSecrets {
  readonly #context: AccountContext;
  readonly #store: SubscriptionStore;
  readonly #service: WebhookService;

  constructor(context: AccountContext, store: SubscriptionStore, service: WebhookService) {
    this.#context = context;
    this.#store = store;
    this.#service = service;
  }

  /** Null: no subscription of ours has this address. */
  async secrets(address: HookAddress): Promise<Secrets | null> {
    const now = this.#context.now();
    const [event, part] =
      address.kind === 'project'
        ? [projectHookId(address.projectId), '']
        : [address.event, address.filterHash];
    if (this.#store.at(event, part, now).length === 0) return null;
    return this.#store.secretsAt(event, part, now);
  }

  /**
   * Reads the secret from the service again, unless done recently. A project's is shown once, and can't be.
   * @returns whether it was read
   */
  async refresh(address: HookAddress): Promise<boolean> {
    if (address.kind === 'project') return false;
    const now = this.#context.now();
    const due = this.#store
      .at(address.event, address.filterHash, now)
      .filter((webhookId) =>
        this.#store.mayRefresh(webhookId, now, { everyMs: REFRESH_EVERY_MS, max: REFRESHES_AN_HOUR }),
      );
    const fetching = Promise.all(due.map((webhookId) => this.#fetch(webhookId)));
    this.#context.waitUntil(fetching);
    await waitAtMost(fetching, REFRESH_TIMEOUT_MS);
    return due.length > 0;
  }

  async #fetch(webhookId: string): Promise<void> {
    const response = await this.#service.secret(webhookId);
    const now = this.#context.now();
    if (response.ok && isSigningSecret(response.data))
      await this.#store.storeSecret(webhookId, response.data, now);
    if (!response.ok && isGone(response)) this.#context.jobs.schedule('sweep', now);
  }
}
