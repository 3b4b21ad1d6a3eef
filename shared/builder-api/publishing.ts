import * as z from 'zod/mini';
import { listOf, openNumber, openText } from './open.ts';

export const dnsRecord = z.looseObject({ type: openText, name: openText, value: openText });

/** An app's own domain; `status` and `sslStatus` are open sets and change independently. */
export const customDomain = z.looseObject({
  hostname: openText,
  status: openText,
  sslStatus: openText,
  dnsRecordsToAdd: z.nullish(listOf(dnsRecord)),
});

/** `success` does not prove that the app responds. */
export const rebuildStatus = z.looseObject({ status: openText, startedAt: openText, errorMessage: openText });

export const devLogs = z.looseObject({ logs: openText });

/** One request to the published app, or one run of one of its jobs. */
export const logRecord = z.looseObject({
  EventTimestampMs: openNumber,
  Outcome: openText,
  WallTimeMs: openNumber,
  CPUTimeMs: openNumber,
  Event: z.nullish(
    z.looseObject({
      Request: z.nullish(z.looseObject({ URL: openText, Method: openText })),
      Response: z.nullish(z.looseObject({ Status: openNumber })),
    }),
  ),
  Logs: z.nullish(
    listOf(
      z.looseObject({ Level: openText, Message: z.nullish(z.array(z.unknown())), TimestampMs: openNumber }),
    ),
  ),
  Exceptions: z.nullish(
    listOf(z.looseObject({ Name: openText, Message: openText, TimestampMs: openNumber })),
  ),
});
export type LogRecord = z.infer<typeof logRecord>;

/** The records are the whole response or its `records`. */
export const productionLogs = z.union([
  listOf(logRecord),
  z.looseObject({ records: z.nullish(listOf(logRecord)) }),
]);

export const repositoryStatus = z.looseObject({
  connected: z.nullish(z.boolean()),
  tokenValid: z.nullish(z.boolean()),
  tokenExpired: z.nullish(z.boolean()),
  repositoryFullName: openText,
  developBranch: openText,
  productionBranch: openText,
});

export const pullStatus = z.looseObject({ status: openText, createdAt: openText });

export const designtoolStatus = z.looseObject({
  connected: z.nullish(z.boolean()),
  connectedAt: openText,
  tokenValid: z.nullish(z.boolean()),
  tokenError: openText,
});

/** A response whose content does not matter. */
export const done = z.looseObject({ success: z.nullish(z.boolean()), message: openText });

/** State of a project's latest deployment; `status` is an open set, null = never deployed. */
export const deploymentStatusRecord = z.looseObject({
  status: openText,
  createdAt: openText,
  versionId: openText,
  deploymentId: openText,
  step: openText,
  liveUrl: openText,
});
export type DeploymentStatusRecord = z.infer<typeof deploymentStatusRecord>;

/** One saved state of a project's code; a recovered one names the version it came from. */
export const versionRecord = z.looseObject({
  _id: z.string(),
  name: openText,
  commitSha: openText,
  commitMessage: openText,
  prompt: openText,
  recoveredVersionId: openText,
  createdAt: openText,
  updatedAt: openText,
});
export type VersionRecord = z.infer<typeof versionRecord>;

/** A page of versions in no guaranteed order. */
export const versionList = z.looseObject({ versions: listOf(versionRecord), totalCount: openNumber });

export const versionDiff = z.looseObject({ commitSha: openText, diff: openText });

/** Recovery of a version: null on Get Project when none is in progress; `error` is final. */
export const versionRecovery = z.looseObject({
  status: openText,
  versionId: openText,
  startedAt: openText,
  errorMessage: openText,
});

/** An environment variable of an app, never with its value. Service reference, Secret record. */
export const secretRecord = z.looseObject({ _id: z.string(), secretName: z.string(), environment: openText });
