import * as z from 'zod/mini';
import { pairingCode } from '../../shared/edge-api/pairing.ts';
import { role } from '../../shared/edge-api/role-schema.ts';
import type { InstantMs } from '../../shared/time.ts';
import type { SelfTest } from '../connection/self-test.ts';
import type { Result } from '../edge-client/api-error.ts';
import { launchRequest, retryRequest, runnerEntry } from '../storage/launches.ts';
import { awaitedRun, paidCallAbout, paidCallFile, runBudget } from '../storage/paid-calls.ts';
import { confirmedFor } from '../storage/pairing-schema.ts';
import { entryPoints, settings } from '../storage/settings-schema.ts';

const id = z.string().check(z.minLength(1), z.maxLength(100));
/** Created by the page before the call, which is made once under it. */
const callKey = z.string().check(z.regex(/^[A-Za-z0-9_-]{8,128}$/));
const nothing = z.object({});
const cap = z.nullable(z.number().check(z.positive()));
const budget = z.nullable(z.number().check(z.refine((units) => Number.isSafeInteger(units) && units >= 0)));
const ofItem = { itemId: z.string(), projectId: id };

/** `json`: the body as it is written, where it has numbers that no message holds (`bodyInMessage`). */
const bodyOrJson = { body: z.optional(z.unknown()), json: z.optional(z.string()) };
/** Below the edge's address, with its query; the edge decides what is allowed. */
const edgePath = z.string().check(z.regex(/^\/[a-z-]+(?:[/?][^#\s\\]*)?$/), z.maxLength(2_500));

/** A response created by the background: checked by the compiler, and nothing at run time. */
const own = <T>() => ({}) as { readonly '~of': T };
const done = own<null>();

/**
 * All messages from pages to the background. `confirmedFor`: the edge and ledger that a page had when its
 * user confirmed what it sends; a browser paired with another since sends it nowhere. A request is parsed by
 * its schema before its handler runs; a response of the edge is parsed where the background receives it.
 */
export const CONTRACT = {
  /** Refreshes the account. `fresh`: a view is open, so the edge rereads what is older than a few seconds. */
  refresh: { request: z.object({ fresh: z.boolean() }), response: done },

  /** Sets right what pages read by its outline: of another build, or that a page failed on. */
  repairStored: { request: nothing, response: done },

  /** `address` as typed or pasted. */
  pair: {
    request: z.object({ address: z.string(), code: z.string(), name: z.string() }),
    response: z.object({ role }),
  },
  /** Deletes this browser's token at once; the revocation is stored until the edge confirms it. */
  unpair: { request: nothing, response: done },
  retryRevocations: { request: nothing, response: done },
  forgetRevocation: { request: z.object({ deviceId: z.string() }), response: done },
  testConnection: { request: nothing, response: own<SelfTest>() },
  invite: { request: z.object({ role }), response: pairingCode },
  /** Null: no limit. */
  setDailySpend: {
    request: z.object({ deviceId: z.string(), credits: z.nullable(z.number().check(z.nonnegative())) }),
    response: done,
  },

  saveSettings: {
    request: z.object({ settings: z.partial(settings), ways: z.partial(entryPoints) }),
    response: done,
  },
  /** Unpairs, and deletes everything that this browser stores. */
  resetAll: { request: nothing, response: done },

  acknowledge: { request: z.object({ id: z.string() }), response: done },
  /** Undoes `acknowledge`. */
  unacknowledge: { request: z.object({ id: z.string() }), response: done },
  stopRun: { request: z.object({ projectId: id }), response: done },
  /** A cap, or a feature's budget; null: none. Undo restores `from`. */
  setCap: {
    request: z.union([
      z.object({
        ...ofItem,
        category: z.enum(['development', 'infrastructure']),
        from: cap,
        to: cap,
      }),
      z.object({
        ...ofItem,
        feature: z.string(),
        field: z.enum(['monthlyCreditCap', 'monthlyUnitCap']),
        from: budget,
        to: budget,
      }),
    ]),
    response: done,
  },

  /**
   * Reads `path` of the edge. `keep`: cache the response for the next time. `body`: of a read by POST, such
   * as rows of a table, whose response is never cached.
   */
  readEdge: {
    request: z.object({ path: edgePath, keep: z.boolean(), ...bodyOrJson }),
    /** `total`: the size of the whole list, where the edge sent a part of it. */
    response: own<{ value: unknown; readAt: InstantMs; status?: number; total?: number }>(),
  },
  /** Changes something at the edge that uses no credits. */
  changeEdge: {
    request: z.object({
      method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE']),
      path: edgePath,
      /** Neither: a call without a body. */
      ...bodyOrJson,
    }),
    response: own<{ value: unknown; status?: number }>(),
  },

  /**
   * Makes a call that uses credits, once: the page creates the key when the user confirms. The outcome is in
   * storage. With `afterRun`, the call is kept, and sent when that run has succeeded.
   */
  startPaidCall: {
    request: z.object({
      key: callKey,
      method: z.enum(['POST', 'PUT']),
      path: edgePath,
      body: z.unknown(),
      files: z.optional(z.array(paidCallFile)),
      about: paidCallAbout,
      runBudget: z.optional(runBudget),
      afterRun: z.optional(awaitedRun),
      /** Whether it can be taken back for a moment. */
      isUndoable: z.optional(z.boolean()),
    }),
    response: done,
  },

  /** Deletes a launch or call that waits to be sent; it is a draft again. @returns whether it still waited */
  takeBackPaidCall: {
    request: z.object({ key: callKey }),
    response: z.boolean(),
  },

  /**
   * Makes a call of an app's data backend that may use units, once per key, and returns its answer, also
   * later while the edge stores it. Without an answer, the stored call says what became of it.
   */
  callPaidData: {
    request: z.object({
      key: callKey,
      path: z.string().check(z.regex(/^\/data\/[^/?#\s]{1,100}(?:\/[A-Za-z0-9_-]+)+$/)),
      body: z.unknown(),
      about: paidCallAbout,
      confirmedFor: z.nullable(confirmedFor),
    }),
    response: own<{ value?: unknown }>(),
  },

  /** Begins an import under a key that the page made before; the same key again is the same import. */
  startImport: {
    request: z.object({ key: callKey, body: z.unknown(), confirmedFor: z.nullable(confirmedFor) }),
    response: own<{ value: unknown }>(),
  },
  /**
   * Stores a file in an app: one of the draft (`chosen`), or one that a page shows, read in the tab at its
   * address `page`. Refused as `FILE_NOT_READ` where the browser doesn't let us read it.
   */
  uploadFile: {
    request: z.object({
      projectId: id,
      file: z.union([
        z.object({ kind: z.literal('chosen'), id, name: z.string() }),
        z.object({
          kind: z.literal('address'),
          address: z.string(),
          tabId: z.nullable(z.number()),
          page: z.string(),
        }),
      ]),
      confirmedFor: z.nullable(confirmedFor),
    }),
    response: own<{ fileName: string }>(),
  },
  /** Sends a chosen file as the body of an upload, whose query says what becomes of it. */
  sendFile: {
    request: z.object({
      path: edgePath.check(z.regex(/^\/data\//)),
      fileId: id,
      confirmedFor: z.nullable(confirmedFor),
    }),
    response: own<{ value: unknown; status: number }>(),
  },
  /** Reads the rows of the active tab, and opens the import form. */
  openImport: { request: nothing, response: done },

  /** Returns the key of the form's current launch. */
  confirmLaunch: {
    request: z.object({
      draft: runnerEntry.shape.draft,
      request: launchRequest,
      insteadOf: z.nullable(id),
      /** Whether it can be taken back for a moment. */
      isUndoable: z.optional(z.boolean()),
    }),
    response: own<string>(),
  },
  checkLaunch: { request: z.object({ key: id }), response: done },
  /**
   * Settles a paid call whose outcome is not known as the user says, whether or not this browser made it.
   * `projectId`: the project that a launch created.
   */
  settlePaidCall: {
    request: z.object({ key: callKey, happened: z.boolean(), projectId: z.optional(id) }),
    response: done,
  },
  /** Notes that the user has seen that a call was never made. */
  dismissNotSent: { request: z.object({ key: id }), response: done },
  /** Deletes the receipt of a launch or of another paid call. */
  dismissReceipt: { request: z.object({ key: id }), response: done },
  retryLaunchStep: {
    request: z.object({ key: id, step: z.string(), request: retryRequest }),
    response: done,
  },
} as const satisfies Record<
  string,
  { request: z.ZodMiniType; response: z.ZodMiniType | ReturnType<typeof own> }
>;

type Contract = typeof CONTRACT;
export type MessageName = keyof Contract;
export type MessageRequest<N extends MessageName> = z.output<Contract[N]['request']>;
export type MessageResponse<N extends MessageName> = Contract[N]['response'] extends { '~of': infer T }
  ? T
  : z.output<Contract[N]['response']>;

export type MessageHandlers = {
  [N in MessageName]: (request: MessageRequest<N>) => Promise<Result<MessageResponse<N>>>;
};
