import * as z from 'zod/mini';
import { type Health, health } from '../../shared/edge-api/health.ts';
import type { Context } from './context.ts';
import { again } from './origin.ts';
import { Stop } from './stop.ts';

const LOOK_EVERY_MS = 1_000;
const CALL_TIMEOUT_MS = 5_000;
/** Cloudflare's locations take over a version one by one: an older response may follow a new one. */
const ANSWERS_IN_A_ROW = 2;

const result = z.object({ data: health });

/** GET `/health` of an edge, as it is now; null when no edge responds. */
export async function readHealth(address: string): Promise<Health | null> {
  try {
    const response = await fetch(`${address}/health?waiting`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    });
    const read = result.safeParse(await response.json());
    return read.success ? read.data.data : null;
  } catch {
    return null;
  }
}

type Waited =
  | { kind: 'answers'; health: Health }
  /** The last response: none, or from another deployment. */
  | { kind: 'silent' | 'other-deployment' };

/** Waits until the edge responds as this version. @param versionId null = any version */
async function waitForVersion(address: string, versionId: string | null, waitMs: number): Promise<Waited> {
  const deadline = Date.now() + waitMs;
  let inARow = 0;
  for (;;) {
    const read = await readHealth(address);
    const isIt = read !== null && (versionId === null || read.deployment === versionId);
    inARow = isIt ? inARow + 1 : 0;
    if (isIt && inARow >= ANSWERS_IN_A_ROW) return { kind: 'answers', health: read };
    if (!isIt && Date.now() >= deadline) return { kind: read === null ? 'silent' : 'other-deployment' };
    if (!isIt) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/** @throws Stop when the edge does not respond as that version in time, or reports a problem */
export async function untilWell(
  { options, terminal }: Context,
  address: string,
  versionId: string | null,
): Promise<void> {
  const waited = await terminal.during(
    'Waiting until it answers; a new address can take a minute …',
    async (say) => {
      const result = await waitForVersion(address, versionId, options.waitMs);
      if (result.kind === 'answers') say('It answers, as this very deployment');
      return result;
    },
  );
  if (waited.kind === 'answers') {
    if (waited.health.problems.length === 0) return;
    throw new Stop(`The edge answers, but is not complete:\n${waited.health.problems.join('\n')}`);
  }
  const words =
    waited.kind === 'silent'
      ? `${address} does not answer yet.`
      : `${address} still answers as an earlier deployment.`;
  throw new Stop(
    `It is deployed, but ${words} \`${again('status')}\` looks again; \`${again()}\` repeats this step and changes nothing else. Then \`${again('new-owner')}\` makes the line to paste.`,
  );
}
